import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Logins. As always with PlayFab, the name alone authenticates a player (seed-endpoints.md §2.2).
extension PlayFabHandler {
  /// PlayFab's own limit.
  private static let maxNameCharacters = 100
  private static let ticketBytes = 32
  private static let keyBytes = 32

  func logIn(
    _ call: PlayFabCall,
    _ provider: PlayerLogin.Provider,
    by member: String
  ) async throws(PlayFabError) -> JSONValue {
    guard try call.expectText("TitleId").uppercased() == settings.title.uppercased() else {
      throw .invalidTitle
    }
    let name = try call.expectText(member)
    guard name.unicodeScalars.count <= Self.maxNameCharacters, name.isLine else {
      throw .invalid(member, "The \(member) field must have 1 to 100 printable characters.")
    }
    let creates = try call.flag("CreateAccount")
    let login = PlayerLogin(
      provider,
      name: name,
      user: user(provider, name),
      creates: creates && settings.createsPlayers
    )
    guard !login.user.isReserved else {
      throw .invalid(member, "The \(member) field must be another: this one is reserved.")
    }
    let ticket = "\(Self.digits(core.random(8)))-\(settings.title)-\(secret())"
    let endsAt = core.now().addingTimeInterval(Double(settings.sessionHours) * 3_600)
    let hash = hash(ofTicket: ticket)
    let newKey = core.random(Self.keyBytes)
    let player = try await wrapping(
      try await core.withinQuotas(nil, of: call.client) { fullUntil throws(ServiceError) in
        var login = login
        login.creates = login.creates && fullUntil == nil
        let player = try await core.service.playFab.logIn(
          login,
          ticket: hash,
          until: endsAt,
          newKey: newKey
        )
        if let fullUntil, player == nil, creates { throw .overQuota(until: fullUntil) }
        // A new player adds two rows, login and session, of about this size.
        let isNew = player?.isNew == true
        return (player, FiledAmount(documents: isNew ? 2 : 0, bytes: isNew ? 512 : 0))
      }
    )
    guard let player else { throw creates ? .noNewPlayers : .accountNotFound }
    return try await answer(call, player, ticket: ticket, until: endsAt)
  }

  private func user(_ provider: PlayerLogin.Provider, _ name: String) -> ID<User> {
    switch provider {
    case .custom: ID(settings.userPrefix + name)
    case .ios, .android: ID("\(settings.userPrefix)\(provider.rawValue)-\(name)")
    }
  }

  private func secret() -> String { Data(core.random(Self.ticketBytes)).base64EncodedString() }

  private func answer(
    _ call: PlayFabCall,
    _ player: LoginResult,
    ticket: String,
    until endsAt: Date
  ) async throws(PlayFabError) -> JSONValue {
    let id = identifier("player", of: player.user.raw, key: player.identifierKey)
    return [
      "SessionTicket": .string(ticket),
      "PlayFabId": .string(id),
      "NewlyCreated": .bool(player.isNew),
      "SettingsForUser": [
        "NeedsAttribution": false, "GatherDeviceInfo": false, "GatherFocusInfo": false,
      ],
      "LastLoginTime": .text(player.lastAt.map(Self.text)),
      "InfoResultPayload": try await information(call, player.user),
      "EntityToken": [
        // Calls that take an entity token are not supported.
        "EntityToken": .string(secret()),
        "TokenExpiration": .string(Self.text(endsAt)),
        "Entity": [
          "Id": .string(identifier("title player", of: player.user.raw, key: player.identifierKey)),
          "Type": "title_player_account", "TypeString": "title_player_account",
        ],
      ],
      "TreatmentAssignment": ["Variants": [], "Variables": []],
    ]
  }

  /// The information that the client requests with its login; `nil` if none is supported.
  private func information(
    _ call: PlayFabCall,
    _ user: ID<User>
  ) async throws(PlayFabError) -> JSONValue? {
    let requested = call.body["InfoRequestParameters"]
    let (items, money) = (
      requested?["GetUserInventory"]?.bool, requested?["GetUserVirtualCurrency"]?.bool
    )
    guard items == true || money == true else { return nil }
    let stock: PlayFabStock
    do throws(PlayFabError) {
      stock = try await self.stock(of: user)
    } catch PlayFabError.noCatalog {
      // A login does not need a catalog.
      return nil
    }
    return [
      "UserInventory": items == true ? stock.items : [],
      "UserVirtualCurrency": money == true ? stock.balances : nil,
      "UserVirtualCurrencyRechargeTimes": money == true ? .object([]) : nil,
      "CharacterInventories": [], "UserDataVersion": 0, "UserReadOnlyDataVersion": 0,
    ]
  }
}
