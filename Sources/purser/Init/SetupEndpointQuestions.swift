import Entitlements
import Foundation
import Web

extension SetupQuestion {
  private static let google = SettingsText.Section.table("serve.google")

  static let endpoints: [SetupQuestion] = [
    SetupQuestion(
      key: "endpoints",
      label: "endpoints",
      ask: "Which endpoints should purser serve?",
      help: """
        Any of: validate (cordova-plugin-purchase, iaptic), playfab (PlayFab's SDKs), verify \
        (webtoapp.design), upload (receipts), notifications (from the stores), api (for your back \
        ends). None if you only answer tickets here.
        """,
      kind: .choices(SetupEndpoint.allCases.map(\.rawValue)),
      isRequired: false,
      standard: { _ in "notifications,api" }
    ),
    SetupQuestion(
      key: "serve.listen",
      label: "address",
      ask: "At which address does it listen?",
      help: "HOST:PORT. A proxy with HTTPS stands before it, or set tls-cert and tls-key later.",
      place: (.table("serve"), "listen"),
      standard: { _ in "127.0.0.1:8080" },
      isAsked: { !$0.list("endpoints").isEmpty },
      fault: { WebConfiguration.Address($0) == nil ? "It is HOST:PORT: 127.0.0.1:8080" : nil }
    ),
    SetupQuestion(
      key: "serve.public-url",
      label: "public URL",
      ask: "Under which URL do apps and stores reach it?",
      help: "https://iap.example.com. Stores send notifications there.",
      place: (.table("serve"), "public-url"),
      isRequired: false,
      isAsked: { !$0.list("endpoints").isEmpty },
      fault: { text in
        let isURL = text.hasPrefix("https://") || text.hasPrefix("http://127.0.0.1")
        return isURL ? nil : "It begins with https://."
      }
    ),
    SetupQuestion(
      key: "validate.name",
      label: "validate appName",
      ask: "validate: the appName that your app sends?",
      help: "Any name; the client sends it with the key that is made now.",
      place: (.firstTable(of: "serve.validate.app"), "name"),
      standard: { $0["app.name"].map(plainName) },
      isAsked: { $0.opens(.validate) },
      fault: plainFault
    ),
    SetupQuestion(
      key: "playfab.title",
      label: "playfab title",
      ask: "playfab: the title's ID?",
      help: "As your game sets it in PlayFab's SDK.",
      place: (.table("serve.playfab"), "title"),
      isAsked: { $0.opens(.playfab) }
    ),
    SetupQuestion(
      key: "verify.app-id",
      label: "verify appId",
      ask: "verify: the appId that the app builder gave your app?",
      help: "A number; none if you have a single app.",
      kind: .number,
      place: (.firstTable(of: "serve.verify.app"), "id"),
      isRequired: false,
      isAsked: { $0.opens(.verify) }
    ),
    SetupQuestion(
      key: "notifications.google-subscription",
      label: "push subscription",
      ask: "notifications: the name of your Pub/Sub push subscription?",
      help: """
        Google Cloud, Pub/Sub: a topic to which google-play-developer-notifications@system.\
        gserviceaccount.com may publish, and a push subscription with authentication: \
        projects/PROJECT/subscriptions/NAME. purser says the URL and the audience in the end.
        """,
      link: "https://console.cloud.google.com/cloudpubsub/subscription/list",
      place: (google, "subscription"),
      isRequired: false,
      isAsked: { $0.opens(.notifications) && $0.sells(at: .google) }
    ),
    SetupQuestion(
      key: "notifications.google-email",
      label: "push account",
      ask: "notifications: the service account with which Pub/Sub authenticates?",
      help: "The one that the push subscription names.",
      place: (google, "email"),
      isRequired: false,
      isAsked: {
        $0["notifications.google-subscription"] != nil && $0.opens(.notifications)
          && $0.sells(at: .google)
      }
    ),
    SetupQuestion(
      key: "notifications.amazon-topic",
      label: "SNS topic",
      ask: "notifications: the ARN of Amazon's SNS topic?",
      help: "Amazon's developer console, Appstore, your app: Real-time notifications.",
      link: "https://developer.amazon.com/apps-and-games/console",
      kind: .texts,
      place: (.table("serve.amazon"), "topics"),
      isRequired: false,
      isAsked: { $0.opens(.notifications) && $0.sells(at: .amazon) },
      fault: { $0.hasPrefix("arn:") ? nil : "It begins with arn:aws:sns:" }
    ),
    SetupQuestion(
      key: "api.name",
      label: "api client",
      ask: "api: what is your back end called?",
      help: "The audit log shows the name. Its key is made now and shown once.",
      place: (.firstTable(of: "serve.api.key"), "name"),
      standard: { _ in "backend" },
      isAsked: { $0.opens(.api) },
      fault: plainFault
    ),
  ]

  /// The answer for a catalog of what the stores list.
  static let fromStores = "stores"

  static let rest: [SetupQuestion] = [
    SetupQuestion(
      key: "catalog",
      label: "catalog",
      ask: "A file that says what you sell?",
      help: """
        stores for what the stores list; or Xcode's .storekit file, PlayFab's or Amazon's JSON, CSV, \
        or purser's TOML. It maps products to entitlements; without one each product is an \
        entitlement of its own.
        """,
      kind: .file,
      isRequired: false,
      standard: { $0.listsProducts ? fromStores : nil }
    ),
    SetupQuestion(
      key: "test-notification",
      label: "test notification",
      ask: "Ask Apple for a test notification in the end?",
      help: "It arrives if the URL is entered in App Store Connect and purser serve runs there.",
      kind: .flag,
      isRequired: false,
      standard: { _ in "no" },
      isAsked: {
        $0.sells(at: .apple) && $0.opens(.notifications) && $0["serve.public-url"] != nil
      }
    ),
  ]

  private static func plainFault(_ text: String) -> String? {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isPlain && text.utf8.count <= 64 ? nil : "Letters, digits and hyphens, at most 64."
  }

  /// The name with hyphens for all but letters, digits and hyphens.
  private static func plainName(_ text: String) -> String {
    let parts = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return String(parts.joined(separator: "-").prefix(64))
  }
}
