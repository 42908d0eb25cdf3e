import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Renews users' Store ID keys in time, because an expired key cannot be renewed and only the app
/// can get a new one.
actor StoreIDKeys {
  /// Each has about 2,000 characters.
  private static let maxKeys = 10_000

  private let configuration: MicrosoftConfiguration
  private let httpClient: StoreHTTPClient
  private let renewed: @Sendable (_ old: Secret, _ new: Secret) async -> Void
  /// Renewed keys by the key that they replace.
  private var newer: [Secret: Secret] = [:]

  init(
    _ configuration: MicrosoftConfiguration,
    _ httpClient: StoreHTTPClient,
    renewed: @escaping @Sendable (_ old: Secret, _ new: Secret) async -> Void
  ) {
    self.configuration = configuration
    self.httpClient = httpClient
    self.renewed = renewed
  }

  /// The key to query with. A failed renewal is harmless: the old key is valid until its expiry.
  func current(_ key: Secret, for source: TokenSource) async -> Secret {
    let newest = newer[key] ?? key
    guard isDue(newest), let fresh = try? await renew(newest, for: source) else { return newest }
    if newer.count >= Self.maxKeys { newer = [:] }
    newer[key] = fresh
    await renewed(newest, fresh)
    return fresh
  }

  private func isDue(_ key: Secret) -> Bool {
    guard let claims = try? MicrosoftStoreIDKey(Array(key.opened().utf8)),
      let end = claims.expiresAt
    else { return false }
    let rest = end.timeIntervalSince(httpClient.time.now())
    return rest > 0 && rest < configuration.renewsKeysWithin / .seconds(1)
  }

  private func renew(_ key: Secret, for source: TokenSource) async throws -> Secret {
    let claims = try MicrosoftStoreIDKey(Array(key.opened().utf8))
    let base =
      claims.service == .purchase ? configuration.purchase : configuration.collections
    let (ticket, _) = try await httpClient.tokens.token(from: source)
    let reply = try await httpClient.answer(
      StoreRequest(
        .microsoftStore,
        .post,
        base,
        "/v6.0/b2b/keys/renew",
        body: .json(
          .members([
            "serviceTicket": .string(ticket.secret.opened()),
            "key": .string(key.opened()),
          ])
        ),
        bucket: .microsoft
      )
    )
    let json = try reply.json { ($0["key"] ?? $0["Key"])?.string?.isEmpty == false }
    return Secret((json["key"] ?? json["Key"])?.string ?? "")
  }
}
