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

  @Test func `Amazon's items become items, the terms of a subscription one`() throws {
    let answer = try show(
      """
      {"coins": {"itemType": "CONSUMABLE", "price": 0.99, "title": "Coins"},
       "plus.month": {"itemType": "SUBSCRIPTION", "subscriptionParent": "plus", "term": "Monthly"},
       "plus.year": {"itemType": "SUBSCRIPTION", "subscriptionParent": "plus", "term": "Annually"}}
      """,
      "--currency",
      "USD"
    )
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.contains("kind = \"consumable\"\n"))
    #expect(answer.output.contains("uses = 1\n") && answer.output.contains("[\"0.99 USD\"]"))
    let terms = #"products.amazon = ["plus", "plus.month", "plus.year"]"#
    #expect(answer.output.contains(terms), "\(answer.output)")
  }

  @Test func `what the stores list becomes one catalog, which can be imported`() throws {
    let simulator = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"])
    _ = try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C"))
    let fetched = try workbench.run(["catalog", "fetch", "--config", "sim/settings.toml"])
    #expect(fetched.status == 0, "\(fetched.narration)")
    #expect(fetched.narration.contains("the Amazon Appstore: no service there lists products"))
    let item = fetched.output.components(separatedBy: "[[item]]")
      .first { $0.contains("id = \"plus.monthly\"") }
    for store in ["apple", "google", "microsoft"] {
      #expect(item?.contains("products.\(store) = [\"plus.monthly\"]") == true, "\(item ?? "")")
    }
    #expect(item?.contains("group = \"premium\"\nrank = 2") == true)
    #expect(item?.contains("prices = [\"7.99 USD\"]") == true)
    try workbench.write(Array(fetched.output.utf8), to: "catalog.toml")
    let saved = try workbench.run(
      ["catalog", "import", "--ledger", "l.sqlite", "--primary", "catalog.toml"]
    )
    #expect(saved.status == 0 && saved.output.contains("8 items"), "\(saved.narration)")
    let one = try workbench.run(
      ["catalog", "fetch", "--config", "sim/settings.toml", "--store", "microsoft"]
    )
    #expect(one.status == 0 && !one.output.contains("products.apple"))
  }

  @Test func `a store that refuses is named, and the others are printed`() throws {
    let simulator = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"])
    _ = try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C"))
    let settings = String(decoding: try workbench.read("sim/settings.toml"), as: UTF8.self)
    let wrong = settings.replacing("connect-key-id = \"", with: "connect-key-id = \"X")
    try workbench.write(Array(wrong.utf8), to: "sim/wrong.toml")
    let fetched = try workbench.run(["catalog", "fetch", "--config", "sim/wrong.toml"])
    #expect(fetched.status == 1)
    let place = "the App Store, com.example.reader: "
    #expect(fetched.narration.contains(place), "\(fetched.narration)")
    #expect(fetched.output.contains("products.google"))
    #expect(!fetched.output.contains("products.apple"))
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
