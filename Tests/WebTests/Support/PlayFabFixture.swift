import Basics
import Entitlements
import Foundation
import Logging
import Mint
import Persistence
import Receipts
import ServiceCore
import Synchronization
import Testing
import Web

/// The endpoint for PlayFab's clients over an empty ledger with a catalog, a clock that stands still, and
/// secrets that can be foretold.
struct PlayFabFixture {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
  static let app = "com.example.game"
  private static let year: TimeInterval = 400 * 86_400
  private static let plan = ChainPlan(
    validity: now.addingTimeInterval(-year)...now.addingTimeInterval(year)
  )
  private static let authority = Result { try TestAuthority(plan) }
  private static let payloads = Result { try PayloadAuthority(plan) }
  private static let console = Result { try PurchaseMint() }

  let ledger: Ledger
  let service: EntitlementService
  let clock = Clock()
  let examinations = ExaminationCounter()
  let core: WebDependencies
  let router: WebRouter

  init(
    google: StoreClient? = nil,
    hasLicenceKey: Bool = true,
    catalog: Catalog? = Self.catalog,
    ledger: Ledger? = nil,
    _ configure: (inout PlayFabConfiguration) -> Void = { _ in }
  ) async throws {
    self.ledger = try ledger ?? .inMemory()
    let receipts = try ReceiptVerifier(roots: [Self.authority.get().rootDER])
    let key = try GoogleLicenceKey(Array(Self.console.get().licenceKey.utf8))
    let clock = clock
    let reader = DocumentReader(
      receipts: receipts,
      google: .init(key: hasLicenceKey ? key : nil),
      payloads: try PayloadVerifier(roots: [Self.payloads.get().rootDER])
    )
    service = EntitlementService(
      ledger: self.ledger,
      receipts: receipts,
      reader: examinations.counting(reader),
      stores: google.map { [.google: $0] } ?? [:],
      world: .patient { clock.now }
    )
    if let catalog { try await self.ledger.catalogs.save(catalog, asPrimary: true, at: Self.now) }
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = ([Self.app], [Self.app])
    var endpoint = PlayFabConfiguration(title: "A1B2")
    endpoint.bundleID = Self.app
    endpoint.packageName = Self.app
    endpoint.userPrefix = ""
    configure(&endpoint)
    configuration.playFab = endpoint
    let count = Count()
    var core = WebDependencies(
      service: service,
      now: { clock.now },
      fetch: { _ throws(FetchError) in throw .unreachable },
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    core.random = { length in Array(repeating: count.next(), count: length) }
    self.core = core
    router = WebRouter(Endpoints.states(configuration, core))
  }

  /// It stands still until a test moves it.
  final class Clock: Sendable {
    private let instant = Mutex(PlayFabFixture.now)

    var now: Date { instant.withLock(\.self) }

    func advance(_ seconds: TimeInterval) { instant.withLock { $0.addTimeInterval(seconds) } }
  }

  private final class Count: Sendable {
    private let count = Mutex<UInt8>(0)

    func next() -> UInt8 {
      count.withLock {
        $0 &+= 1
        return $0
      }
    }
  }

  static let catalog = Catalog(
    version: "main",
    items: [
      Catalog.Item(id: "pro", title: "Pro", kind: .autoRenewable, prices: prices(999)),
      Catalog.Item(
        id: "unlock",
        title: "Unlock",
        itemClass: "feature",
        kind: .nonConsumable,
        prices: prices(499),
        customData: "{\"x\":1}"
      ),
      Catalog.Item(id: "gems", title: "Gems", kind: .consumable, uses: 10, prices: prices(99)),
      Catalog.Item(
        id: "pack",
        title: "Pack",
        kind: .nonConsumable,
        contents: [Catalog.Content("hat"), Catalog.Content("potion", count: 2)],
        prices: prices(1_999),
        balances: [Catalog.Amount(100, "GO")]
      ),
      Catalog.Item(id: "hat", kind: .nonConsumable, virtualPrices: [Catalog.Amount(20, "GO")]),
      Catalog.Item(id: "potion", kind: .consumable, uses: 3),
      Catalog.Item(id: "broken", kind: .nonConsumable, balances: [Catalog.Amount(5, "XX")]),
      Catalog.Item(id: "priceless", kind: .nonConsumable),
    ],
    currencies: [Catalog.VirtualCurrency(code: "GO", initial: 50)]
  )

  private static func prices(_ cents: Int64) -> [Money] {
    Currency("USD").flatMap { Money(minorUnits: cents, $0) }.map { [$0] } ?? []
  }

  // What stores hand out.

  static func purchase(
    _ product: String,
    _ kind: MintedPurchase.Kind = .nonConsumable,
    _ transaction: String,
    begun: Double = 10,
    lasting: Double? = nil,
    cancelled: Bool = false
  ) -> MintedPurchase {
    let start = now.addingTimeInterval(-begun * 86_400)
    return MintedPurchase(
      productID: product,
      kind: kind,
      transactionID: transaction,
      purchaseDate: start,
      expiresDate: lasting.map { start.addingTimeInterval($0 * 86_400) },
      cancellationDate: cancelled ? now.addingTimeInterval(-3_600) : nil
    )
  }

  /// A receipt in base64.
  static func receipt(
    _ purchases: [MintedPurchase],
    app: String = app,
    age: Double = 0,
    as envelope: Envelope = .appStore,
    changing change: (inout MintedReceipt) -> Void = { _ in }
  ) throws -> String {
    var receipt = MintedReceipt(
      bundleID: app,
      creationDate: now.addingTimeInterval(-age * 86_400),
      purchases: purchases
    )
    change(&receipt)
    return Data(try ReceiptMint(authority.get()).mint(receipt, as: envelope))
      .base64EncodedString()
  }

  static func transaction(_ product: String, _ id: String, type: String) throws -> String {
    let at = Int((now.timeIntervalSince1970 - 86_400) * 1_000)
    return try PayloadMint(payloads.get()).sign(
      """
      {"transactionId":"\(id)","originalTransactionId":"\(id)","bundleId":"\(app)",\
      "productId":"\(product)","purchaseDate":\(at),"originalPurchaseDate":\(at),"quantity":1,\
      "type":"\(type)","environment":"Production","signedDate":\(at),"price":990,"currency":"USD"}
      """
    )
  }

  static func googlePurchase(_ product: String, order: String, state: Int = 0) -> String {
    """
    {"orderId":"\(order)","packageName":"\(app)","productId":"\(product)",\
    "purchaseTime":\(Int(now.timeIntervalSince1970 - 86_400) * 1_000),"purchaseState":\(state),\
    "purchaseToken":"token-\(order).AO-J1"}
    """
  }

  static func signature(over text: String) throws -> String {
    try console.get().signature(over: Array(text.utf8))
  }

  // What clients send.

  static func request(
    _ method: String,
    _ body: JSONValue,
    ticket: String? = nil,
    headers: [String: String] = [:]
  ) -> WebRequest {
    var all = ["content-type": "application/json"]
    if let ticket { all["x-authorization"] = ticket }
    all.merge(headers) { $1 }
    return WebRequest(
      "POST",
      "/Client/\(method)?sdk=PythonSDK-0.0.201014",
      headers: all,
      body: CompactJSON.bytes(body)
    )
  }

  func ask(
    _ method: String,
    _ body: JSONValue = [:],
    ticket: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> JSONValue {
    let request = Self.request(method, body, ticket: ticket, headers: headers)
    return try JSONReader.value(await router.answer(request).body)
  }

  /// The session ticket of a player, who is made where need be.
  func ticket(_ name: String) async throws -> String {
    let answer = try await ask(
      "LoginWithCustomID",
      ["TitleId": "A1B2", "CustomId": .string(name), "CreateAccount": true]
    )
    return try #require(answer["data"]?["SessionTicket"]?.string)
  }

  /// The items that a call gave, or the number of its error.
  func restore(_ receipt: String, _ ticket: String) async throws -> Given {
    try await given("RestoreIOSPurchases", ["ReceiptData": .string(receipt)], ticket)
  }

  func validate(_ receipt: String, _ ticket: String) async throws -> Given {
    try await given("ValidateIOSReceipt", ["ReceiptData": .string(receipt)], ticket)
  }

  func validateGoogle(_ text: String, _ ticket: String) async throws -> Given {
    try await given(
      "ValidateGooglePlayPurchase",
      ["ReceiptJson": .string(text), "Signature": .string(try Self.signature(over: text))],
      ticket
    )
  }

  enum Given: Equatable {
    case items([String])
    case error(Int)
  }

  func given(_ method: String, _ body: JSONValue, _ ticket: String) async throws -> Given {
    let answer = try await ask(method, body, ticket: ticket)
    if let number = answer["errorCode"]?.integer { return .error(number) }
    let list = try #require(answer["data"]?["Fulfillments"]?.array)
    return .items(
      list.flatMap { $0["FulfilledItems"]?.array ?? [] }.compactMap { $0["ItemId"]?.string }
    )
  }

  func inventory(_ ticket: String) async throws -> [String] {
    let answer = try await ask("GetUserInventory", ticket: ticket)
    return (answer["data"]?["Inventory"]?.array ?? []).compactMap { $0["ItemId"]?.string }.sorted()
  }

  /// The ID of the only instance of an item.
  func instance(_ item: String, _ ticket: String) async throws -> String {
    let answer = try await ask("GetUserInventory", ticket: ticket)
    let found = answer["data"]?["Inventory"]?.array?.first { $0["ItemId"]?.string == item }
    return try #require(found?["ItemInstanceId"]?.string)
  }

  func consume(_ count: Int, of instance: String, _ ticket: String) async throws -> JSONValue {
    try await ask(
      "ConsumeItem",
      ["ItemInstanceId": .string(instance), "ConsumeCount": .whole(count)],
      ticket: ticket
    )
  }
}
