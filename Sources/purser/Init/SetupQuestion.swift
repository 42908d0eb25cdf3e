import Entitlements
import Foundation

/// A question of `purser init`. The same table is used by the dialog and by the file of answers.
struct SetupQuestion: Sendable {
  enum Kind: Equatable, Sendable {
    case text
    case number
    /// Texts, separated by commas.
    case texts
    /// Any of these, separated by commas.
    case choices([String])
    /// The path of a file whose content is a secret, or the secret itself, if it `isTyped`.
    case secret(isTyped: Bool)
    /// The path of a catalog.
    case file
    /// yes or no.
    case flag
  }

  /// The key in a file of answers: `apple.key-id`.
  let key: String
  /// One to three words, for the form.
  let label: String
  let ask: String
  let help: String
  var link: String?
  var kind = Kind.text
  /// The key in the settings.
  var place: (section: SettingsText.Section, key: String)?
  var isRequired = true
  /// The proposed answer if the settings have none.
  var standard: @Sendable (SetupAnswers) -> String? = { _ in nil }
  var isAsked: @Sendable (SetupAnswers) -> Bool = { _ in true }
  /// What is wrong with an answer; `nil` if nothing is.
  var fault: @Sendable (String) -> String? = { _ in nil }

  /// The store that can be checked when all its questions are answered, and that may list answers.
  var store: Store? {
    switch key {
    case "app.bundle-id": .apple
    case "app.package": .google
    default: key.split(separator: ".").first.flatMap { Store(rawValue: String($0)) }
    }
  }

  /// Whether the store may list what can be answered here.
  var namesApp: Bool { key == "app.bundle-id" || key == "app.package" }
}

/// Answers by the questions' keys. Lists are separated by commas.
struct SetupAnswers: Sendable {
  var values: [String: String] = [:]
  /// Secrets that were typed instead of naming a file.
  var typed: [String: String] = [:]
  /// Whether stores may be asked.
  var asksStores = true

  subscript(_ key: String) -> String? {
    get { values[key].flatMap { $0.isEmpty ? nil : $0 } }
    set { values[key] = newValue }
  }

