import Basics
package import Foundation
import Mint

/// The simulated stores: a world, its clock, the signing keys, and the faults to inject.
package actor Simulator {
  package let keys: SimulatorKeys
  package var state: SimulatorState
  /// Issued bearer tokens, and when they expire in real time.
  var tokens: [String: Date] = [:]
  var faults = FaultInjector()
  var isSending = false
  /// Incremented by every change that should be saved.
  package private(set) var changes = 0
  let payloads: PayloadMint
  let receipts: ReceiptMint
  let tokenService: TokenService
  let realNow: @Sendable () -> Date
  /// The simulator's own URL, used in responses.
  package var address = "http://127.0.0.1"
  private var lastReceipts: [String: (count: Int, at: Date, text: String)] = [:]

  package init(
    keys: SimulatorKeys,
    state: SimulatorState,
    now: @escaping @Sendable () -> Date
  ) async throws {
    self.keys = keys
    self.state = state
    payloads = try keys.payloadMint
    receipts = try keys.receiptMint
    tokenService = try await TokenService(keys)
    realNow = now
  }

  package func configure(address: String) { self.address = address }

  package func configure(targets: NotificationTargets) {
    state.targets = targets
    changes += 1
  }

  package var now: Date { realNow().addingTimeInterval(state.lead) }

  package func tick() throws {
    state.world.advance(to: now)
    try deliverNotifications()
  }

  @discardableResult
  package func act(_ act: SimulatedAction) throws -> String? {
    try tick()
    var result: String?
    if act.act == .advance {
      guard let text = act.by, let seconds = ISO8601Duration(text)?.timeInterval else {
        throw ActionError.missing("by, a length of time such as P3D or PT90M")
      }
      state.lead += seconds
      state.world.advance(to: now)
    } else {
      result = try state.world.act(act)
    }
    changes += 1
    try deliverNotifications()
    return result
  }

  /// Adds existing purchases with all their identifiers.
  package func adopt(_ purchases: [SimulatedPurchase]) { state.world.adopt(purchases) }

  /// Puts the world's new notifications into the outbox, in their store's format.
  private func deliverNotifications() throws {
    while state.sentNotification < state.world.notifications.count {
      let sentNotification = state.world.notifications[state.sentNotification]
      state.sentNotification += 1
      if sentNotification.store == .microsoft { queueClawback(sentNotification) }
      for (form, body) in try forms(of: sentNotification) {
        let isSent = state.targets.url(for: form) != nil
        state.outbox.append(
          OutboxItem(
            sequence: state.outbox.count + 1,
            id: sentNotification.id,
            form: form,
            change: sentNotification.change,
            store: sentNotification.store,
            app: sentNotification.app,
            isSandbox: sentNotification.isSandbox,
            at: sentNotification.at,
            purchase: sentNotification.purchase?.id,
            account: sentNotification.purchase?.account,
            body: body,
            sendAt: isSent ? sentNotification.at : nil
          )
        )
      }
      changes += 1
    }
  }

  private func forms(
    of sentNotification: SimulatedNotification
  ) throws -> [(OutboxItem.Form, String)] {
    switch sentNotification.store {
    case .apple:
      let maker = applePayloads(at: sentNotification.at)
      var forms: [(OutboxItem.Form, String)] = []
      if let signed = try maker.notification(sentNotification) {
        forms.append((.appleV2, JSON.object([("signedPayload", .text(signed))]).string))
      }
      if state.targets.appleV1 != nil, let old = try oldNotification(sentNotification) {
        forms.append((.appleV1, old))
      }
      return forms
    case .google:
      return GoogleNotifications.push(sentNotification).map { [(.googlePush, $0)] } ?? []
    case .amazon: return AmazonMessages.body(sentNotification).map { [(.amazonMessage, $0)] } ?? []
    case .microsoft: return []
    }
  }

  func applePayloads(at instant: Date) -> ApplePayloads {
    ApplePayloads(mint: payloads, signedAt: instant, products: state.world.products)
  }

  /// Base64 of a receipt for all of an account's purchases in an app.
  package func receipt(account: String, app: String, sandbox: Bool) throws -> String {
    let purchases = state.world.purchases(of: account, in: .apple, app: app, sandbox: sandbox)
    let key = "\(sandbox)|\(app)|\(account)"
    let at = purchases.map(\.changedAt).max() ?? state.world.now
    if let last = lastReceipts[key], last.count == purchases.count, last.at == at {
      return last.text
    }
    let mark = "purser-simulated:\(state.receipts.count);"
    let maker = AppleReceipts(
      products: state.world.products,
      purchases: purchases,
      app: app,
      isSandbox: sandbox,
      now: state.world.now
    )
    let octets = try receipts.mint(maker.minted(mark))
    state.receipts[mark] = IssuedReceipt(
      account: account,
      app: app,
      isSandbox: sandbox,
      madeAt: state.world.now,
      checksum: IssuedReceipt.checksum(octets)
    )
    let text = Data(octets).base64EncodedString()
    lastReceipts[key] = (purchases.count, at, text)
    changes += 1
    return text
  }

  /// Issues a bearer token; it is valid for an hour of real time.
  func token(_ prefix: String) -> String {
    let text = prefix + UUID().uuidString.lowercased() + UUID().uuidString.lowercased()
    tokens = tokens.filter { $0.value > realNow() }
    tokens[text] = realNow().addingTimeInterval(3_600)
    return text
  }

  func isGood(_ token: String?) -> Bool {
    token.flatMap { tokens[$0] }.map { $0 > realNow() } ?? false
  }
}
