import Foundation
import TestSupport
import Testing

@Suite struct CatalogTests {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  private func show(_ text: String, _ words: String...) throws -> Workbench.Answer {
    try workbench.write(Array(text.utf8), to: "catalog")
    return try workbench.run(["catalog", "show"] + words + ["catalog"])
  }

  private static let own = """
    version = "2026-11"

    [[currency]]
    code = "GM"
    name = "Gems"

    [[item]]
    id = "gold"
    title = "Gold \\"for all\\""
    kind = "subscription"
    entitlements = ["gold", "no-ads"]
    group = "membership"
    rank = 1
    prices = ["9.99 USD", "1200 JPY"]
    balances = { "GM" = 50 }
    products.apple = ["com.example.gold.monthly"]
    products.google = ["gold:monthly"]

    """

  @Test func `purser's own form comes out as it went in`() throws {
    let answer = try show(Self.own)
    #expect(answer.status == 0)
    #expect(answer.output == Self.own + "\n")
  }

  @Test func `PlayFab's items become items with their prices, uses and bundles`() throws {
    let answer = try show(
      """
      {"CatalogVersion": "main", "Catalog": [
        {"ItemId": "com.example.chest", "ItemClass": "chest", "DisplayName": "Chest",
         "VirtualCurrencyPrices": {"RM": 499, "GM": 100},
         "Bundle": {"BundledItems": ["potion", "potion"],
                    "BundledVirtualCurrencies": {"GM": 10}}},
        {"ItemId": "potion", "Consumable": {"UsageCount": 3}, "VirtualCurrencyPrices": {"GM": 5}}
      ]}
      """
    )
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.contains("prices = [\"4.99 USD\"]"))
    #expect(answer.output.contains("contents = { \"potion\" = 2 }"))
    #expect(answer.output.contains("balances = { \"GM\" = 10 }"))
    #expect(answer.output.contains("virtual-prices = { \"GM\" = 100 }"))
    #expect(answer.output.contains("products.apple = [\"com.example.chest\"]"))
    #expect(answer.output.contains("kind = \"consumable\"\nuses = 3"))
    #expect(!answer.output.contains("products.apple = [\"potion\"]"), "not for real money")
  }

  @Test func `Xcode's file gives groups and ranks`() throws {
    let answer = try show(
      """
      {"identifier": "1", "version": {"major": 3, "minor": 0}, "products": [
        {"productID": "coins", "type": "Consumable", "displayPrice": "0.99",
         "referenceName": "Coins", "localizations": []}],
       "subscriptionGroups": [{"id": "2", "name": "Club", "subscriptions": [
        {"productID": "club.gold", "type": "RecurringSubscription", "groupNumber": 1,
         "displayPrice": "9.99", "localizations":
           [{"locale": "de", "displayName": "Gold!"}, {"locale": "en_US", "displayName": "Gold"}]}
      ]}]}
      """,
      "--currency",
      "eur",
      "--catalog-version",
      "test"
    )
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.hasPrefix("version = \"test\"\n"))
    #expect(answer.output.contains("group = \"Club\"\nrank = 1\nprices = [\"9.99 EUR\"]"))
    #expect(answer.output.contains("title = \"Gold\""))
    #expect(answer.output.contains("title = \"Coins\""))
  }

  @Test func `a sheet's lines of one item come together`() throws {
    let answer = try show(
      """
      Item;Product;Store;Kind;Entitlements;Price;Group
      gold;gold.monthly;apple;subscription;gold ads-free;"9.99 USD";club
      gold;gold:monthly;google;;;;

      """
    )
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.contains("entitlements = [\"gold\", \"ads-free\"]"))
    #expect(answer.output.contains("products.google = [\"gold:monthly\"]"))
    #expect(answer.output.components(separatedBy: "[[item]]").count == 2)
  }

  @Test func `a check names every fault and says by its status whether the catalog can be used`()
    throws
  {
    try workbench.write(Array(Self.own.utf8), to: "good")
    try workbench.write(
      Array("version = \"1\"\n[[item]]\nid = \"a\"\ncontents = { b = 1 }\n".utf8),
      to: "bad"
    )
    let good = try workbench.run(["catalog", "check", "good"])
    #expect(good.status == 0)
    #expect(good.output == "good: purser, version 2026-11, 1 item, 2 products\n")
    let both = try workbench.run(["catalog", "check", "good", "bad"])
    #expect(both.status == 2)
    #expect(both.output.contains("  error: item a: its bundle contains b, which is not an item\n"))
  }

  @Test(
    arguments: [
      ("[[item]]\nid = 5\n", "item 1, id must be a text in quotes."),
      ("[[item]]\nid = \"a\"\nkind = \"thing\"\n", "item 1, kind must be one of consumable"),
      ("[[item]]\nid = \"a\"\nproduct = \"b\"\n", "item 1, product must be one of the keys"),
      ("[[item]]\nprices = [\"9.99\"]\nid = \"a\"\n", "item 1, prices must be texts like"),
      ("version = \n", ":1: "), ("{\"a\": 1}", "is not a known catalog format"),
      ("{\"a\": ", "is not JSON"), ("item,colour\n", "line 1, colour must be one of the columns"),
      ("product,rank\na,first\n", "line 2, rank must be a whole number."),
    ]
  )
  func `what cannot be meant is refused at its place`(_ text: String, _ words: String) throws {
    let answer = try show(text)
    #expect(answer.status == 1)
    #expect(answer.narration.contains(words), "\(answer.narration)")
    #expect(answer.output.isEmpty)
  }
}
