import Basics
import Foundation
import Mint

/// An event that waits in Microsoft's clawback queue.
struct QueuedClawback: Codable, Sendable {
  var id: String
  var insertedAt: Date
  /// In base64, of one of its alphabets.
  var text: String
  var receipt = ""
  /// Until then it is somebody's who took it.
  var hiddenUntil: Date
  var taken = 0

  /// How long an event waits.
  static let life: TimeInterval = 7 * 86_400
}

extension Simulator {
  /// Tells of money that went back, or came back, in the queue.
  func queueClawback(_ told: SimulatedNotification) {
    guard let event = MicrosoftClawbackEvents.event(told) else { return }
    let letters = Data(event.string.utf8).base64EncodedString()
    // Microsoft's documentation shows one alphabet, and its library reads the other.
    let isURLSafe = state.clawbacks.count % 2 == 1
    state.clawbacks.append(
      QueuedClawback(
        id: told.id,
        insertedAt: told.at,
        text: isURLSafe
          ? letters.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
          : letters,
        hiddenUntil: told.at
      )
    )
  }

  /// Where the queue is, with what opens it: `GET clawback/sastoken`.
  func queueAddress() -> StoreResponse {
    let end = CivilTime(clamping: realNow().addingTimeInterval(3_540)).rfc3339
    return StoreResponse(
      200,
      [
        // To the minute, as Microsoft writes it.
        "expiresOn": .text("\(end.prefix(16))Z"),
        "uri": .text("\(address)/microsoft/queue/clawback?sv=2019-02-02&sig=\(token("sas."))"),
      ]
    )
  }

  /// Azure's Queue service, as far as it is asked.
  func queue(_ request: StoreRequest) -> StoreResponse {
    guard isGood(request.value("sig")) else {
      return Self.azure(403, "AuthenticationFailed")
    }
    if request.matches("GET", "queue/clawback/messages") != nil { return messages(request) }
    guard let found = request.matches("DELETE", "queue/clawback/messages/*") else {
      return Self.azure(404, "ResourceNotFound")
    }
    guard let place = state.clawbacks.firstIndex(where: { $0.id == found[0] }) else {
      return Self.azure(404, "MessageNotFound")
    }
    guard state.clawbacks[place].receipt == request.value("popreceipt"),
      state.clawbacks[place].taken > 0
    else { return Self.azure(400, "PopReceiptMismatch") }
    state.clawbacks.remove(at: place)
    return StoreResponse(204)
  }

  private func messages(_ request: StoreRequest) -> StoreResponse {
    let now = self.now
    let peeks = request.value("peekonly") == "true"
    let most = min(32, max(1, request.value("numofmessages").flatMap { Int($0) } ?? 1))
    let hides = request.value("visibilitytimeout").flatMap { Double($0) } ?? 30
    state.clawbacks.removeAll { $0.insertedAt.addingTimeInterval(QueuedClawback.life) <= now }
    var items = ""
    for place in state.clawbacks.indices.filter({ state.clawbacks[$0].hiddenUntil <= now })
      .prefix(most)
    {
      if !peeks {
        state.clawbacks[place].taken += 1
        state.clawbacks[place].hiddenUntil = now.addingTimeInterval(hides)
        state.clawbacks[place].receipt = Data("\(state.clawbacks[place].taken)+/\(now)".utf8)
          .base64EncodedString()
      }
      items += Self.item(state.clawbacks[place], peeks)
    }
    return StoreResponse(
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

  private static func azure(_ status: Int, _ code: String) -> StoreResponse {
    StoreResponse(
      status,
      text: """
        \u{FEFF}<?xml version="1.0" encoding="utf-8"?><Error><Code>\(code)</Code></Error>
        """,
      type: "application/xml"
    )
  }
}

/// What Microsoft's clawback queue says of money that went back (version 2 of its contract).
enum MicrosoftClawbackEvents {
  static func event(_ told: SimulatedNotification) -> JSON? {
    guard let purchase = told.purchase, let state = state(told.change, purchase),
      let charge = purchase.charges.last(where: { $0.id == told.charge }) ?? purchase.charges.last
    else { return nil }
    let isReversal = told.change == .refundReversed
    return [
      "id": .text(told.id),
      "source": isReversal ? "/Purchase/Chargeback" : "/Purchase/Refund",
      "type": "ClawbackEventContractV2",
      "specversion": "1.0",
      "datacontenttype": "application/json",
      "subject": .text(charge.id),
      "time": Simulator.time(told.at),
      "data": [
        "orderId": .text(charge.id),
        "lineItemId": .text(String(charge.lineItem)),
        "productId": .text(purchase.product),
        "productType": .text(Simulator.kind(purchase.kind)),
        "skuId": "0010",
        "purchasedDate": Simulator.time(charge.purchasedAt),
        "eventDate": Simulator.time(told.at),
        "eventState": .text(state),
        "sandboxId": purchase.isSandbox ? "XDKS.1" : "RETAIL",
        "recurrenceData": purchase.isSubscription ? recurrence(purchase, charge, told.at) : nil,
      ],
    ]
  }

  private static func state(
    _ change: SimulatedNotification.Change,
    _ purchase: SimulatedPurchase
  ) -> String? {
    switch change {
    case .refundReversed: "ChargebackReversal"
    // The user keeps what the store did not take.
    case .refunded where purchase.state != .revoked: "Refunded"
    case .refunded: purchase.isSubscription || purchase.isConsumed ? "Revoked" : "Returned"
    default: nil
    }
  }

  private static func recurrence(
    _ purchase: SimulatedPurchase,
    _ charge: SimulatedCharge,
    _ now: Date
  ) -> JSON {
    func days(_ end: Date?) -> JSON {
      .number(Int64((end ?? now).timeIntervalSince(charge.purchasedAt) / 86_400))
    }
    return [
      "recurrenceId": .text(purchase.id),
      "durationIntervalStart": Simulator.time(charge.purchasedAt),
      "durationInDays": days(charge.expiresAt),
      "consumedDurationInDays": days(now),
      "refundType": .text(charge.refundedPercent.map { $0 < 100 } == true ? "Partial" : "Full"),
    ]
  }
}
