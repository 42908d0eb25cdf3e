import ArgumentParser
import Basics
import Entitlements
import Foundation
import Receipts
import StoreSimulator

struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "send",
    "Post a store's notification to your own back end, as the store would.",
    discussion: """
      ACTION is one of the simulated stores: buy, renew, cancel, resume, refund, reverse-refund, \
      ask-refund, decline-refund, fail-billing, fix-billing, upgrade, downgrade, price, extend, \
      pause, revoke or test. Somebody buys, what the action needs happens, and its notifications \
      are posted. They are signed with generated keys, not the store's: a back end that verifies \
      them must trust payload-root.cer of --dir, or for Google and Amazon the simulator's \
      certificates. Exit status: 0 accepted, 2 answered otherwise, 1 no answer, 4 the store sends \
      nothing.
      """
  )

  @Option(help: .value("url", "The address to post to.")) var to: String
  @Option(help: .value("store", "apple, google or amazon.")) var store = "apple"
  @Option(help: .value("id", "The app's bundle ID or package name.")) var app = SimulatedShop.app
  @Option(help: .value("id", "The product's ID in the store.")) var product: String?
  @Option(help: .value("kind", "subscription, non-consumable or consumable.")) var kind =
    "subscription"
  @Option(help: .value("id", "The app account ID.")) var appAccount: String?
  @Flag(help: "Of the sandbox.") var sandbox = false
  @Flag(name: .customLong("v1"), help: "Apple's version 1 instead of 2.") var isFirstVersion = false
  @Option(help: .value("folder", "The folder of `purser simulate` whose keys sign.")) var dir:
    String?
  @Flag(help: "Print JSON with stable field names, one notification per line.") var json = false
  @Argument(help: .value("action", "What happens.")) var action: String

  func validate() throws {
    let url = URL(string: to)
    let isWeb = ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host() != nil
    try require(isWeb, "--to takes an address that begins with http:// or https://.")
    try require(
      SentNotifications.templates[kind] != nil,
      "--kind takes subscription, non-consumable or consumable."
    )
  }

  func run() throws {
    let store: SimulatedStore = try named(store, else: "--store takes apple, google or amazon.")
    let verb: SimulatedAction.Verb = try named(
      action,
      else: "There is no action \(action). See purser send --help."
    )
    let folder = try dir.map { try SimulatorFolder(existing: $0) }
    let keys = try folder?.keys() ?? SimulatorKeys(at: Date())
    var purchase = SimulatedAction(.buy)
    (purchase.store, purchase.appAccount) = (store, appAccount)
    purchase.sandbox = sandbox
    let sent = SentNotifications(
      keys: keys,
      address: folder?.address(),
      app: app,
      product: product,
      kind: kind
    )
    let form: OutboxItem.Form? = store == .apple ? isFirstVersion ? .appleV1 : .appleV2 : nil
    Blocking.run { [purchase] in
      let made: (simulator: Simulator, items: [OutboxItem])
      do {
        made = try await sent.items(of: verb, after: purchase, as: form)
      } catch ActionError.impossible(let why) {
        throw ExitCode.notFound("\(store.rawValue) sends no notification about \(action): \(why).")
      }
      let (simulator, items) = made
      guard !items.isEmpty else {
        throw ExitCode.notFound("\(store.rawValue) sends no notification about \(action).")
      }
      var status = ExitCode.success
      for item in items {
        let headers = try await simulator.headers(of: item)
        let start = ContinuousClock.now
        let answer = await NotificationAnswer(to: item.body, at: to, headers)
        let took = Int((ContinuousClock.now - start) / .milliseconds(1))
        let report = SentReport(url: to, headers: headers, item: item, answer: answer, took: took)
        if json {
          try JSONText.print(report.json, .line)
        } else {
          try StandardStream.print(report.text)
        }
        if answer.status == nil { status = ExitCode(1) }
        if status == .success, answer.result != "SUCCESS" { status = ExitCode(2) }
      }
      return status
    }
  }
}

/// Notifications about what happens in a simulated world of its own.
private struct SentNotifications {
  let keys: SimulatorKeys
  /// Where a running simulator has Amazon's certificate.
  let address: String?
  let app: String
  /// `nil` for the simulated shop's product of this kind.
  let product: String?
  let kind: String

  /// The simulated shop's product that a product of this kind is made of.
  static let templates = [
    "subscription": "plus.monthly", "non-consumable": "lifetime", "consumable": "coins.100",
  ]

