import Foundation

private struct ReceiptRequest: Decodable {
  var receipt: String?
  var password: String?
  var excludesOld: Bool?

  enum CodingKeys: String, CodingKey {
    case receipt = "receipt-data"
    case password
    case excludesOld = "exclude-old-transactions"
  }
}

extension Simulator {
  /// Apple's verifyReceipt. Its HTTP status is always 200.
  func verifyReceipt(_ request: SimulatorRequest, sandbox: Bool) throws -> SimulatorResponse {
    guard request.method == "POST" else { return status(21_000) }
    guard let parameters = request.json(ReceiptRequest.self), let text = parameters.receipt,
      let octets = Data(base64Encoded: text), octets.first == 0x30
    else { return status(21_002) }
    guard let given = given(Array(octets)) else { return status(21_003) }
    guard given.isSandbox == sandbox else { return status(sandbox ? 21_008 : 21_007) }
    let purchases = state.world.purchases(
      of: given.account,
      in: .apple,
      app: given.app,
      sandbox: sandbox
    )
    let needsSecret = purchases.contains { $0.kind == .subscription }
    guard !needsSecret || parameters.password == keys.sharedSecret else { return status(21_004) }
    let maker = AppleReceipts(
      products: state.world.products,
      purchases: purchases,
      app: given.app,
      isSandbox: sandbox,
      now: state.world.now
    )
    let latest = try receipt(account: given.account, app: given.app, sandbox: sandbox)
    return SimulatorResponse(
      200,
      maker.answer(
        madeAt: given.madeAt,
        latestReceipt: latest,
        excludesOld: parameters.excludesOld ?? false
      )
    )
  }

  private func status(_ code: Int64) -> SimulatorResponse {
    SimulatorResponse(200, ["status": .number(code)])
  }

  /// Finds the issued receipt by the ID inside; `nil` if it was changed.
  private func given(_ octets: [UInt8]) -> IssuedReceipt? {
    let start = Array("purser-simulated:".utf8)
    guard let at = octets.firstRange(of: start)?.lowerBound,
      let end = octets[at...].prefix(40).firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let mark = String(decoding: octets[at...end], as: UTF8.self)
    guard let given = state.receipts[mark], given.checksum == IssuedReceipt.checksum(octets) else {
      return nil
    }
    return given
  }

  /// A version 1 notification: unsigned, with the shared secret as its only proof.
  func oldNotification(_ sentNotification: SimulatedNotification) throws -> String? {
    guard let type = ApplePayloads.oldType(of: sentNotification),
      let purchase = sentNotification.purchase
    else {
      return nil
    }
    let receipt = try receipt(
      account: purchase.account,
      app: sentNotification.app,
      sandbox: sentNotification.isSandbox
    )
    let maker = AppleReceipts(
      products: state.world.products,
      purchases: [purchase],
      app: sentNotification.app,
      isSandbox: sentNotification.isSandbox,
      now: sentNotification.at
    )
    let unified: JSON = [
      "environment": .text(ApplePayloads.environment(sentNotification.isSandbox)), "status": 0,
    ]
    let isOver = purchase.state == .expired || purchase.state == .revoked
    let body: JSON = [
      "notification_type": .text(type),
      "environment": sentNotification.isSandbox ? "Sandbox" : "PROD",
      "password": .text(keys.sharedSecret),
      "auto_renew_adam_id": .text(String(SimulatedShop.appleID)),
      "auto_renew_product_id": .text(purchase.nextProduct ?? purchase.product),
      "auto_renew_status": .text(String(purchase.autoRenews)),
      "bid": .text(sentNotification.app),
      "bvrs": "7",
      "expiration_intent": isOver ? .of(ApplePayloads.intent(purchase.endReason)) : nil,
      "original_transaction_id": .text(purchase.id),
      "unified_receipt": unified.with(maker.latest(receipt, excludesOld: false)),
    ]
    return body.string
  }
}
