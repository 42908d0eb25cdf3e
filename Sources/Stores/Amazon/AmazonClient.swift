import Entitlements
import Receipts
import ServiceCore

/// Amazon's Receipt Verification Service. The shared secret is part of the path, so a URL must
/// never be shown.
struct AmazonClient: Sendable {
  let configuration: AmazonConfiguration
  let httpClient: StoreHTTPClient

  var client: StoreClient {
    StoreClient(
      ask: ask,
      act: { (_, _) async throws(StoreClientError) in
        throw UnsupportedOperations.otherStore(.amazon)
      },
      check: check
    )
  }

  private func ask(
    _ question: StoreQuery,
    _ shop: StoreScope
  ) async throws(StoreClientError) -> StoreAnswer {
    guard case .amazonReceipt(let user, let receipt) = question else {
      throw UnsupportedOperations.otherStore(.amazon)
    }
    let environment = try UnsupportedOperations.environment(shop, .amazon) ?? .production
    let reply = try await httpClient.answer(try request(user: user, receipt: receipt, environment))
    try reply.json { AmazonDocument.kind(of: $0) == .amazonReceipt }
    let hints = DocumentHints(app: shop.app, purchaseToken: receipt, account: user)
    return StoreAnswer(reply, hints, environment)
  }

  private func request(
    user: String,
    receipt: String,
    _ environment: Environment
  ) throws(StoreClientError) -> StoreRequest {
    guard let secret = configuration.secret, !secret.isEmpty else {
      throw .notConfigured(.amazon, missing: "the shared secret")
    }
    let root = environment == .sandbox ? "/sandbox" : ""
    let path = [
      "version/1.0/verifyReceiptId/developer", URLText.segment(secret.opened()),
      "user", URLText.segment(user), "receiptId", URLText.segment(receipt),
    ]
    return StoreRequest(
      .amazonReceipts,
      .get,
      configuration.base,
      root + "/" + path.joined(separator: "/"),
      bucket: .amazon
    )
  }

  /// Queries a receipt that cannot exist: an error about it means that the secret was accepted.
  private func check() async -> [StoreCheck] {
    var checks: [StoreCheck] = []
    for environment in [Environment.production, .sandbox] {
      let name = "Amazon Receipt Verification Service, \(environment.rawValue)"
      checks.append(
        await StoreCheck.of(name, store: .amazon) { () async throws(StoreClientError) in
          let request = try request(user: "check", receipt: "check", environment)
          let reply = try await httpClient.reply(to: request, as: nil)
          guard ![400, 410, 497].contains(reply.http) else { return }
          if let error = reply.error(at: httpClient.time.now()) { throw error }
        }
      )
    }
    return checks
  }
}
