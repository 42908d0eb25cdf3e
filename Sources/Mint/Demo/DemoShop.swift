/// The demo's apps and their products.
package enum DemoShop {
  package struct Product: Equatable, Sendable {
    package let id: String
    package let kind: MintedPurchase.Kind
    /// Months between renewals; `nil` if it does not renew.
    package let months: Int?
    let itemID: Int64
  }

  package struct App: Equatable, Sendable {
    package let bundleID: String
    let itemID: Int64
    let versions: [String]
    package let monthly: Product
    package let yearly: Product
    package let lifetime: Product
    package let packs: [Product]

    package var products: [Product] { [monthly, yearly, lifetime] + packs }
  }

  package static let reader = app(
    "com.example.reader",
    itemID: 1_462_807_315,
    versions: ["412", "417", "420"],
    plan: "pro",
    lifetime: "pro.lifetime",
    packs: ["coins.100", "coins.500", "coins.1200"]
  )

  package static let trails = app(
    "com.example.trails",
    itemID: 1_538_220_946,
    versions: ["3.8.1", "3.9.0", "4.0.2"],
    plan: "plus",
    lifetime: "maps.worldwide",
    packs: ["beacons.10", "beacons.50"]
  )

  package static let chords = app(
    "com.example.chords",
    itemID: 1_610_493_577,
    versions: ["88", "91"],
    plan: "studio",
    lifetime: "tuner.unlock",
    packs: ["lessons.5", "lessons.20"]
  )

  package static let apps = [reader, trails, chords]

  private static func app(
    _ bundleID: String,
    itemID: Int64,
    versions: [String],
    plan: String,
    lifetime: String,
    packs: [String]
  ) -> App {
    App(
      bundleID: bundleID,
      itemID: itemID,
      versions: versions,
      monthly: Product(
        id: "\(bundleID).\(plan).monthly",
        kind: .autoRenewable,
        months: 1,
        itemID: itemID + 11
      ),
      yearly: Product(
        id: "\(bundleID).\(plan).yearly",
        kind: .autoRenewable,
        months: 12,
        itemID: itemID + 12
      ),
      lifetime: Product(
        id: "\(bundleID).\(lifetime)",
        kind: .nonConsumable,
        months: nil,
        itemID: itemID + 21
      ),
      packs: packs.enumerated().map { index, pack in
        Product(
          id: "\(bundleID).\(pack)",
          kind: .consumable,
          months: nil,
          itemID: itemID + 31 + Int64(index)
        )
      }
    )
  }
}
