import Basics
package import Foundation
import Mint

/// The simulated stores: a world, its clock, the keys to tell of it, and what is to go wrong.
package actor Simulator {
  package let keys: SimulatorKeys
  package var state: SimulatorState
  /// Bearer tokens that were given out, by when they expire in real time.
  var tokens: [String: Date] = [:]
  var faults = FaultPlan()
  var isSending = false
  /// Raised by everything that is worth writing down.
  package private(set) var changes = 0
  let payloads: PayloadMint
  let receipts: ReceiptMint
  let desk: TokenDesk
  let realNow: @Sendable () -> Date
  /// Where it can be reached, for what names itself.
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
    desk = try await TokenDesk(keys)
    realNow = now
  }

  package func settle(address: String) { self.address = address }

  package func settle(targets: NotificationTargets) {
    state.targets = targets
    changes += 1
  }

  package var now: Date { realNow().addingTimeInterval(state.lead) }

  /// Lets the world catch up with the clock.
  package func tick() throws {
    state.world.advance(to: now)
    try tellNews()
  }

  @discardableResult
  package func act(_ act: SimulatedAct) throws -> String? {
    try tick()
    var result: String?
    if act.act == .advance {
      guard let text = act.by, let seconds = ISO8601Duration(text)?.timeInterval else {
        throw ActRefused.missing("by, a length of time such as P3D or PT90M")
      }
      state.lead += seconds
      state.world.advance(to: now)
    } else {
      result = try state.world.act(act)
    }
    changes += 1
    try tellNews()
    return result
  }

  /// Takes up purchases that were made before, with all their identifiers.
  package func adopt(_ purchases: [SimulatedPurchase]) { state.world.adopt(purchases) }

  /// Puts what the world told into the outbox, in its store's form.
  private func tellNews() throws {
    while state.told < state.world.notifications.count {
      let told = state.world.notifications[state.told]
      state.told += 1
      if told.store == .microsoft { queueClawback(told) }
      for (form, body) in try forms(of: told) {
        let isSent = state.targets.url(for: form) != nil
        state.outbox.append(
          OutboxItem(
            sequence: state.outbox.count + 1,
            id: told.id,
            form: form,
            change: told.change,
            store: told.store,
            app: told.app,
            isSandbox: told.isSandbox,
            at: told.at,
            purchase: told.purchase?.id,
            account: told.purchase?.account,
            body: body,
            sendAt: isSent ? told.at : nil
          )
        )
      }
      changes += 1
    }
  }

  private func forms(
    of told: SimulatedNotification
  ) throws -> [(OutboxItem.Form, String)] {
    switch told.store {
    case .apple:
      let maker = applePayloads(at: told.at)
      var forms: [(OutboxItem.Form, String)] = []
      if let signed = try maker.notification(told) {
        forms.append((.appleV2, JSON.object([("signedPayload", .text(signed))]).string))
      }
      if state.targets.appleV1 != nil, let old = try oldNotification(told) {
        forms.append((.appleV1, old))
      }
      return forms
    case .google: return GoogleNotifications.push(told).map { [(.googlePush, $0)] } ?? []
    case .amazon: return AmazonMessages.body(told).map { [(.amazonMessage, $0)] } ?? []
    case .microsoft: return []
    }
  }

  func applePayloads(at instant: Date) -> ApplePayloads {
    ApplePayloads(mint: payloads, signedAt: instant, products: state.world.products)
  }

  /// Base64 of a receipt for everything that an account has of an app.
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
    state.receipts[mark] = GivenReceipt(
      account: account,
      app: app,
      isSandbox: sandbox,
      madeAt: state.world.now,
      checksum: GivenReceipt.checksum(octets)
    )
    let text = Data(octets).base64EncodedString()
    lastReceipts[key] = (purchases.count, at, text)
    changes += 1
    return text
  }

  /// A token for whoever proved who they are; it is good for an hour of real time.
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
