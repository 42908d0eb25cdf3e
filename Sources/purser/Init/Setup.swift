import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Web

/// What `purser init` writes: the settings, and files with secrets beside them.
struct Setup {
  /// A file with a secret that the settings name.
  struct NewSecret {
    var section: SettingsText.Section
    var key: String
    /// The file's name in the folder of the settings.
    var name: String
    var bytes: [UInt8]
  }

  let answers: SetupAnswers
  private(set) var text: SettingsText
  private(set) var secrets: [NewSecret] = []
  /// The API key, which is stored as a hash only.
  private(set) var apiKey: String?
  private let folder: String

  /// Edits the text of the settings in `folder`. Nothing is removed, and nothing is written yet.
  init(_ answers: SetupAnswers, editing text: SettingsText, in folder: String) throws {
    (self.answers, self.text, self.folder) = (answers, text, folder)
    for question in SetupQuestion.all where question.isAsked(answers) {
      guard let (section, key) = question.place, let answer = answers[question.key] else {
        continue
      }
      try set(question, answer, key, section)
    }
    try setLists()
    try openEndpoints()
  }

  /// The settings with the new secrets in another folder, to check them before they are written.
  func text(withSecretsIn folder: String) throws -> String {
    var text = text
    for secret in secrets {
      try text.set(secret.key, to: .text("\(folder)/\(secret.name)"), in: secret.section)
    }
    return text.text
  }

  mutating func add(
    _ key: String,
    _ value: SettingsText.Value,
    _ section: SettingsText.Section
  ) throws(FileError) { try text.set(key, to: value, in: section) }

  /// Writes the secrets into a folder, 0600.
  func writeSecrets(to folder: String) throws(OutputFileError) {
    for secret in secrets {
      try OutputFile.replace("\(folder)/\(secret.name)", by: secret.bytes)
    }
  }

  private mutating func set(
    _ question: SetupQuestion,
    _ answer: String,
    _ key: String,
    _ section: SettingsText.Section
  ) throws {
    switch question.kind {
    case .secret:
      guard try text.value(key, in: section) != .text(answer) || answers.typed[question.key] != nil
      else { return }
      let bytes =
        try answers.typed[question.key].map { Array($0.utf8) } ?? InputFile.read(file: answer)
      try add(bytes, question.fileName(for: answer), key, section)
    case .number: try text.set(key, to: .number(Int(answer) ?? 0), in: section)
    case .texts: try text.set(key, to: .texts(answers.list(question.key)), in: section)
    case .text, .file, .choices, .flag:
      let isUsual = question.key == "ledger" && answer == Paths.ledger
      if isUsual, try text.value(key, in: section) == nil { return }
      try text.set(key, to: .text(answer), in: section)
    }
  }

  private mutating func add(
    _ bytes: [UInt8],
    _ name: String,
    _ key: String,
    _ section: SettingsText.Section
  ) throws {
    let name = free(name, holding: bytes, named: try text.value(key, in: section))
    secrets.append(NewSecret(section: section, key: key, name: name, bytes: bytes))
    try text.set(key, to: .text(name), in: section)
  }

  /// A name that no other file has: only the secret that the settings name here is replaced.
  private func free(
    _ name: String,
    holding bytes: [UInt8],
    named current: SettingsText.Value?
  ) -> String {
    if case .text(let file) = current, !file.contains("/") { return file }
    let names = [name] + (2...99).map { "\(name)-\($0)" }
    let taken = Set(secrets.map(\.name))
    return names.first { name in
      let path = "\(folder)/\(name)"
      guard !taken.contains(name), let found = FileManager.default.contents(atPath: path) else {
        return !taken.contains(name)
      }
      return Array(found) == bytes
    } ?? "\(name)-\(UUID().uuidString)"
  }

  /// The apps of the stores' and endpoints' sections.
  private mutating func setLists() throws {
    let (bundleID, package) = (answers["app.bundle-id"], answers["app.package"])
    if answers.sells(at: .apple), let bundleID {
      try text.set("bundle-id", to: .text(bundleID), in: .firstTable(of: "stores.apple.app"))
    }
    if answers.sells(at: .google), let package {
      try setUnlessSet("packages", to: .texts([package]), in: .table("stores.google"))
    }
    if answers.sells(at: .microsoft), let app = package ?? bundleID {
      try setUnlessSet("apps", to: .texts([app]), in: .table("stores.microsoft"))
    }
  }

  private mutating func openEndpoints() throws {
    if answers.opens(.validate) {
      let section = SettingsText.Section.firstTable(of: "serve.validate.app")
      try makeKey("key", "validate-key", section)
      try setApps(section)
      if answers.sells(at: .microsoft), let app = answers["app.package"] {
        try setUnlessSet("microsoft-app", to: .text(app), in: section)
      }
    }
    if answers.opens(.playfab) { try setApps(.table("serve.playfab")) }
    if answers.opens(.verify) {
      try makeKey("token", "verify-token", .table("serve.verify"))
      try setApps(.firstTable(of: "serve.verify.app"))
    }
    if answers.opens(.upload) { try makeKey("key", "upload-key", .table("serve.upload")) }
    if answers.opens(.notifications), answers.sells(at: .apple) {
      try text.add(.table("serve.apple"))
    }
    if answers.opens(.api) { try makeAPIKey() }
  }

  private mutating func setApps(_ section: SettingsText.Section) throws {
    for key in ["bundle-id", "package"] {
      if let app = answers["app.\(key)"] { try setUnlessSet(key, to: .text(app), in: section) }
    }
  }

  private mutating func setUnlessSet(
    _ key: String,
    to value: SettingsText.Value,
    in section: SettingsText.Section
  ) throws {
    guard try text.value(key, in: section) == nil else { return }
    try text.set(key, to: value, in: section)
  }

  /// A new key in a file, unless the section has one: copies of the app may have it already.
  private mutating func makeKey(
    _ key: String,
    _ name: String,
    _ section: SettingsText.Section
  ) throws {
    guard try text.value("\(key)-file", in: section) == nil,
      try text.value("\(key)-env", in: section) == nil
    else { return }
    try add(Array(Self.randomText().utf8), name, "\(key)-file", section)
  }

  private mutating func makeAPIKey() throws {
    let section = SettingsText.Section.firstTable(of: "serve.api.key")
    for key in ["hash", "key-file", "key-env"] where try text.value(key, in: section) != nil {
      return
    }
    let key = "pk_\(Self.randomText())"
    apiKey = key
    try text.set("hash", to: .text("\(APIKeyDigest(of: Secret(key)))"), in: section)
    try setUnlessSet("scopes", to: .texts(["read"]), in: section)
  }

  /// 32 random bytes as base64url.
  static func randomText() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Data(bytes).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
  }
}

extension SetupQuestion {
  /// The name under which a secret is saved beside the settings.
  fileprivate func fileName(for answer: String) -> String {
    switch key {
    case "apple.key-file": URL(fileURLWithPath: answer).lastPathComponent
    case "apple.shared-secret-file": "apple-shared-secret"
    case "google.account-file": "google-service-account.json"
    case "google.licence-key-file": "google-licence-key"
    case "microsoft.secret-file": "microsoft-client-secret"
    default: "amazon-shared-secret"
    }
  }
}
