import Foundation
import Mint
import StoreSimulator
import Testing

/// What a demo's App Store knows of the demo's users.
@Suite struct DemoHistoryTests {
  private static let now = Date(timeIntervalSince1970: 1_795_228_800)
  private static let users = {
    let population = DemoPopulation(seed: 7, now: now)
    return (0..<600).map { population.user(at: $0) }
  }()
  private static let histories = users.map { DemoHistory($0, at: now).purchases }

  @Test func `every purchase of a genuine receipt is known, as the receipt tells it`() {
    for (user, purchases) in zip(Self.users, Self.histories) {
      let charges = Dictionary(
        purchases.flatMap { purchase in purchase.charges.map { ($0.id, (purchase, $0)) } },
        uniquingKeysWith: { first, _ in first }
      )
      for receipt in user.receipts where !receipt.isTampered {
        for sale in receipt.receipt.purchases {
          let (purchase, charge) = charges[sale.transactionID] ?? (nil, nil)
          #expect(purchase?.id == sale.originalTransactionID)
          #expect(purchase?.app == receipt.receipt.bundleID)
          #expect(purchase?.isSandbox == (receipt.receipt.environment != "Production"))
          #expect(charge?.product == sale.productID)
          #expect(charge?.purchasedAt == sale.purchaseDate)
          #expect(charge?.expiresAt == sale.expiresDate)
          #expect((charge?.offer == .trial) == sale.isTrial)
          if let cancelled = sale.cancellationDate { #expect(charge?.cancelledAt == cancelled) }
        }
      }
    }
  }

  @Test func `apps send the transactions of a receipt's last year, with their prices`() throws {
    let mint = PayloadMint(try PayloadAuthority.demo(at: Self.now))
    for user in Self.users.prefix(40) {
      let told = user.receipts.filter { !$0.isTampered }.map(\.receipt)
      let recent = told.flatMap { receipt in
        receipt.purchases.filter {
          receipt.creationDate.timeIntervalSince($0.purchaseDate) < 365 * 86_400
        }
      }
      let transactions = try DemoHistory(user, at: Self.now).transactions(signedBy: mint)
      let payloads = try transactions.map { text in
        let part = text.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
        let padded = String(part) + String(repeating: "=", count: (4 - part.count % 4) % 4)
        let payload = try #require(Data(base64Encoded: padded))
        let object = try JSONSerialization.jsonObject(with: payload)
        return try #require(object as? [String: Any])
      }
      let ids = Set(payloads.compactMap { $0["transactionId"] as? String })
      #expect(ids.isSuperset(of: recent.map(\.transactionID)))
      #expect(ids.isSubset(of: told.flatMap(\.purchases).map(\.transactionID)))
      #expect(payloads.allSatisfy { $0["price"] is NSNumber && $0["currency"] as? String == "USD" })
    }
  }

  @Test func `no two charges share a number`() {
    let ids = Self.histories.joined().flatMap { $0.charges.map(\.id) }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `a world that takes them up has nothing to catch up with`() {
    var world = SimulatedWorld(at: Self.now, products: DemoHistory.products)
    for purchases in Self.histories { world.adopt(purchases) }
    world.advance(to: Self.now)
    #expect(world.notifications.isEmpty)
    #expect(world.purchases == Self.histories.flatMap(\.self))
    for purchase in world.purchases {
      #expect(world.purchase(purchase.charges[0].order)?.account != nil)
      #expect(world.purchase(purchase.id) == purchase)
    }
    world.advance(to: Self.now.addingTimeInterval(40 * 86_400))
    #expect(world.notifications.contains { $0.change == .renewed })
  }

  @Test func `the store knows of every kind what no receipt told`() {
    let purchases = Self.histories.joined().filter { $0.isSubscription && !$0.isSandbox }
    #expect(purchases.contains { $0.state == .active && !$0.autoRenews })
    #expect(purchases.contains { $0.state == .active && $0.autoRenews })
    #expect(purchases.contains { $0.state == .retry })
    #expect(purchases.contains { $0.state == .expired && $0.endReason == .billing })
    #expect(purchases.contains { $0.state == .expired && $0.endReason == .voluntary })
    let told = Set(
      Self.users.flatMap(\.receipts).flatMap(\.receipt.purchases).map(\.transactionID)
    )
    #expect(purchases.contains { $0.charges.contains { !told.contains($0.id) } })
  }
}
