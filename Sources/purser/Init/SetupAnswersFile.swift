import Basics
import Entitlements
import Foundation

/// What the settings say, as answers.
struct CurrentAnswers {
  var answers = SetupAnswers()
  /// The questions that the settings answer in another way, such as by `NAME-env`.
  private(set) var elsewhere: Set<String> = []

  init(_ text: SettingsText) throws(FileError) {
    for question in SetupQuestion.all {
      guard let (section, key) = question.place else { continue }
      if case .secret = question.kind,
        try text.value(key.dropLast("file".count) + "env", in: section) != nil
      {
        elsewhere.insert(question.key)
      }
      switch try text.value(key, in: section) {
      case .text(let value): answers[question.key] = value
      case .number(let value): answers[question.key] = "\(value)"
      case .texts(let values): answers[question.key] = values.joined(separator: ",")
      case nil: break
      }
    }
    if try text.has(.table("ledger")) { elsewhere.insert("ledger") }
    let stores: [(Store, SettingsText.Section)] = [
      (.apple, .firstTable(of: "stores.apple.app")), (.google, .table("stores.google")),
      (.microsoft, .table("stores.microsoft")), (.amazon, .table("stores.amazon")),
    ]
    let endpoints: [(SetupEndpoint, SettingsText.Section)] = [
      (.validate, .firstTable(of: "serve.validate.app")), (.playfab, .table("serve.playfab")),
      (.verify, .table("serve.verify")), (.upload, .table("serve.upload")),
      (.notifications, .table("serve.apple")), (.notifications, .table("serve.google")),
      (.notifications, .table("serve.amazon")), (.api, .firstTable(of: "serve.api.key")),
    ]
    answers["stores"] = try Self.names(stores, in: text)
    answers["endpoints"] = try Self.names(endpoints, in: text)
  }

  /// The names whose sections the settings have; `nil` for none.
  private static func names<Name: RawRepresentable>(
    _ sections: [(Name, SettingsText.Section)],
    in text: SettingsText
  ) throws(FileError) -> String? where Name.RawValue == String {
    var names: [String] = []
    for (name, section) in sections where try text.has(section) && !names.contains(name.rawValue) {
      names.append(name.rawValue)
    }
    return names.isEmpty ? nil : names.joined(separator: ",")
  }
}

/// A TOML file with answers: `stores = ["apple"]`, `[apple] key-id = "…"`.
struct SetupAnswersFile {
  private let path: String
  private var answers: [String: String] = [:]

  init(_ path: String) throws(FileError) {
    self.path = path == "-" ? "The answers" : path
    let table = try TextFile.table(of: path).table
    let folder = URL(fileURLWithPath: path == "-" ? "." : path).deletingLastPathComponent()
    for (name, value) in table {
      guard let inner = value.table else {
        try set(name, value, folder)
        continue
      }
      for (key, value) in inner { try set("\(name).\(key)", value, folder) }
    }
  }

  private mutating func set(
    _ key: String,
    _ value: TOMLValue,
    _ folder: URL
  ) throws(FileError) {
    guard let question = SetupQuestion.all.first(where: { $0.key == key }) else {
      let meant = SpellingSuggestions.of(key, in: SetupQuestion.all.map(\.key)).first
      throw FileError(
        "\(path): \(UnknownKey(key: key, meant: meant)). purser init --questions prints all keys."
      )
    }
    let text =
      value.string ?? value.int.map { "\($0)" } ?? value.bool.map { $0 ? "yes" : "no" }
      ?? value.texts?.joined(separator: ",")
    guard let text else {
      throw .wrongValue(path: path, key: key, expected: "a text, a number or a list of texts")
    }
    // Files are named from where the answers are.
    switch question.kind {
    case .file where text == SetupQuestion.fromStores: answers[key] = text
    case .secret, .file:
      answers[key] =
        URL(fileURLWithPath: SetupQuestion.expanded(text), relativeTo: folder).path
    default: answers[key] = text
    }
  }

  /// All answers: those of the file, or else of the settings, or else the usual ones.
  ///
  /// - Throws: Names all that are missing or wrong, a line each.
  func completing(_ current: CurrentAnswers) throws(ExitFault) -> SetupAnswers {
    var complete = current.answers
    for (key, answer) in answers { complete[key] = answer }
    var faults: [String] = []
    for question in SetupQuestion.all
    where question.isAsked(complete) && !current.elsewhere.contains(question.key) {
      let isGiven = answers[question.key] != nil
      let answer = complete[question.key] ?? (isGiven ? nil : question.standard(complete))
      guard let answer, !answer.isEmpty else {
        if question.isRequired { faults.append("\(question.key) is missing. \(question.help)") }
        continue
      }
      let isKept = answer == current.answers[question.key]
      if let fault = question.problem(with: answer, isKept: isKept) {
        faults.append("\(question.key): \(fault)")
      }
      complete[question.key] = question.normalized(answer)
    }
    guard faults.isEmpty else {
      throw ExitFault(
        status: 64,
        lines: ["Error: \(path): nothing was written."] + faults.map { "  \($0)" }
      )
    }
    return complete
  }

  /// All questions as a file of answers to fill in. Each section appears once, the keys without a
  /// section before all others, as TOML requires.
  static var template: [String] {
    var sections: [(name: String, lines: [String])] = [
      ("", ["# Answers for purser init --answers FILE. Paths start at this file's folder."])
    ]
    for question in SetupQuestion.all {
      let parts = question.key.split(separator: ".", maxSplits: 1).map(String.init)
      let name = parts.count == 2 ? parts[0] : ""
      let index = sections.firstIndex { $0.name == name } ?? sections.endIndex
      if index == sections.endIndex { sections.append((name, ["", "[\(name)]"])) }
      let value =
        switch question.kind {
        case .choices(let words): "[" + words.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
        case .number: "1"
        case .flag: "false"
        case .text, .texts, .secret, .file: "\"\""
        }
      let optional = question.isRequired ? "" : " (optional)"
      sections[index].lines += [
        "# \(question.ask)\(optional)", "# \(parts.last ?? question.key) = \(value)",
      ]
    }
    return sections.flatMap { $0.lines }
  }
}
