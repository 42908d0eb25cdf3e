import Basics
package import Foundation
import Mint

/// The simulated stores: a world, its clock, the signing keys, and the faults to inject.
package actor Simulator {
  package let keys: SimulatorKeys
  package var state: SimulatorState
  /// Issued bearer tokens, and when they expire in real time.
  var tokens: [String: Date] = [:]
  /// The remaining faults, in the order in which they were added.
  var faults: [InjectedFault] = []
  var isSending = false
  /// `nil` unless the simulator is part of a sandbox.
  var sandbox: SandboxHooks?
  /// The last messages to the sandbox's webhook receiver, the newest last.
  var webhooks: [ReceivedWebhook] = []
  /// Incremented by every change that should be saved.
  package private(set) var changes = 0
  let payloads: PayloadMint
  let receipts: ReceiptMint
  /// Signs as Amazon's SNS does.
  let messages: MessageMint
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
    messages = try MessageMint(
      validity: SimulatorKeys.plan(at: now()).leaf.validity,
      keyPEM: keys.pushKey.pem
    )
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
  package func perform(_ action: SimulatedAction) throws -> String? {
    try tick()
    var result: String?
    if action.act == .advance {
      state.lead += try action.duration()
      state.world.advance(to: now)
    } else {
      result = try state.world.perform(action)
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
      let notification = state.world.notifications[state.sentNotification]
      state.sentNotification += 1
      if notification.store == .microsoft { queueClawback(notification) }
      for (form, body) in try forms(of: notification) {
        let isSent = state.targets.url(for: form) != nil
        state.outbox.append(
          OutboxItem(
            sequence: state.outbox.count + 1,
            id: notification.id,
            form: form,
            change: notification.change,
            store: notification.store,
            app: notification.app,
            isSandbox: notification.isSandbox,
            at: notification.at,
            purchase: notification.purchase?.id,
            account: notification.purchase?.account,
            body: body,
            sendAt: isSent ? notification.at : nil
          )
        )
      }
      changes += 1
    }
  }

  private func forms(of notification: SimulatedNotification) throws -> [(OutboxItem.Form, String)] {
    switch notification.store {
    case .apple:
      let maker = applePayloads(at: notification.at)
      var forms: [(OutboxItem.Form, String)] = []
      if let signed = try maker.notification(notification) {
        forms.append((.appleV2, (["signedPayload": .text(signed)] as JSONValue).encoded))
      }
      if state.targets.appleV1 != nil, let old = try oldNotification(notification) {
        forms.append((.appleV1, old))
      }
      return forms
    case .google:
      return GoogleNotifications.push(notification).map { [(.googlePush, $0)] } ?? []
    case .amazon: return try amazonMessage(notification).map { [(.amazonMessage, $0)] } ?? []
    case .microsoft: return []
    }
  }

  /// The maker of payloads that are signed now.
  var applePayloads: ApplePayloads { applePayloads(at: state.world.now) }

  private func applePayloads(at instant: Date) -> ApplePayloads {
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
    let now = state.world.now
    let maker = AppleReceipts(purchases: purchases, app: app, isSandbox: sandbox, now: now)
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

/// Posts a body; returns Apple's result code. A closure, so that tests need no network.
package typealias NotificationPost =
  @Sendable (_ url: String, _ headers: [String: String], _ body: String) async -> String

extension Simulator {
  /// Sends what is due by the virtual clock, including retries.
  package func sendDue(by post: NotificationPost) async throws {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while let item = nextToSend() {
      guard let url = state.targets.url(for: item.form) else {
        recordUnsendable(item)
        continue
      }
      let headers = try headers(of: item)
      record(await post(url, headers, item.body), of: item)
    }
  }

  private func nextToSend() -> OutboxItem? {
    let now = self.now
    return state.outbox.lazy.filter { ($0.sendAt.map { $0 <= now }) ?? false }
      .min { ($0.sendAt ?? now, $0.sequence) < ($1.sendAt ?? now, $1.sequence) }
  }

  private func recordUnsendable(_ item: OutboxItem) { state.outbox[item.sequence - 1].sendAt = nil }

  private func record(_ result: String, of item: OutboxItem) {
    let index = item.sequence - 1
    let at = item.sendAt ?? now
    state.outbox[index].attempts.append(.init(at: at, result: result))
    let pause = RetrySchedule.pause(
      after: state.outbox[index].attempts.count,
      form: item.form,
      sandbox: item.isSandbox
    )
    state.outbox[index].sendAt = result == "SUCCESS" ? nil : pause.map { at.addingTimeInterval($0) }
  }
}
