import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Users' Store ID keys: renewed in time, because one that ended can be renewed no more, and only
/// the app gets another.
actor StoreIDKeys {
  /// Each is some two thousand letters.
  private static let most = 10_000

  private let configuration: MicrosoftConfiguration
  private let door: StoreDoor
  private let renewed: @Sendable (_ old: Secret, _ new: Secret) async -> Void
  /// What took the place of a key, for who still asks with the old one.
  private var newer: [Secret: Secret] = [:]

  init(
    _ configuration: MicrosoftConfiguration,
    _ door: StoreDoor,
    renewed: @escaping @Sendable (_ old: Secret, _ new: Secret) async -> Void
  ) {
    self.configuration = configuration
    self.door = door
    self.renewed = renewed
  }

  /// The key to ask with. A renewal that fails is no harm yet: the old key holds until its end.
  func current(_ key: Secret, for source: TokenSource) async -> Secret {
    let newest = newer[key] ?? key
    guard isDue(newest), let fresh = try? await renew(newest, for: source) else { return newest }
    if newer.count >= Self.most { newer = [:] }
    newer[key] = fresh
    await renewed(newest, fresh)
    return fresh
  }

  private func isDue(_ key: Secret) -> Bool {
    guard let claims = try? MicrosoftStoreIDKey(Array(key.opened().utf8)),
      let end = claims.expiresAt
    else { return false }
    let rest = end.timeIntervalSince(door.time.now())
    return rest > 0 && rest < configuration.renewsKeysWithin / .seconds(1)
  }

  private func renew(_ key: Secret, for source: TokenSource) async throws -> Secret {
    let claims = try MicrosoftStoreIDKey(Array(key.opened().utf8))
    let base =
      claims.service == .purchase ? configuration.purchase : configuration.collections
    let (ticket, _) = try await door.tokens.token(from: source)
    let reply = try await door.answer(
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
