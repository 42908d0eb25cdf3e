import Basics
import Foundation

/// Creates the receipts of one user's device over time from the user's traits.
struct ReceiptHistoryMaker {
  private let traits: DemoTraits
  let now: Date
  var generator: SplitMix64
  var identifiers: DemoIdentifiers
  /// The app whose purchases are made.
  private(set) var app = DemoShop.reader
  var isSandbox: Bool { traits.story == .sandbox }

  init(index: Int, traits: DemoTraits, now: Date, generator: SplitMix64) {
    self.traits = traits
    // Receipts have whole seconds, and nothing may be in the future.
    self.now = CivilTime(clamping: now).instant
    self.generator = generator
    identifiers = DemoIdentifiers(index: index, isSandbox: traits.story == .sandbox)
  }

  mutating func receipts() -> [DemoReceipt] {
    var apps = DemoShop.apps
    // Half of all users use the first app.
    app = generator.chance(50) ? DemoShop.reader : generator.pick(apps, else: DemoShop.reader)
    var purchases = make(traits.story)
    if traits.buysPacks {
      let count = Int.random(in: 1...4, using: &generator)
      purchases += packs(count, withinDays: isSandbox ? 0.5 : 120)
    }
    var receipts = snapshots(of: purchases)
    if traits.hasSecondApp {
      apps.removeAll { $0 == app }
      app = generator.pick(apps, else: DemoShop.trails)
      let story = isSandbox ? DemoStory.sandbox : DemoStory.any(&generator)
      // A sandbox account has no production purchases in the same device's receipt.
      let made = make(story == .sandbox && !isSandbox ? .yearly : story)
      receipts.append(receipt(of: made, at: lastRefresh(after: made)))
    }
    let genuine = receipts.map { DemoReceipt(receipt: $0, isTampered: false) }
    guard traits.cheats, let newest = receipts.last else { return genuine }
    return genuine + [DemoReceipt(receipt: forged(newest), isTampered: true)]
  }

  private mutating func snapshots(of purchases: [MintedPurchase]) -> [MintedReceipt] {
    let newest = receipt(of: purchases, at: lastRefresh(after: purchases))
    let dates = purchases.map(\.purchaseDate).sorted()
    guard traits.hasOlderReceipt, let last = dates.last,
      let before = dates.last(where: { $0 < last })
    else { return [newest] }
    let seconds = Double.random(in: 0.05...0.9, using: &generator) * last.timeIntervalSince(before)
    var older = newest
    older.creationDate = CivilTime(clamping: before.addingTimeInterval(seconds)).instant
    older.purchases = Self.seen(purchases, at: older.creationDate)
    return [older, newest]
  }

  /// A device refreshes its receipt soon after a purchase, or at any later time.
  private mutating func lastRefresh(after purchases: [MintedPurchase]) -> Date {
    let events = purchases.map { max($0.purchaseDate, $0.cancellationDate ?? $0.purchaseDate) }
    guard let last = events.max(), last < now else { return now }
    let since = now.timeIntervalSince(last)
    let delay =
      generator.chance(60)
      ? min(since, Double.random(in: 2...90, using: &generator))
      : Double.random(in: 0...since, using: &generator)
    return CivilTime(clamping: last.addingTimeInterval(delay)).instant
  }

  private mutating func receipt(of purchases: [MintedPurchase], at creation: Date) -> MintedReceipt
  {
    let seen = Self.seen(purchases, at: creation)
    let first = seen.map(\.purchaseDate).min() ?? creation
    let owned = Double.random(in: 60...150 * 86_400, using: &generator)
    let sandboxBegan = Date(timeIntervalSince1970: 1_375_340_400)
    let version = generator.pick(app.versions, else: "1")
    return MintedReceipt(
      environment: isSandbox ? "ProductionSandbox" : "Production",
      bundleID: app.bundleID,
      appVersion: version,
      creationDate: creation,
      originalPurchaseDate: isSandbox
        ? sandboxBegan : CivilTime(clamping: first.addingTimeInterval(-owned)).instant,
      originalAppVersion: isSandbox ? "1.0" : app.versions.first ?? version,
      appItemID: isSandbox ? 0 : app.itemID,
      developerID: isSandbox ? 0 : 118_227_319,
      downloadID: isSandbox
        ? 0 : Int64.random(in: 500_000_000_000_000...502_000_000_000_000, using: &generator),
      versionID: isSandbox ? 0 : Int64.random(in: 860_000_000...869_999_999, using: &generator),
      deviceHash: .ofDevice(generator.bytes(16)),
      opaqueValue: generator.bytes(16),
      unknownValues: [
        6: generator.bytes(Int.random(in: 54...72, using: &generator)),
        7: generator.bytes(Int.random(in: 54...72, using: &generator)),
      ],
      purchases: seen
    )
  }

  /// The purchases known at an instant: no later purchases or cancellations. A receipt's SET has no
  /// order; here the newest comes last.
  private static func seen(_ purchases: [MintedPurchase], at instant: Date) -> [MintedPurchase] {
    purchases.filter { $0.purchaseDate <= instant }
      .map { purchase in
        guard let cancelled = purchase.cancellationDate, cancelled > instant else {
          return purchase
        }
        var known = purchase
        known.cancellationDate = nil
        return known
      }
      .sorted { $0.purchaseDate < $1.purchaseDate }
  }

  /// The receipt as a forger would change it.
  private func forged(_ receipt: MintedReceipt) -> MintedReceipt {
    var forged = receipt
    forged.purchases = receipt.purchases.map { purchase in
      var changed = purchase
      changed.cancellationDate = nil
      changed.expiresDate = purchase.expiresDate.map {
        CivilTime(clamping: $0).adding(months: 120).instant
      }
      if purchase.kind == .consumable { changed.quantity = 10 }
      return changed
    }
    return forged
  }
}
