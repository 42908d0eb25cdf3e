import Basics
import Foundation
import Mint

/// A waiting event of Microsoft's clawback queue.
struct QueuedClawback: Codable, Sendable {
  var id: String
  var insertedAt: Date
  /// In base64, standard or URL-safe.
  var text: String
  var receipt = ""
  /// The end of the visibility timeout after the last read.
  var hiddenUntil: Date
  var taken = 0

  /// How long an event waits.
  static let life: TimeInterval = 7 * 86_400
}

extension Simulator {
  /// Queues an event for a refund or its reversal.
  func queueClawback(_ notification: SimulatedNotification) {
    guard let event = MicrosoftClawbackEvents.event(notification) else { return }
    let text = event.encoded.utf8
    // Microsoft's documentation shows one alphabet, and its library reads the other.
    let isURLSafe = state.clawbacks.count % 2 == 1
    state.clawbacks.append(
      QueuedClawback(
        id: notification.id,
        insertedAt: notification.at,
        text: isURLSafe ? PayloadMint.base64URL(text) : Data(text).base64EncodedString(),
        hiddenUntil: notification.at
      )
    )
  }

  /// The queue's signed URL: `GET clawback/sastoken`.
  func queueAddress() -> SimulatorResponse {
    let end = CivilTime(clamping: realNow().addingTimeInterval(3_540)).rfc3339
    return SimulatorResponse(
      200,
      [
        // To the minute, as Microsoft writes it.
        "expiresOn": .text("\(end.prefix(16))Z"),
        "uri": .text("\(address)/microsoft/queue/clawback?sv=2019-02-02&sig=\(token("sas."))"),
      ]
    )
  }

  /// The required part of Azure's Queue service.
  func queue(_ request: SimulatorRequest) -> SimulatorResponse {
    guard isGood(request.value("sig")) else { return Self.azure(403, "AuthenticationFailed") }
    if request.matches("GET queue/clawback/messages") != nil { return messages(request) }
    guard let found = request.matches("DELETE queue/clawback/messages/*") else {
      return Self.azure(404, "ResourceNotFound")
    }
    guard let index = state.clawbacks.firstIndex(where: { $0.id == found[0] }) else {
      return Self.azure(404, "MessageNotFound")
    }
    guard state.clawbacks[index].receipt == request.value("popreceipt"),
      state.clawbacks[index].taken > 0
    else { return Self.azure(400, "PopReceiptMismatch") }
    state.clawbacks.remove(at: index)
    return SimulatorResponse(204)
  }

  private func messages(_ request: SimulatorRequest) -> SimulatorResponse {
    let now = self.now
    let peeks = request.value("peekonly") == "true"
    let limit = min(32, max(1, request.value("numofmessages").flatMap { Int($0) } ?? 1))
    let hides = request.value("visibilitytimeout").flatMap { Double($0) } ?? 30
    state.clawbacks.removeAll { $0.insertedAt.addingTimeInterval(QueuedClawback.life) <= now }
    var items = ""
    for index in state.clawbacks.indices.filter({ state.clawbacks[$0].hiddenUntil <= now })
      .prefix(limit)
    {
      if !peeks {
        state.clawbacks[index].taken += 1
        state.clawbacks[index].hiddenUntil = now.addingTimeInterval(hides)
        state.clawbacks[index].receipt = Data("\(state.clawbacks[index].taken)+/\(now)".utf8)
          .base64EncodedString()
      }
      items += Self.item(state.clawbacks[index], peeks)
    }
    return SimulatorResponse(
      200,
      text: """
        \u{FEFF}<?xml version="1.0" encoding="utf-8"?>\
        <QueueMessagesList>\(items)</QueueMessagesList>
        """,
      type: "application/xml"
    )
  }

  private static func item(_ event: QueuedClawback, _ peeks: Bool) -> String {
    func part(_ name: String, _ text: String) -> String { "<\(name)>\(text)</\(name)>" }
    let times =
      part("InsertionTime", CivilTime(clamping: event.insertedAt).rfc3339)
      + part(
        "ExpirationTime",
        CivilTime(clamping: event.insertedAt.addingTimeInterval(QueuedClawback.life)).rfc3339
      )
    let hold =
      peeks
      ? ""
      : part("PopReceipt", event.receipt)
        + part("TimeNextVisible", CivilTime(clamping: event.hiddenUntil).rfc3339)
    let inner =
      part("MessageId", event.id) + times + hold + part("DequeueCount", "\(event.taken)")
      + part("MessageText", event.text)
    return part("QueueMessage", inner)
  }

  private static func azure(_ status: Int, _ code: String) -> SimulatorResponse {
    SimulatorResponse(
      status,
      text: """
        \u{FEFF}<?xml version="1.0" encoding="utf-8"?><Error><Code>\(code)</Code></Error>
        """,
      type: "application/xml"
    )
  }
}

/// The events of Microsoft's clawback queue (version 2 of its contract).
enum MicrosoftClawbackEvents {
  static func event(_ notification: SimulatedNotification) -> JSONValue? {
    guard let purchase = notification.purchase,
      let state = state(notification.change, purchase),
      let charge = purchase.charges.last(where: { $0.id == notification.charge })
        ?? purchase.charges.last
    else { return nil }
    let isReversal = notification.change == .refundReversed
    return [
      "id": .text(notification.id),
      "source": isReversal ? "/Purchase/Chargeback" : "/Purchase/Refund",
      "type": "ClawbackEventContractV2", "specversion": "1.0",
      "datacontenttype": "application/json", "subject": .text(charge.id),
      "time": Simulator.time(notification.at),
      "data": [
        "orderId": .text(charge.id), "lineItemId": .text(String(charge.lineItem)),
        "productId": .text(purchase.product), "productType": .text(Simulator.kind(purchase.kind)),
        "skuId": "0010", "purchasedDate": Simulator.time(charge.purchasedAt),
        "eventDate": Simulator.time(notification.at), "eventState": .text(state),
        "sandboxId": purchase.isSandbox ? "XDKS.1" : "RETAIL",
        "recurrenceData": purchase.isSubscription
          ? recurrence(purchase, charge, notification.at) : nil,
      ],
    ]
  }

  private static func state(
    _ change: SimulatedNotification.Change,
    _ purchase: SimulatedPurchase
  ) -> String? {
    switch change {
    case .refundReversed: "ChargebackReversal"
    // The user keeps the item if the store did not revoke it.
    case .refunded where purchase.state != .revoked: "Refunded"
    case .refunded: purchase.isSubscription || purchase.isConsumed ? "Revoked" : "Returned"
    default: nil
    }
  }

  private static func recurrence(
    _ purchase: SimulatedPurchase,
    _ charge: SimulatedCharge,
    _ now: Date
  ) -> JSONValue {
    func days(_ end: Date?) -> JSONValue? {
      .whole(Int((end ?? now).timeIntervalSince(charge.purchasedAt) / 86_400))
    }
    return [
      "recurrenceId": .text(purchase.id),
      "durationIntervalStart": Simulator.time(charge.purchasedAt),
      "durationInDays": days(charge.expiresAt), "consumedDurationInDays": days(now),
      "refundType": .text(charge.refundedPercent.map { $0 < 100 } == true ? "Partial" : "Full"),
    ]
  }
}
