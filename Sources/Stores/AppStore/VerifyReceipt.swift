import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// The deprecated verifyReceipt service, which takes whole receipts.
struct VerifyReceipt: Sendable {
  let configuration: AppleConfiguration
  let httpClient: StoreHTTPClient

  func ask(
    _ receipt: String,
    excludesOld: Bool,
    _ shop: StoreScope,
    in environment: Environment
  ) async throws(StoreClientError) -> StoreAnswer {
    let secret = configuration.app(shop.app)?.sharedSecret
    let request = request(receipt, excludesOld: excludesOld, secret, in: environment)
    let reply = try await httpClient.answer(request)
    try reply.json { VerifyReceiptResponse($0) != nil }
    let hints = DocumentHints(app: shop.app, environment: environment.rawValue)
    return StoreAnswer(
      documents: [.init(bytes: reply.body, hints: hints)],
      environment: environment
    )
  }

  /// Sends an empty receipt, which the store rejects as malformed.
  func check(in environment: Environment) async throws(StoreClientError) {
    let request = request("", excludesOld: false, nil, in: environment)
    let reply = try await httpClient.reply(to: request, as: nil)
    if reply.http == 200, reply.code.flatMap({ Int($0) }) != nil { return }
    if let error = reply.error(at: httpClient.time.now()) { throw error }
  }

  private func request(
    _ receipt: String,
    excludesOld: Bool,
    _ secret: Secret?,
    in environment: Environment
  ) -> StoreRequest {
    StoreRequest(
      .verifyReceipt,
      .post,
      configuration.verifyReceipt.url(of: environment),
      "/verifyReceipt",
      body: .json(
        .members([
          "receipt-data": .string(receipt),
          "password": secret.map { .string($0.opened()) },
          "exclude-old-transactions": .bool(excludesOld),
        ])
      ),
      bucket: .verifyReceipt
    )
  }
}
