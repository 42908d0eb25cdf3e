import Basics
import Crypto
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Handles the calls of one title.
struct PlayFabHandler: Sendable {
  let settings: PlayFabConfiguration
  let core: WebDependencies

  /// The actor name of the endpoints in the ledger.
  static let actor = "playfab"

  /// Runs a service operation and converts its error.
  func wrapping<Answer>(
    _ operation: @autoclosure () async throws(ServiceError) -> Answer
  ) async throws(PlayFabError) -> Answer {
    do throws(ServiceError) {
      return try await operation()
    } catch {
      throw PlayFabError(error)
    }
  }

  /// The player of the call's session.
  func player(_ call: PlayFabCall) async throws(PlayFabError) -> ID<User> {
    try await player(bearing: call.ticket)
  }

  func player(bearing ticket: String?) async throws(PlayFabError) -> ID<User> {
    guard let ticket else { throw .notAuthenticated }
    let hash = hash(ofTicket: ticket)
    let user = try await wrapping(try await core.service.playFab.player(bearing: hash))
    guard let user else { throw .invalidTicket }
    return user
  }

  /// The title is part of the hash, so a ticket of another title is not valid here.
  func hash(ofTicket ticket: String) -> [UInt8] {
    Array(SHA256.hash(data: Data("\(settings.title)\u{0}\(ticket)".utf8)))
  }

  /// The catalog of the call's version, or the primary one. An unknown version is empty.
  func catalog(_ call: PlayFabCall) async throws(PlayFabError) -> CatalogIndex {
    let version = try call.text("CatalogVersion").flatMap { $0.isEmpty ? nil : $0 }
    let found = try await wrapping(try await core.service.catalog(version))
    if let found { return found }
    let primary = try await wrapping(try await core.service.catalog())
    guard primary != nil, let version else { throw .noCatalog }
    return CatalogIndex(Catalog(version: version))
  }

  /// Whether a purchase is of the title's apps and of an environment accepted for the player.
  func isOurs(_ purchase: ChainRecord, of user: ID<User>) -> Bool {
    guard let name = Subscription.Name(purchase.id),
      settings.accepted.environments(for: user).contains(name.environment)
    else { return false }
    return isOurs(app: name.app, at: name.store)
  }

  func isOurs(app: String, at store: Store) -> Bool {
    switch store {
    case .apple: settings.bundleID.map { $0 == app } ?? core.isOurs(app: app, at: store)
    case .google: settings.packageName.map { $0 == app } ?? core.isOurs(app: app, at: store)
    case .microsoft, .amazon: true
    }
  }

  /// A stable ID of 16 digits. A custom ID is a password, and the ledger's key prevents guessing it
  /// from the digits. `nil` keeps the IDs of players from before the ledger had a key.
  func identifier(_ kind: String, of text: String, key: [UInt8]?) -> String {
    let message = Data("playfab \(kind)\u{0}\(settings.title)\u{0}\(text)".utf8)
    guard let key else { return Self.digits(SHA256.hash(data: message).prefix(8)) }
    let code = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key))
    return Self.digits(code.prefix(8))
  }

  /// Uppercase hexadecimal digits.
  static func digits(_ bytes: some Sequence<UInt8>) -> String {
    String(hex: Array(bytes)).uppercased()
  }

  static func text(_ instant: Date) -> String { RFC3339.text(instant, milliseconds: true) }
}
