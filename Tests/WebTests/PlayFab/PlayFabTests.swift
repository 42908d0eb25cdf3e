import Basics
import Crypto
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct `PlayFab's clients` {
  private static let unlock = PlayFabFixture.purchase("unlock", .nonConsumable, "1001")
  private static let pro = PlayFabFixture.purchase("pro", .autoRenewable, "2001", lasting: 30)
  private static let gems = PlayFabFixture.purchase("gems", .consumable, "3001", begun: 1)

  @Test func `get back every purchase that lasts`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let receipt = try PlayFabFixture.receipt([
      Self.unlock, Self.pro, Self.gems,
      PlayFabFixture.purchase("hat", .nonConsumable, "1002", cancelled: true),
      PlayFabFixture.purchase("pro", .autoRenewable, "2002", begun: 60, lasting: 30),
      PlayFabFixture.purchase("elsewhere", .nonConsumable, "1003"),
    ])
    #expect(try await stand.restore(receipt, ada) == .items(["unlock", "pro"]))
    #expect(try await stand.inventory(ada) == ["pro", "unlock"])
  }

  @Test func `get the same purchases back but once`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let first = try PlayFabFixture.receipt([Self.unlock])
    let later = try PlayFabFixture.receipt([Self.unlock, Self.pro])
    #expect(try await stand.restore(first, ada) == .items(["unlock"]))
    #expect(try await stand.restore(first, ada) == .items([]))
    #expect(try await stand.restore(later, ada) == .items(["pro"]))
    #expect(try await stand.inventory(ada) == ["pro", "unlock"])
  }

  @Test(arguments: OwnershipPolicy.allCases)
  func `keep what they have from others, whatever the policy`(
    _ policy: OwnershipPolicy
  ) async throws {
    let stand = try await PlayFabFixture()
    _ = try await stand.service.actions.perform(.policy(policy), by: "kim")
    let (ada, bea) = (try await stand.ticket("ada"), try await stand.ticket("bea"))
    let receipt = try PlayFabFixture.receipt([Self.unlock])
    #expect(try await stand.restore(receipt, ada) == .items(["unlock"]))
    #expect(try await stand.restore(receipt, bea) == .error(1022))
    // Apple signs a new one whenever it is asked for.
    let fresh = try PlayFabFixture.receipt([Self.unlock], age: 1)
    #expect(try await stand.restore(fresh, bea) == .error(1022))
    #expect(try await stand.inventory(ada) == ["unlock"])
    #expect(try await stand.inventory(bea) == [])
    let more = try PlayFabFixture.receipt([Self.unlock, Self.pro])
    #expect(try await stand.restore(more, bea) == .items(["pro"]))
    #expect(try await stand.restore(more, bea) == .items([]))
    #expect(try await stand.inventory(ada) == ["unlock"])
    #expect(try await stand.inventory(bea) == ["pro"])
  }

  @Test func `get what an operator gave them, and lose what was moved away`() async throws {
    let stand = try await PlayFabFixture()
    let (ada, bea) = (try await stand.ticket("ada"), try await stand.ticket("bea"))
    let receipt = try PlayFabFixture.receipt([Self.unlock])
    #expect(try await stand.restore(receipt, ada) == .items(["unlock"]))
    let chain = ID<Subscription>("apple:production:\(PlayFabFixture.app):1001")
    _ = try await stand.service.actions.perform(.transfer(chain, to: ID("bea")), by: "kim")
    #expect(try await stand.restore(receipt, bea) == .items([]))
    #expect(try await stand.restore(receipt, ada) == .error(1022))
    #expect(try await stand.inventory(bea) == ["unlock"])
  }

  @Test func `get what nobody was named for when it was imported`() async throws {
    let stand = try await PlayFabFixture()
    let receipt = try PlayFabFixture.receipt([Self.unlock])
    _ = try await stand.service.submissions.validate(
      SubmittedDocument(bytes: Array(receipt.utf8), user: nil)
    )
    let ada = try await stand.ticket("ada")
    #expect(try await stand.inventory(ada) == [])
    #expect(try await stand.restore(receipt, ada) == .items(["unlock"]))
    #expect(try await stand.inventory(ada) == ["unlock"])
  }

  @Test func `redeem a receipt once, and but one purchase in it`() async throws {
    let stand = try await PlayFabFixture()
    let (ada, bea) = (try await stand.ticket("ada"), try await stand.ticket("bea"))
    let receipt = try PlayFabFixture.receipt([Self.gems])
    #expect(try await stand.validate(receipt, ada) == .items(["gems"]))
    #expect(try await stand.validate(receipt, ada) == .error(1022))
    #expect(try await stand.validate(receipt, bea) == .error(1022))
    let other = PlayFabFixture.purchase("gems", .consumable, "3002", begun: 0.5)
    let next = try PlayFabFixture.receipt([Self.gems, other])
    #expect(try await stand.validate(next, ada) == .items(["gems"]))
    let two = try PlayFabFixture.receipt([Self.unlock, Self.pro])
    #expect(try await stand.validate(two, ada) == .error(1097))
    #expect(try await stand.inventory(ada) == ["gems", "gems"])
  }

  @Test func `redeem all purchases of a receipt where the title takes several`() async throws {
    let stand = try await PlayFabFixture { $0.takesSeveralItems = true }
    let ada = try await stand.ticket("ada")
    let receipt = try PlayFabFixture.receipt([Self.unlock, Self.pro, Self.gems])
    #expect(try await stand.validate(receipt, ada) == .items(["unlock", "pro", "gems"]))
    #expect(try await stand.validate(receipt, ada) == .error(1022))
  }

  @Test func `redeem a consumable that lay in a receipt they restored`() async throws {
    let stand = try await PlayFabFixture()
    let (ada, bea) = (try await stand.ticket("ada"), try await stand.ticket("bea"))
    let receipt = try PlayFabFixture.receipt([Self.unlock, Self.gems])
    #expect(try await stand.restore(receipt, ada) == .items(["unlock"]))
    #expect(try await stand.inventory(ada) == ["unlock"])
    // It was bought on the same device, by whoever redeems it.
    #expect(try await stand.validate(receipt, bea) == .items(["gems"]))
    #expect(try await stand.inventory(bea) == ["gems"])
    #expect(try await stand.inventory(ada) == ["unlock"])
  }

  @Test func `are credited a currency where it is redeemed, once, and keep it`() async throws {
    let coins = Catalog.Item(id: "coins", kind: .consumable, balances: [Catalog.Amount(100, "GO")])
    var catalog = PlayFabFixture.catalog
    catalog.items.append(coins)
    let stand = try await PlayFabFixture(catalog: catalog)
    let (ada, bea) = (try await stand.ticket("ada"), try await stand.ticket("bea"))
    func gold(_ ticket: String) async throws -> Int? {
      let answer = try await stand.ask("GetUserInventory", ticket: ticket)
      return answer["data"]?["VirtualCurrency"]?["GO"]?.integer
    }
    let receipt = try PlayFabFixture.receipt([
      Self.unlock, PlayFabFixture.purchase("coins", .consumable, "3001"),
      PlayFabFixture.purchase("elsewhere", .nonConsumable, "1003"),
    ])
    #expect(try await stand.restore(receipt, ada) == .items(["unlock"]))
    #expect(try await gold(ada) == 50, "nothing was redeemed")
    let rights = try await stand.service.users.heldRights(of: ID("ada"))
    #expect(rights?.rights.map(\.entitlement.key) == ["unlock"])
    #expect(try await stand.inventory(ada) == ["unlock"])
    let single = try PlayFabFixture.receipt([PlayFabFixture.purchase("coins", .consumable, "3001")])
    #expect(try await stand.validate(single, bea) == .items(["coins"]))
    #expect(try await [gold(ada), gold(bea)] == [50, 150])
    // Restoring again takes nothing from whoever redeemed it.
    #expect(try await stand.restore(receipt, ada) == .items([]))
    #expect(try await stand.validate(single, ada) == .error(1022))
    #expect(try await [gold(ada), gold(bea)] == [50, 150])
  }

  @Test func `redeem a signed transaction, and no receipt in its place`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let signed = try PlayFabFixture.transaction("gems", "3003", type: "Consumable")
    let body: JSONValue = ["JwsReceiptData": .string(signed)]
    #expect(try await stand.given("ValidateIOSReceipt", body, ada) == .items(["gems"]))
    #expect(try await stand.given("ValidateIOSReceipt", body, ada) == .error(1022))
    #expect(try await stand.restore(signed, ada) == .error(1021))
    let receipt = try PlayFabFixture.receipt([Self.gems])
    let swapped: JSONValue = ["JwsReceiptData": .string(receipt)]
    #expect(try await stand.given("ValidateIOSReceipt", swapped, ada) == .error(1021))
  }

  @Test func `use up what they have, and no more`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    _ = try await stand.validate(try PlayFabFixture.receipt([Self.gems]), ada)
    let gems = try await stand.instance("gems", ada)
    #expect(try await stand.consume(4, of: gems, ada)["data"]?["RemainingUses"]?.integer == 6)
    // The clock stands still: the same words again are another act.
    #expect(try await stand.consume(4, of: gems, ada)["data"]?["RemainingUses"]?.integer == 2)
    #expect(try await stand.consume(3, of: gems, ada)["errorCode"]?.integer == 1062)
    #expect(try await stand.consume(2, of: gems, ada)["data"]?["RemainingUses"]?.integer == 0)
    #expect(try await stand.inventory(ada) == [])
    #expect(try await stand.consume(1, of: gems, ada)["errorCode"]?.integer == 1047)
  }

  @Test func `use up one thing of a bundle and keep the rest`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let pack = PlayFabFixture.purchase("pack", .nonConsumable, "4001")
    let receipt = try PlayFabFixture.receipt([pack])
    #expect(try await stand.restore(receipt, ada) == .items(["pack", "hat", "potion"]))
    let potion = try await stand.instance("potion", ada)
    #expect(try await stand.consume(6, of: potion, ada)["data"]?["RemainingUses"]?.integer == 0)
    #expect(try await stand.inventory(ada) == ["hat", "pack"])
    let hat = try await stand.instance("hat", ada)
    #expect(try await stand.consume(1, of: hat, ada)["errorCode"]?.integer == 1062)
    let answer = try await stand.ask("GetUserInventory", ticket: ada)
    #expect(answer["data"]?["VirtualCurrency"]?["GO"]?.integer == 150)
  }

  @Test func `use up the last one but once, whoever is first`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    _ = try await stand.validate(try PlayFabFixture.receipt([Self.gems]), ada)
    let gems = try await stand.instance("gems", ada)
    let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { try await stand.consume(1, of: gems, ada)["data"] != nil }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(outcomes == 10)
  }

  @Test func `race for one purchase, and one of them has it`() async throws {
    let stand = try await PlayFabFixture()
    let receipt = try PlayFabFixture.receipt([Self.unlock])
    var tickets: [String] = []
    for number in 0..<8 { tickets.append(try await stand.ticket("player-\(number)")) }
    let given = try await withThrowingTaskGroup(of: PlayFabFixture.Given.self) { group in
      for ticket in tickets { group.addTask { try await stand.restore(receipt, ticket) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(given.count { $0 == .items(["unlock"]) } == 1)
    #expect(given.count { $0 == .error(1022) } == 7)
  }

  @Test func `are somebody else after their session is over`() async throws {
    let stand = try await PlayFabFixture { $0.sessionHours = 1 }
    let ada = try await stand.ticket("ada")
    stand.clock.advance(3_599)
    #expect(try await stand.inventory(ada) == [])
    let before = try await stand.ask("GetUserInventory", ticket: ada)
    #expect(before["code"]?.integer == 200)
    stand.clock.advance(1)
    let after = try await stand.ask("GetUserInventory", ticket: ada)
    #expect(after["errorCode"]?.integer == 1100)
  }

  @Test func `do not log in as those whose names the ledger made up`() async throws {
    let stand = try await PlayFabFixture()
    for name in ["anonymous-1001", "Erased-1"] {
      let answer = try await stand.ask(
        "LoginWithCustomID",
        ["TitleId": "A1B2", "CustomId": .string(name), "CreateAccount": true]
      )
      #expect(answer["errorCode"]?.integer == 1000)
    }
  }

  @Test func `are by default nobody whom another endpoint knows by that name`() async throws {
    let prefix = PlayFabConfiguration(title: "A1B2").userPrefix
    let stand = try await PlayFabFixture { $0.userPrefix = prefix }
    _ = try await stand.service.actions.perform(.merge(into: ID("ada"), ID("lovelace")), by: "kim")
    let receipt = try PlayFabFixture.receipt([Self.unlock])
    let handed = Submission.document(stand.service.submissions.examine(Array(receipt.utf8)))
    _ = try await stand.service.submissions.submit(handed, for: ID("ada"), at: .playfab)
    #expect(try await stand.inventory(try await stand.ticket("ada")) == [])
    let rest = try PlayFabFixture.receipt([Self.unlock, Self.pro])
    #expect(try await stand.restore(rest, try await stand.ticket("ada")) == .items(["pro"]))
  }

  @Test func `are told that a subscription is somebody else's`() async throws {
    let stand = try await PlayFabFixture()
    let receipt = try PlayFabFixture.receipt([Self.pro])
    let handed = Submission.document(stand.service.submissions.examine(Array(receipt.utf8)))
    _ = try await stand.service.submissions.submit(handed, for: ID("ada"), at: .playfab)
    let bea = try await stand.ticket("bea")
    #expect(try await stand.validate(receipt, bea) == .error(1340))
    #expect(try await stand.inventory(bea) == [])
  }

  @Test func `are asked to come again while nothing can be filed, and hear no more of it`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    try await Ledger(path: file.path).close()
    let ledger = try Ledger(readingOnly: file.path)
    let stand = try await PlayFabFixture(catalog: nil, ledger: ledger)
    let answer = try await stand.ask(
      "LoginWithCustomID",
      ["TitleId": "A1B2", "CustomId": "ada", "CreateAccount": true]
    )
    #expect(answer["code"]?.integer == 503)
    #expect(answer["errorCode"]?.integer == 1123)
    #expect(answer["errorMessage"]?.string?.contains("sqlite") == false)
    try await ledger.close()
  }

  private func ids(_ name: String, in stand: PlayFabFixture) async throws -> [String] {
    let answer = try await stand.ask(
      "LoginWithCustomID",
      ["TitleId": "A1B2", "CustomId": .string(name), "CreateAccount": true]
    )
    let data = try #require(answer["data"])
    return [
      try #require(data["PlayFabId"]?.string),
      try #require(data["EntityToken"]?["Entity"]?["Id"]?.string),
    ]
  }

  @Test func `have IDs by which nobody can try guesses at their names`() async throws {
    let (one, other) = (try await PlayFabFixture(), try await PlayFabFixture())
    // Secrets can be foretold here: another ledger makes its key of others.
    _ = other.core.random(1)
    let (mine, others) = (try await ids("ada", in: one), try await ids("ada", in: other))
    #expect(Set(mine).isDisjoint(with: others))
    #expect(try await ids("ada", in: one) == mine)
    // What anybody could make of the name alone.
    let guesses = ["player", "title player", "login"].map { kind in
      let hash = SHA256.hash(data: Data("playfab \(kind)\u{0}A1B2\u{0}ada".utf8))
      return String(hex: Array(hash.prefix(8))).uppercased()
    }
    #expect(Set(guesses).isDisjoint(with: mine + others))
    #expect(try await one.ticket("ada").hasPrefix(guesses[2]) == false)
  }

  @Test func `are not made known by what is refused`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let forged = try PlayFabFixture.receipt([Self.unlock], as: .appStore) { $0.bundleID = "other" }
    #expect(try await stand.restore(forged, ada) == .error(1098))
    #expect(try await stand.validate("bm90IGEgcmVjZWlwdA==", ada) == .error(1021))
    #expect(try await stand.service.users.account(of: ID("ada")) == nil)
  }

  @Test func `are not made where the title takes no new ones`() async throws {
    let stand = try await PlayFabFixture { $0.createsPlayers = false }
    let answer = try await stand.ask(
      "LoginWithCustomID",
      ["TitleId": "A1B2", "CustomId": "ada", "CreateAccount": true]
    )
    #expect(answer["errorCode"]?.integer == 22_000)
    #expect(try await stand.service.users.isKnown(ID("ada")) == false)
    let grant = OperatorAction.Kind.grant(ID("ada"), key: "news", .production, until: nil)
    _ = try await stand.service.actions.perform(grant, by: "kim")
    #expect(try await stand.inventory(try await stand.ticket("ada")) == [])
  }

  @Test func `buy in the sandbox where the settings name them for App Review`() async throws {
    let stand = try await PlayFabFixture {
      $0.accepted = AcceptedEnvironments(sandboxUsers: [ID("review")])
    }
    let receipt = try PlayFabFixture.receipt([Self.unlock]) { $0.environment = "ProductionSandbox" }
    let (ada, review) = (try await stand.ticket("ada"), try await stand.ticket("review"))
    #expect(try await stand.restore(receipt, ada) == .error(1300))
    #expect(try await stand.restore(receipt, review) == .items(["unlock"]))
    #expect(try await stand.inventory(review) == ["unlock"])
  }

  @Test func `are forgotten with their logins and sessions, and may come back`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let receipt = try PlayFabFixture.receipt([Self.unlock])
    #expect(try await stand.restore(receipt, ada) == .items(["unlock"]))
    let erased = try await stand.service.actions.erase(ID("ada"), by: "kim")
    #expect(erased != nil)
    let gone = try await stand.ask("GetUserInventory", ticket: ada)
    #expect(gone["errorCode"]?.integer == 1100)
    let unknown = try await stand.ask(
      "LoginWithCustomID",
      ["TitleId": "A1B2", "CustomId": "ada"]
    )
    #expect(unknown["errorCode"]?.integer == 1001)
    let again = try await stand.ticket("ada")
    #expect(try await stand.inventory(again) == [])
    #expect(try await stand.restore(receipt, again) == .items(["unlock"]))
  }

  @Test func `are forgotten although they bought nothing`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    #expect(try await stand.service.actions.erase(ID("ada"), by: "kim") != nil)
    let gone = try await stand.ask("GetUserInventory", ticket: ada)
    #expect(gone["errorCode"]?.integer == 1100)
  }

  @Test func `of one person by two names share what they have`() async throws {
    let stand = try await PlayFabFixture()
    let (ada, bea) = (try await stand.ticket("ada"), try await stand.ticket("bea"))
    _ = try await stand.restore(try PlayFabFixture.receipt([Self.unlock]), ada)
    _ = try await stand.service.actions.perform(.merge(into: ID("ada"), ID("bea")), by: "kim")
    #expect(try await stand.inventory(bea) == ["unlock"])
    #expect(try await stand.inventory(ada) == ["unlock"])
  }

  @Test func `ask from pages of other origins`() async throws {
    let stand = try await PlayFabFixture()
    let answer = await stand.router.answer(
      WebRequest("OPTIONS", "/Client/GetUserInventory?sdk=JavaScriptSDK")
    )
    #expect(answer.status == 204)
    let allowed = answer.headers.first { $0.name == "Access-Control-Allow-Headers" }
    #expect(allowed?.value.contains("X-Authorization") == true)
  }
}
