import Basics
import Entitlements
import Foundation
import Logging
import Persistence
import Receipts
import ServiceCore
import Synchronization
import Testing
import Web

/// The API over a small ledger in memory, and a clock that goes on when it is told to.
struct APIFixture {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
  static let app = "com.example.reader"
  /// Amazon's receipt ID: a handle that no answer may show.
  static let handle = "wE1EG1gsEZI9q9UnI5YoZ2OxeoVKPdR5bvPMqyKQq5Y=:1:11"

  let ledger: Ledger
  let service: EntitlementService
  let router: WebRouter
  private let clock: TurnedClock

  init(perSecond: Int = 1_000) async throws {
    ledger = try Ledger.inMemory()
    let (clock, ledger) = (TurnedClock(), ledger)
    self.clock = clock
    service = EntitlementService(
      ledger: ledger,
      receipts: try ReceiptVerifier(),
      world: .patient { clock.now }
    )
    var configuration = WebConfiguration()
    configuration.api = APIConfiguration(keys: Self.keys(perSecond: perSecond))
    let core = WebDependencies(
      service: service,
      now: { clock.now },
      fetch: { _ throws(FetchError) in throw .unreachable },
      log: Logger(label: "api") { _ in SwiftLogNoOpLogHandler() }
    )
    let state = APIEndpoints.state(configuration, core) { clock.instant }
    guard case .open(let group) = state else { throw Closed() }
    router = WebRouter([group, OpenAPIDocument.group(of: [group], at: nil, core)])
    _ = try await ledger.file(Self.filings)
    _ = try await service.actions.perform(.merge(into: ID("ada"), ID("ada-before")), by: "operator")
  }

  private struct Closed: Error {}

  /// Lets time go by.
  func wait(_ duration: Duration) { clock.wait(duration) }

  private static func keys(perSecond: Int) -> [APIConfiguration.Key] {
    let keys: [(String, Set<APIConfiguration.Scope>)] = [
      ("reader", [.read]), ("crm", [.read, .write]), ("support", [.read, .personal]),
      ("directory", [.profiles]),
    ]
    return keys.map { name, scopes in
      APIConfiguration.Key(
        name: name,
        digest: APIKeyDigest(of: Secret("pk_\(name)")),
        scopes: scopes,
        perSecond: perSecond
      )
    }
  }

  /// A request with the key of that name.
  func request(
    _ method: String,
    _ target: String,
    as key: String? = "reader",
    _ body: String = "",
    headers: [String: String] = [:]
  ) -> WebRequest {
    var headers = headers
    if let key { headers["authorization"] = "Bearer pk_\(key)" }
    if !body.isEmpty { headers["content-type"] = headers["content-type"] ?? "application/json" }
    return WebRequest(method, target, headers: headers, body: Array(body.utf8))
  }

  func get(
    _ target: String,
    as key: String? = "reader",
    headers: [String: String] = [:]
  ) async -> WebResponse {
    await router.answer(request("GET", target, as: key, headers: headers))
  }

  func post(
    _ target: String,
    as key: String? = "crm",
    _ body: String,
    headers: [String: String] = [:]
  ) async -> WebResponse {
    await router.answer(request("POST", target, as: key, body, headers: headers))
  }

  /// The answer's JSON.
  func json(_ response: WebResponse) throws -> JSONValue { try JSONReader.value(response.body) }
}

/// Stands still until it is told to go on.
private final class TurnedClock: Sendable {
  private let start = ContinuousClock.now
  private let gone = Mutex(Duration.zero)

  var instant: ContinuousClock.Instant { start + gone.withLock { $0 } }
  var now: Date { APIFixture.now.addingTimeInterval(gone.withLock { $0 } / .seconds(1)) }

  func wait(_ duration: Duration) { gone.withLock { $0 += duration } }
}

// What is on file: a subscriber, somebody who buys at several stores, and a number that two shops
// gave.
extension APIFixture {
  static func day(_ number: Double) -> Date { now.addingTimeInterval(number * 86_400) }

  private static var filings: [Filing] {
    [
      filing("1", .apple, for: ID("ada"), called: "Ada Lovelace", "ada@example.com") { said in
        [
          order(said, "1001", "pro.monthly", .autoRenewable, -40, until: -10),
          order(said, "1002", of: "1001", "pro.monthly", .autoRenewable, -10, until: 20),
          order(said, "1003", "coins", .consumable, -5, quantity: 3),
        ]
      },
      filing("2", .apple, .sandbox, for: ID("ada")) { said in
        [order(said, "2001", in: .sandbox, "gold.monthly", .autoRenewable, -1, until: 20)]
      },
      filing("3", .google, for: ID("ben")) { said in
        [order(said, at: .google, "GPA.3301-0000-0000-00001", "lifetime", .nonConsumable, -3)]
      },
      filing("4", .amazon, for: ID("ben")) { said in
        [order(said, at: .amazon, handle, "book", .nonConsumable, -3)]
      },
      filing("5", .apple, for: ID("ben")) { said in
        [
          order(said, "300", "paper", .nonConsumable, -3),
          order(said, "300", app: "com.example.other", "paper", .nonConsumable, -3),
        ]
      },
      filing("6", .microsoft, for: ID("eve")) { said in
        (1...5).map { order(said, at: .microsoft, "m\($0)", "chip", .consumable, -Double($0 / 3)) }
      },
    ]
  }

  private static func filing(
    _ name: String,
    _ store: Store,
    _ environment: Entitlements.Environment = .production,
    for user: ID<User>,
    called userName: String? = nil,
    _ email: String? = nil,
    _ orders: (StatementSource) -> [Order]
  ) -> Filing {
    let bytes = Array("document \(name)".utf8)
    let id = DocumentFiling.documentID(of: bytes)
    let orders = orders(StatementSource(id, at: now))
    let document = Document(
      id: id,
      store: store,
      kind: "app-receipt",
      environment: environment,
      app: app,
      bytes: bytes,
      verdict: .genuine,
      receivedAt: now,
      statedAt: now,
      purchases: orders.count,
      user: nil
    )
    return Filing(
      document: document,
      attribution: .user(user),
      facts: Facts(orders: orders),
      isOneAccount: false,
      userName: userName,
      userEmail: email
    )
  }

  private static func order(
    _ said: StatementSource,
    at store: Store = .apple,
    _ transaction: String,
    of original: String? = nil,
    in environment: Entitlements.Environment = .production,
    app: String = app,
    _ product: String,
    _ kind: ProductKind,
    _ from: Double,
    until: Double? = nil,
    quantity: Int = 1
  ) -> Order {
    Order(
      store: store,
      environment: environment,
      app: app,
      transactionID: transaction,
      originalTransactionID: original ?? transaction,
      productID: product,
      kind: kind,
      quantity: quantity,
      purchasedAt: day(from),
      originalPurchasedAt: day(from),
      expiresAt: until.map(day),
      terms: Order.Terms(
        price: Currency("USD").flatMap { Money(decimal: "9.99", $0) },
        country: "USA",
        statementSource: said
      ),
      statementSource: said
    )
  }
}
