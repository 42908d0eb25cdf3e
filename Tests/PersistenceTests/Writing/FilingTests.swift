import Entitlements
import Foundation
import Persistence
import TestSupport
import Testing

struct FilingTests {
  let folder: TemporaryFolder
  let receipt = Filing.receipt(
    "receipt",
    on: 40,
    for: .user(ID("ada")),
    [
      Sale("1", until: 30, offer: .trial), Sale("2", chain: "1", from: 30, until: 60),
      Sale("3", productID: "lifetime", kind: .nonConsumable, from: 20),
      Sale("4", productID: "coins", kind: .consumable, quantity: 3, from: 10),
    ],
    userName: "Ada",
    userEmail: "ada@example.com"
  )

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Medium.allCases)
  func `one filing writes all that follows from a receipt`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    #expect(try await ledger.file(receipt) == .filed(ID("ada")))

    let userDetails = try #require(try await ledger.users.details(of: ID("ada")))
    #expect(
      userDetails.user
        == User(id: ID("ada"), name: "Ada", email: "ada@example.com", firstSeenAt: day(40))
    )
    var orders = receipt.facts.orders
    for index in orders.indices { orders[index] = orders[index].changing { $0.user = ID("ada") } }
    #expect(userDetails.orders == [orders[1], orders[2], orders[3], orders[0]])
    #expect(userDetails.subscriptions == EntitlementRules.subscriptions(from: orders))
    #expect(userDetails.entitlements.map(\.key) == ["lifetime", "pro.monthly"])
    #expect(userDetails.entitlements.map(\.until) == [nil, day(60)])
    #expect(userDetails.documents.map(\.id.raw) == ["receipt"])
    #expect(userDetails.documents.map(\.byteCount) == [7])

    var summary = try await ledger.statistics.summary()
    #expect((summary.fileBytes > 0) == (medium == .file))
    summary.fileBytes = 0
    #expect(
      summary == LedgerSummary(users: 1, orders: 4, documents: 1, rejected: 0, fileBytes: 0)
    )
  }

  @Test func `what can be used up is its owner's alone, whoever shares the purchase`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file([StrangerWorld.policy(.share), receipt])
    let (bobID, at) = (ID<User>("bob"), day(41))
    let claims = receipt.facts.chains.sorted().map {
      PurchaseClaim($0, of: bobID, at: .validate, .confirmed, evidence: ID("receipt"), at: at)
    }
    try await ledger.file(claims)
    let ada = try #require(try await ledger.users.account(of: ID("ada")))
    let bob = try #require(try await ledger.users.account(of: ID("bob")))
    #expect(ada.inventory.map(\.granted) == [3])
    #expect(bob.inventory == [])
    let shared = try await ledger.users.entitlements(of: ID("bob"))
    #expect(shared.map(\.key) == ["lifetime", "pro.monthly"])
  }

  @Test(arguments: [OwnershipPolicy.keep, .transfer])
  func `a purchase is shared only as long as the policy says so`(
    _ policy: OwnershipPolicy
  ) async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file([StrangerWorld.policy(.share), receipt])
    let (bob, at) = (ID<User>("bob"), day(41))
    let claims = receipt.facts.chains.sorted().map {
      PurchaseClaim($0, of: bob, at: .validate, .presented, evidence: ID("receipt"), at: at)
    }
    try await ledger.file(claims)
    #expect(try await ledger.users.entitlements(of: bob) != [])
    _ = try await ledger.file(Lives.act(1_000, .policy(policy)))
    #expect(try await ledger.users.entitlements(of: bob) == [])
    #expect(try await ledger.users.entitlements(of: ID("ada")) != [])
  }

  @Test func `a claim on a purchase of which no document is on file gives it an owner`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    let (chain, ada) = (
      ID<Subscription>("google:production:com.example.app:token-1"), ID<User>("ada")
    )
    var claiming = receipt
    claiming.claims = [
      PurchaseClaim(chain, of: ada, at: .import, .trusted, evidence: ID("receipt"), at: day(41))
    ]
    _ = try await ledger.file(claiming)
    #expect(try await ledger.purchases.owner(of: chain) == ada)
  }

  @Test(arguments: Medium.allCases)
  func `what comes a second time is recognised by all of its bytes`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    let rejected = Filing.rejection("broken", on: 3, for: .nobody)
    _ = try await ledger.file([receipt, rejected])
    let bytes = receipt.document.bytes
    // The index looks at the length and the end only.
    let long = Filing.receipt(String(repeating: "a", count: 100), on: 41, for: .nobody, [])
    _ = try await ledger.file(long)
    var impostor = long.document.bytes
    impostor[0] ^= 1

    let asked = [bytes, Array(bytes.dropLast()), bytes + [0], [], rejected.document.bytes]
    #expect(try await ledger.documents.areGenuine(asked) == [true, false, false, false, false])
    #expect(
      try await ledger.documents.areGenuine([long.document.bytes, impostor]) == [true, false]
    )
  }

  @Test(arguments: Medium.allCases)
  func `a document comes back as it was filed`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    let rejected = Filing.rejection("broken", on: 3, for: .nobody)
    _ = try await ledger.file([receipt, rejected])

    var genuine = receipt.document
    genuine.user = ID("ada")
    #expect(try await ledger.documents.find(ID("receipt")) == genuine)
    #expect(try await ledger.documents.find(ID("broken")) == rejected.document)
    #expect(try await ledger.documents.find(ID("receip")) == nil)
    #expect(try await ledger.documents.find(ID("receipt\0")) == nil)
  }

  @Test(arguments: Medium.allCases)
  func `filing a document twice changes nothing`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    _ = try await ledger.file(receipt)
    let before = try await ledger.dump()

    #expect(try await ledger.file(receipt) == .alreadyFiled(ID("ada")))
    var renamed = receipt
    renamed.key = "another key for the same bytes"
    renamed.attribution = .user(ID("grace"))
    #expect(try await ledger.file(renamed) == .alreadyFiled(ID("ada")))
    #expect(try await ledger.dump() == before)
  }

  @Test(arguments: Medium.allCases)
  func `a filing that breaks a rule leaves nothing behind`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    _ = try await ledger.file(.receipt("first", on: 1, for: .user(ID("ada")), [Sale("1")]))
    let before = try await ledger.dump()

    var broken = receipt
    broken.facts.orders[2] = broken.facts.orders[2].changing { $0.quantity = -1 }
    let sound = Filing.receipt("sound", on: 2, for: .user(ID("grace")), [Sale("9")])
    await #expect(throws: LedgerError.refused(rule: "CHECK constraint failed: quantity >= 0")) {
      try await ledger.file([sound, broken])
    }
    #expect(try await ledger.dump() == before)
    #expect(try await ledger.file(receipt) == .filed(ID("ada")))
  }

  @Test func `a sale cannot cite a document nobody filed`() async throws {
    let ledger = try Ledger.inMemory()
    var unproved = receipt
    unproved.facts.orders[0] = unproved.facts.orders[0].changing {
      $0.statementSource.evidence = ID("elsewhere")
    }
    await #expect(throws: LedgerError.refused(rule: "a fact names a document not on file")) {
      try await ledger.file(unproved)
    }
    #expect(try await ledger.statistics.summary().documents == 0)
  }

  @Test(arguments: Medium.allCases)
  func `what was rejected is kept and grants nothing`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    let forged = Filing.rejection("forged", on: 1, for: .user(ID("mallory")), [Sale("1", until: 9)])
    #expect(try await ledger.file(forged) == .filed(ID("mallory")))

    let userDetails = try #require(try await ledger.users.details(of: ID("mallory")))
    #expect(userDetails.orders.isEmpty && userDetails.subscriptions.isEmpty)
    #expect(userDetails.entitlements.isEmpty)
    #expect(userDetails.documents.map(\.verdict) == [forged.document.verdict])
    var summary = try await ledger.statistics.summary()
    summary.fileBytes = 0
    #expect(
      summary == LedgerSummary(users: 1, orders: 0, documents: 1, rejected: 1, fileBytes: 0)
    )
  }

  @Test func `bytes that were rejected may be believed later, and never the reverse`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    var rejected = receipt
    rejected.document.verdict = .rejected(code: "wrong-app", at: nil, detail: "not ours")
    #expect(try await ledger.file(rejected) == .filed(ID("ada")))
    #expect(try await ledger.file(rejected) == .alreadyFiled(ID("ada")))
    #expect(try await ledger.statistics.summary().orders == 0)
    #expect(try await ledger.file(receipt) == .filed(ID("ada")))
    #expect(try await ledger.statistics.summary().orders == 4)
    let before = try await ledger.dump()
    #expect(try await ledger.file(rejected) == .alreadyFiled(ID("ada")))
    #expect(try await ledger.dump() == before)
  }

  @Test func `a refund in a later receipt ends the right`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(receipt)
    let refund = Filing.receipt(
      "refund",
      on: 45,
      for: .owner(orElse: ID("nobody yet")),
      [Sale("2", chain: "1", from: 30, until: 60, cancelled: 44)]
    )
    #expect(try await ledger.file(refund) == .filed(ID("ada")))
    let rights = try await ledger.users.details(of: ID("ada"))?.entitlements
    #expect(rights?.last?.until == day(44))
  }

  @Test func `an identifier with a NUL is refused rather than shortened`() async throws {
    let ledger = try Ledger.inMemory()
    let hostile = Filing.receipt("r", on: 1, for: .user(ID("ada\0x")), [Sale("1")])
    await #expect(throws: LedgerError.unusableText(field: "user ID")) {
      try await ledger.file(hostile)
    }
    #expect(try await ledger.users.details(of: ID("ada\0x")) == nil)
  }

  @Test func `instants beyond all calendars are stored as the nearest`() async throws {
    let ledger = try Ledger.inMemory()
    var strange = Filing.receipt("r", on: 1, for: .user(ID("ada")), [Sale("1", until: 3)])
    strange.facts.orders[0] = strange.facts.orders[0].changing {
      $0.expiresAt = Date(timeIntervalSince1970: .infinity)
      $0.originalPurchasedAt = Date(timeIntervalSince1970: .nan)
      $0.cancelledAt = Date(timeIntervalSince1970: -1e300)
    }
    _ = try await ledger.file(strange)
    let order = try await ledger.users.details(of: ID("ada"))?.orders.first
    #expect(order?.expiresAt?.timeIntervalSince1970 == 253_402_300_799.999)
    #expect(order?.originalPurchasedAt == .distantPast)
    #expect(order?.cancelledAt == .distantPast)
  }

  @Test func `an empty batch is no work`() async throws {
    #expect(try await Ledger.inMemory().file([]) == [])
  }
}