  /// The notifications of an action, after a purchase and what else the action needs.
  func items(
    of verb: SimulatedAction.Verb,
    after purchase: SimulatedAction,
    as form: OutboxItem.Form?
  ) async throws -> (Simulator, [OutboxItem]) {
    let age = Self.age(before: verb)
    let past = ISO8601Duration(age)?.timeInterval ?? 0
    let start = RelativeTimes(now: Date()).now.addingTimeInterval(-past)
    var state = SimulatorState(
      world: SimulatedWorld(
        seed: .random(in: 0...(.max)),
        at: start,
        acceleration: Acceleration(isOn: false),
        products: products
      )
    )
    state.lead = -past
    let simulator = try await Simulator(keys: keys, state: state, now: { Date() })
    if let address { await simulator.configure(address: address) }
    var sold: String?
    if verb != .buy, verb != .test {
      for act in [.buy] + Self.preparation(for: verb) {
        sold = try await simulator.perform(action(act, after: purchase, of: sold)) ?? sold
      }
      // A failing payment fails when the next period begins.
      if verb != .failBilling { try await advance(simulator, by: age) }
    }
    // Version 1 is made only where somebody wants it.
    if form == .appleV1 {
      var targets = NotificationTargets()
      targets.appleV1 = "unused"
      await simulator.configure(targets: targets)
    }
    let count = await simulator.state.outbox.count
    _ = try await simulator.perform(action(verb, after: purchase, of: sold))
    if verb == .failBilling { try await advance(simulator, by: age) }
    let items = await simulator.state.outbox.dropFirst(count)
    return (simulator, items.filter { form == nil || $0.form == form })
  }

  private func advance(_ simulator: Simulator, by age: String) async throws {
    var action = SimulatedAction(.advance)
    action.by = age
    _ = try await simulator.perform(action)
  }

  /// How long before the action the purchase is: more than a month where a payment has to be due.
  private static func age(before verb: SimulatedAction.Verb) -> String {
    switch verb {
    case .buy, .test: "PT0S"
    case .failBilling, .fixBilling: "P31DT2H"
    default: "P3D"
    }
  }

  private static func preparation(
    for verb: SimulatedAction.Verb
  ) -> [SimulatedAction.Verb] {
    switch verb {
    case .reverseRefund: [.refund]
    case .declineRefund: [.askRefund]
    case .resume: [.cancel]
    case .fixBilling: [.failBilling]
    default: []
    }
  }

  private func action(
    _ verb: SimulatedAction.Verb,
    after purchase: SimulatedAction,
    of sold: String?
  ) -> SimulatedAction {
    var action = purchase
    (action.act, action.of) = (verb, sold)
    switch verb {
    case .buy: action.product = name
    case .upgrade: action.product = "max.monthly"
    case .downgrade: action.product = "plus.weekly"
    case .price: action.amount = 9_990
    default: break
    }
    return action
  }

  private var name: String { product ?? Self.templates[kind] ?? "" }

  /// The simulated shop's products in the app, with the one that is bought.
  private var products: [SimulatedProduct] {
    SimulatedShop.products.map { known in
      var product = known
      product.app = app
      if known.id == Self.templates[kind] { product.id = name }
      return product
    }
  }
}

/// A notification that was sent, and its answer.
private struct SentReport {
  let url: String
  let headers: [String: String]
  let item: OutboxItem
  let answer: NotificationAnswer
  let took: Int

  private var decoded: [JSONValue] {
    guard let value = try? JSONReader.value(item.body) else { return [] }
    // Pub/Sub carries the store's JSON in base64.
    if let data = value["message"]?["data"]?.string.flatMap({ Data(base64Encoded: $0) }),
      let inner = try? JSONReader.value(Array(data))
    {
      return [inner]
    }
    return Array(DocumentReader.decodedPayloads(of: Array(item.body.utf8)).dropFirst())
  }

  private var answered: String { String(decoding: answer.body, as: UTF8.self) }

  var json: JSONValue {
    [
      "schemaVersion": 1, "url": .string(url),
      "headers": .object(
        headers.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }
      ),
      "body": .string(item.body), "decoded": .array(decoded), "result": .string(answer.result),
      "status": .whole(answer.status), "milliseconds": .whole(took), "answer": .string(answered),
    ]
  }

  var text: String {
    let shown = headers.sorted { $0.key < $1.key }.map { name, value in
      name == "authorization" ? "\(name): \(value.prefix(16))…" : "\(name): \(value)"
    }
    let contents = (decoded.isEmpty ? [(try? JSONReader.value(item.body)) ?? .null] : decoded).map {
      String(decoding: JSONText.bytes(of: $0, .pretty), as: UTF8.self)
    }
    let status = answer.status.map { "\($0)" } ?? "no answer"
    var lines = ["POST \(url)"]
    lines += shown.map(PlainText.safe)
    lines += ["signed with generated keys, not the store's", ""]
    lines += contents
    lines.append("\(status) after \(took) ms (\(answer.result))")
    let body = answered.split(separator: "\n").map { PlainText.safe(String($0)) }
    return (lines + body).joined(separator: "\n")
  }
}
