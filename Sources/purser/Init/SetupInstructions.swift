import Entitlements
import Foundation
import Web

/// What is left to do outside of purser: what to enter where, with the values to paste.
struct SetupInstructions {
  let setup: Setup
  /// The content of the file that a key of the settings names.
  let secret: (_ key: String, _ section: SettingsText.Section) -> String?

  private var answers: SetupAnswers { setup.answers }
  private var url: String {
    let text =
      answers["serve.public-url"] ?? "http://\(answers["serve.listen"] ?? "127.0.0.1:8080")"
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  var lines: [String] {
    let parts = [apple, google, microsoft, amazon, validate, playFab, verify, upload, api]
    return parts.filter { !$0.isEmpty }.flatMap { [""] + $0 }
  }

  private func notifies(_ store: Store) -> Bool {
    answers.opens(.notifications) && answers.sells(at: store)
  }

  private var apple: [String] {
    guard notifies(.apple) else { return [] }
    return [
      "App Store Connect: your app, App Information, App Store Server Notifications.",
      "  Production and Sandbox Server URL, Version 2:", "    \(url)/notifications/apple",
    ]
  }

  private var google: [String] {
    guard notifies(.google) else { return [] }
    return [
      "Google Cloud: Pub/Sub, the push subscription.", "  Endpoint URL, and the same as Audience:",
      "    \(url)/notifications/google",
      "Play Console: your app, Monetization setup, Real-time developer notifications.",
      "  Enter the topic's name, and send a test notification.",
    ]
  }

  private var microsoft: [String] {
    guard answers.sells(at: .microsoft), let client = answers["microsoft.client"] else { return [] }
    return [
      "Partner Center: your app, Services, Product collections and purchases.",
      "  Client ID, then publish the app:", "    \(client)",
    ]
  }

  private var amazon: [String] {
    guard notifies(.amazon) else { return [] }
    return [
      "Amazon SNS: your topic, Create subscription, protocol HTTPS.", "  Endpoint:",
      "    \(url)/notifications/amazon",
    ]
  }

  private var validate: [String] {
    guard answers.opens(.validate), let name = answers["validate.name"],
      let key = secret("key-file", .firstTable(of: "serve.validate.app"))
    else { return [] }
    return [
      "Your app, cordova-plugin-purchase:",
      "    store.validator = \"\(url)/v1/validate?appName=\(name)&apiKey=\(key)\";",
    ]
  }

  private var playFab: [String] {
    guard answers.opens(.playfab) else { return [] }
    return [
      "Your game, PlayFab's SDK: the address to call (see purser help endpoints):", "    \(url)",
    ]
  }

  private var verify: [String] {
    guard answers.opens(.verify), let token = secret("token-file", .table("serve.verify")) else {
      return []
    }
    return ["webtoapp.design: the verification URL of your app:", "    \(url)/verify/\(token)"]
  }

  private var upload: [String] {
    guard answers.opens(.upload), let key = secret("key-file", .table("serve.upload")) else {
      return []
    }
    return ["Your app: POST \(url)/receipts with the header", "    X-App-Key: \(key)"]
  }

  private var api: [String] {
    guard let key = setup.apiKey else { return [] }
    return [
      "Your back end: its API key, shown only now:", "    \(key)",
      "  curl -H 'Authorization: Bearer \(key)' \(url)/v1/users/USER/entitlements",
    ]
  }
}