  func list(_ key: String) -> [String] {
    (self[key] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  func sells(at store: Store) -> Bool { list("stores").contains(store.rawValue) }
  func opens(_ endpoint: SetupEndpoint) -> Bool { list("endpoints").contains(endpoint.rawValue) }
  /// Whether the credentials with which a store lists its apps are given.
  func canList(_ store: Store) -> Bool {
    guard asksStores, sells(at: store) else { return false }
    return switch store {
    case .apple:
      self["apple.connect-key-file"] != nil && self["apple.connect-key-id"] != nil
        && self["apple.issuer"] != nil
    case .google: self["google.account-file"] != nil
    case .microsoft, .amazon: false
    }
  }

  /// Whether what is answered suffices for a store to list its products.
  var listsProducts: Bool {
    asksStores
      && (sells(at: .google) || sells(at: .microsoft) || self["apple.connect-key-file"] != nil)
  }
  func isYes(_ key: String) -> Bool { self[key].map(Self.yes.contains) ?? false }

  static let yes = ["yes", "y", "true"]
  static let no = ["no", "n", "false"]
}

/// The endpoints that `purser init` opens.
enum SetupEndpoint: String, CaseIterable {
  case validate, playfab, verify, upload, notifications, api
}

extension SetupQuestion {
  private static let app = SettingsText.Section.firstTable(of: "app")
  private static let apple = SettingsText.Section.firstTable(of: "stores.apple.app")
  private static let google = SettingsText.Section.table("stores.google")
  private static let microsoft = SettingsText.Section.table("stores.microsoft")

  /// In the order in which they are asked.
  static let all = basics + stores + endpoints + rest

  private static let basics: [SetupQuestion] = [
    SetupQuestion(
      key: "stores",
      label: "stores",
      ask: "In which stores do you sell?",
      help: "Any of apple, google, microsoft and amazon, separated by commas.",
      kind: .choices(Store.allCases.map(\.rawValue)),
      standard: { _ in "apple,google" }
    ),
    SetupQuestion(
      key: "app.name",
      label: "name",
      ask: "What is your app called?",
      help: "A name to show.",
      place: (app, "name")
    ),
    SetupQuestion(
      key: "ledger",
      label: "ledger",
      ask: "Where is the ledger?",
      help: "The SQLite file in which purser keeps everything. It is created if it is missing.",
      place: (.top, "ledger"),
      standard: { _ in Paths.ledger }
    ),
  ]

  private static let stores: [SetupQuestion] = [
    SetupQuestion(
      key: "apple.key-file",
      label: "purchase key",
      ask: "The file of an In-App Purchase key (AuthKey_….p8)?",
      help: """
        App Store Connect, Users and Access, Integrations, In-App Purchase, as Account Holder or \
        Admin. The file can be downloaded once. Not the key of the App Store Connect API.
        """,
      link: "https://appstoreconnect.apple.com/access/integrations/api/subs",
      kind: .secret(isTyped: false),
      place: (apple, "key-file"),
      isAsked: { $0.sells(at: .apple) }
    ),
    SetupQuestion(
      key: "apple.key-id",
      label: "purchase key's ID",
      ask: "The key's ID?",
      help: "On the same page, beside the key.",
      place: (apple, "key-id"),
      standard: { keyID(in: $0["apple.key-file"]) },
      isAsked: { $0.sells(at: .apple) }
    ),
    SetupQuestion(
      key: "apple.issuer",
      label: "issuer ID",
      ask: "The issuer ID?",
      help: "On the same page, above the keys: a UUID.",
      place: (apple, "issuer"),
      isAsked: { $0.sells(at: .apple) },
      fault: { UUID(uuidString: $0) == nil ? "It is a UUID, such as 57246542-96fe-1a63-…" : nil }
    ),
    SetupQuestion(
      key: "apple.connect-key-file",
      label: "Connect key",
      ask: "The file of a key of the App Store Connect API (AuthKey_….p8)?",
      help: """
        It lists your apps and products, and nothing else is done with it. App Store Connect, Users \
        and Access, Integrations, App Store Connect API, a team key with access as Developer. \
        Without it you name them yourself.
        """,
      link: "https://appstoreconnect.apple.com/access/integrations/api",
      kind: .secret(isTyped: false),
      place: (apple, "connect-key-file"),
      isRequired: false,
      isAsked: { $0.sells(at: .apple) }
    ),
    SetupQuestion(
      key: "apple.connect-key-id",
      label: "Connect key's ID",
      ask: "That key's ID?",
      help: "On the same page, beside the key.",
      place: (apple, "connect-key-id"),
      standard: { keyID(in: $0["apple.connect-key-file"]) },
      isAsked: { $0.sells(at: .apple) && $0["apple.connect-key-file"] != nil }
    ),
    SetupQuestion(
      key: "app.bundle-id",
      label: "bundle ID",
      ask: "Its bundle ID in the App Store?",
      help: "App Store Connect, Apps, your app, App Information: Bundle ID.",
      link: "https://appstoreconnect.apple.com/apps",
      place: (app, "bundle-id"),
      isAsked: { $0.sells(at: .apple) },
      fault: identifierFault
    ),
    SetupQuestion(
      key: "apple.shared-secret-file",
      label: "shared secret",
      ask: "The app's shared secret?",
      help: "For verifyReceipt, if your app still has StoreKit 1. App Information of the app.",
      link: "https://appstoreconnect.apple.com/apps",
      kind: .secret(isTyped: true),
      place: (apple, "shared-secret-file"),
      isRequired: false,
      isAsked: { $0.sells(at: .apple) }
    ),
    SetupQuestion(
      key: "google.account-file",
      label: "service account",
      ask: "The JSON key of a service account?",
      help: """
        Google Cloud: enable the Google Play Android Developer API, create the service account and \
        a JSON key. Play Console, Users and permissions: invite its address, with "View financial \
        data" and "Manage orders and subscriptions".
        """,
      link: "https://console.cloud.google.com/iam-admin/serviceaccounts",
      kind: .secret(isTyped: false),
      place: (google, "account-file"),
      isAsked: { $0.sells(at: .google) }
    ),
    SetupQuestion(
      key: "app.package",
      label: "package",
      ask: "Its package name at Google Play or Amazon?",
      help: "Play Console lists it under the app's name. For Microsoft alone: the ID that you use.",
      link: "https://play.google.com/console",
      place: (app, "package"),
      standard: { $0["app.bundle-id"] },
      isAsked: { answers in Store.allCases.contains { $0 != .apple && answers.sells(at: $0) } },
      fault: identifierFault
    ),
    SetupQuestion(
      key: "google.licence-key-file",
      label: "licence key",
      ask: "A file with the app's licence key?",
      help:
        "It verifies purchases while Google cannot be reached. Play Console, Monetization setup.",
      link: "https://play.google.com/console",
      kind: .secret(isTyped: false),
      place: (google, "licence-key-file"),
      isRequired: false,
      isAsked: { $0.sells(at: .google) }
    ),
    SetupQuestion(
      key: "microsoft.tenant",
      label: "tenant",
      ask: "The tenant of your Entra application?",
      help: "Azure portal, App registrations: Directory (tenant) ID.",
      link: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps",
      place: (microsoft, "tenant"),
      isAsked: { $0.sells(at: .microsoft) }
    ),
    SetupQuestion(
      key: "microsoft.client",
      label: "client ID",
      ask: "Its client ID?",
      help: "On the same page. Enter it in Partner Center, too, as said at the end.",
      place: (microsoft, "client"),
      isAsked: { $0.sells(at: .microsoft) }
    ),
    SetupQuestion(
      key: "microsoft.secret-file",
      label: "client secret",
      ask: "Its client secret?",
      help: "Certificates & secrets of the application: the value, not the ID.",
      kind: .secret(isTyped: true),
      place: (microsoft, "secret-file"),
      isAsked: { $0.sells(at: .microsoft) }
    ),
    SetupQuestion(
      key: "amazon.secret-file",
      label: "shared secret",
      ask: "The shared secret of Amazon's Receipt Verification Service?",
      help: "Amazon's developer console, Settings, Identity: Shared Key.",
      link: "https://developer.amazon.com/settings/console/sdk/shared-key",
      kind: .secret(isTyped: true),
      place: (.table("stores.amazon"), "secret-file"),
      isAsked: { $0.sells(at: .amazon) }
    ),
  ]

  /// The ID in the name of a key file: `AuthKey_ABC1234567.p8`.
  private static func keyID(in file: String?) -> String? {
    let name = URL(fileURLWithPath: file ?? "").lastPathComponent
    guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
    return String(name.dropFirst("AuthKey_".count).dropLast(".p8".count))
  }

  private static func identifierFault(_ text: String) -> String? {
    let isName = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
    }
    return isName && text.utf8.count <= 255 ? nil : "It looks like com.example.reader."
  }
}
