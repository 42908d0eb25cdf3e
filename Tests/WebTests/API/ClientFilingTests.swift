import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

/// What clients' endpoints file, and what they don't.
@Suite struct ClientFilingTests {
  private typealias World = ValidatorWorld

  private func folder() -> String {
    FileManager.default.temporaryDirectory.appending(path: "ring-\(UUID())").path
  }

  private func tampered(_ receipt: String) throws -> String {
    var bytes = Array(try #require(Data(base64Encoded: receipt)))
    bytes[bytes.count - 20] ^= 1
    return Data(bytes).base64EncodedString()
  }

  @Test func `a rejected receipt goes to the ring, and makes neither document nor user`()
    async throws
  {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let world = try World(rejectedFolder: folder)
    try world.openAppStore()
    let receipt = try tampered(try world.receipt())
    let body = World.v13(receipt: receipt).changing([
      "additionalData": ["applicationUsername": "mallory"]
    ])
    let answer = try await world.ask(body)
    #expect(answer["code"]?.integer == 6_778_001)
    #expect(try await world.ledger.statistics.summary().documents == 0)
    #expect(try await world.ledger.statistics.summary().users == 0)
    let ring = RejectedDocumentFiles(folder)
    let kept = ring.entries().compactMap { ring.document(named: $0.name) }
    #expect(kept.map(\.group) == ["validate"])
    #expect(kept.map(\.bytes) == [Array(receipt.utf8)])
  }

  @Test func `beyond a quota what is on file is told, and what is new is asked for again`()
    async throws
  {
    var quotas = QuotaLimits()
    quotas.peer.documents = 3
    let world = try World(quotas: quotas)
    try world.openAppStore()
    let first = World.v13(receipt: try world.receipt())
    #expect(try await world.ask(first)["ok"]?.bool == true)
    // The receipt and two answers are filed.
    #expect(try await world.ledger.statistics.summary().documents == 3)
    let another = World.v13(receipt: try world.receipt([World.book(cancelled: nil, "301")]))
    let refused = try await world.ask(another)
    #expect(refused["code"]?.integer == 6_778_002, "a client asks again")
    #expect(try await world.ask(first)["ok"]?.bool == true)
    #expect(try await world.ledger.statistics.summary().documents == 3)
    let notices = try await world.ledger.statistics.quotaWarnings(since: World.now)
    #expect(notices.map(\.endpoint) == ["validate"])
    #expect(notices.map(\.scope) == ["peer"])
    #expect(notices.map(\.percent) == [100])
  }

  @Test func `what is filed about one purchase uses up no other's quota, whoever is named`()
    async throws
  {
    var quotas = QuotaLimits()
    quotas.purchase.documents = 3
    let world = try World(quotas: quotas)
    try world.openAppStore()
    // The receipt and two answers are filed, and no further receipt about it.
    #expect(try await world.ask(World.v13(receipt: try world.receipt()))["ok"]?.bool == true)
    let receipt = try world.receipt([World.month()])
    let again = try await world.ask(World.v13(receipt: receipt))
    #expect(again["code"]?.integer == 6_778_002)
    #expect(try await world.ledger.statistics.summary().documents == 3)
    let other = World.v13(receipt: try world.receipt([World.book(cancelled: nil, "301")]))
    _ = try await world.ask(other)
    #expect(try await world.ledger.statistics.summary().documents > 3)
    let notices = try await world.ledger.statistics.quotaWarnings(since: World.now)
    #expect(notices.map(\.scope) == ["purchase"])
  }

  @Test func `the operator is told before a quota is met`() async throws {
    var quotas = QuotaLimits()
    quotas.endpoint.documents = 5
    let world = try World(quotas: quotas)
    try world.openAppStore()
    _ = try await world.ask(World.v13(receipt: try world.receipt()))
    #expect(try await world.ledger.statistics.quotaWarnings(since: World.now) == [])
    // The store's answers are on file by now: the receipt alone is new.
    let another = World.v13(
      receipt: try world.receipt([World.month(), World.book(cancelled: nil, "301")])
    )
    #expect(try await world.ask(another)["ok"]?.bool == true)
    let notices = try await world.ledger.statistics.quotaWarnings(since: World.now)
    #expect(notices.map(\.scope) == ["endpoint"])
    #expect(notices.map(\.percent) == [80])
  }

  @Test func `launches of one app leave no more than its receipt and the store's answers`()
    async throws
  {
    let world = try World()
    for _ in 0..<5 {
      // The store signs anew each time.
      try world.openAppStore(others: [World.lasting()])
      #expect(try await world.ask(World.v13(receipt: try world.receipt()))["ok"]?.bool == true)
    }
    // Receipts are minted anew as well, and are documents of their own.
    let documents = try await world.ledger.documents.all()
    #expect(documents.count { $0.filing.document.kind == "app-store-response" } == 2)
  }
}
