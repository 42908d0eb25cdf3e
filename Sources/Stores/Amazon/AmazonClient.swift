import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Amazon's Receipt Verification Service. The shared secret stands in the path, so that no address
/// may ever be shown.
struct AmazonClient: Sendable {
  private let configuration: AmazonConfiguration
  private let door: StoreDoor

  init(_ configuration: AmazonConfiguration, _ door: StoreDoor) {
    self.configuration = configuration
    self.door = door
  }

  var client: StoreClient {
    StoreClient(
      ask: { (question, shop) async throws(StoreClientError) in try await ask(question, shop) },
      act: { (_, _) async throws(StoreClientError) in throw StoreRefusals.otherStore(.amazon) },
      check: { await check() }
    )
  }

  private func ask(
    _ question: StoreQuestion,
    _ shop: StoreShop
  ) async throws(StoreClientError) -> StoreAnswer {
    guard case .amazonReceipt(let user, let receipt) = question else {
      throw StoreRefusals.otherStore(.amazon)
    }
    let environment = try StoreRefusals.environment(shop, .amazon) ?? .production
    let reply = try await door.answer(try request(user: user, receipt: receipt, environment))
    try reply.json { AmazonDocument.kind(of: $0) == .amazonReceipt }
    let hints = Hints(
      app: shop.app,
      environment: environment.rawValue,
      purchaseToken: receipt,
      account: user
    )
    return StoreAnswer(
      documents: [.init(bytes: reply.body, hints: hints)],
      environment: environment
    )
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

  /// A receipt that cannot exist is asked for: whoever refuses it has taken the secret.
  private func check() async -> [StoreCheck] {
    var checks: [StoreCheck] = []
    for environment in [Environment.production, .sandbox] {
      let name = "Amazon Receipt Verification Service, \(environment.rawValue)"
      checks.append(
        await StoreCheck.of(name, store: .amazon) { () async throws(StoreClientError) in
          let request = try request(user: "check", receipt: "check", environment)
          let reply = try await door.reply(to: request, as: nil)
          guard ![400, 410, 497].contains(reply.http) else { return }
          if let error = reply.error(at: door.time.now()) { throw error }
        }
      )
    }
    return checks
  }
}
