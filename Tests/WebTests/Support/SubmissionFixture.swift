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

/// The endpoints to which apps hand in purchases, over a ledger in a file of its own, with stores that say
/// what a test has them say, and a clock that goes as it is told.
final class SubmissionFixture: Sendable {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
  static let day: TimeInterval = 86_400
  static let app = "com.example.reader"
  static let apps = [app, "com.example.other"]

  private static let plan = ChainPlan(
    validity: now.addingTimeInterval(-400 * day)...now.addingTimeInterval(400 * day)
  )
  private static let authority = Result { try TestAuthority(plan) }
  private static let payloadAuthority = Result { try PayloadAuthority(plan) }

  typealias Script = StandState.Script

  let ledger: Ledger
  let core: WebDependencies
  let examinations = ExaminationCounter()
  private let folder: URL
  private let state: StandState

  /// `stores` are those that can be asked; what they say comes later.
  init(stores: [Store] = [.apple, .google]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID())")
    ledger = try Ledger(path: folder.appending(path: "ledger.sqlite").path)
    let state = StandState()
    self.state = state
    let apps = Set(Self.apps)
    let receipts = try ReceiptVerifier(roots: [Self.authority.get().rootDER], bundleIDs: apps)
    let payloads = try PayloadVerifier(
      roots: [Self.payloadAuthority.get().rootDER],
      bundleIDs: apps
    )
    let service = EntitlementService(
      ledger: ledger,
      receipts: receipts,
      reader: examinations.counting(DocumentReader(receipts: receipts, payloads: payloads)),
      stores: Dictionary(uniqueKeysWithValues: stores.map { ($0, state.client(of: $0)) }),
      policy: .askingAlways,
      world: .patient { state.now }
    )
    core = WebDependencies(
      service: service,
      now: { state.now },
      fetch: { _ throws(FetchError) in throw .unreachable },
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var now: Date { state.now }
  var questions: [StoreQuery] { state.heard.map(\.question) }
  var shops: [StoreScope] { state.heard.map(\.shop) }

  func advance(days: Double) { state.advance(by: days * Self.day) }

  /// From now on the store says this.
  func script(_ store: Store, _ script: @escaping Script) { state.script(store, script) }

  /// The rights that hold now.
  func keys(of user: String) async throws -> [String] {
    try await core.service.users.entitlements(of: ID(user), at: now)
      .filter { $0.isActive(at: now) }.map(\.key).sorted()
  }

  /// What an operator's own SQL comes to: a line for each row.
  func lines(_ sql: String) async throws -> [String] {
    try await ledger.answer(sql: sql, limit: 100, seconds: 5).rows.map { row in
      row.map { value in
        switch value {
        case .null: "-"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        case .bytes(let count): "\(count) bytes"
        }
      }.joined(separator: " ")
    }
  }
}

/// The stand's clock and stores.
final class StandState: Sendable {
  typealias Script = @Sendable (StoreQuery, StoreScope) throws(StoreClientError) -> StoreAnswer

  private struct Kept: Sendable {
    var now = SubmissionFixture.now
    var scripts: [Store: Script] = [:]
    var heard: [(question: StoreQuery, shop: StoreScope)] = []
  }

  private let kept = Mutex(Kept())

  var now: Date { kept.withLock(\.now) }
  var heard: [(question: StoreQuery, shop: StoreScope)] { kept.withLock(\.heard) }

  func advance(by seconds: TimeInterval) { kept.withLock { $0.now += seconds } }

  func script(_ store: Store, _ script: @escaping Script) {
    kept.withLock { $0.scripts[store] = script }
  }

  func client(of store: Store) -> StoreClient {
    StoreClient(
      query: { question, shop async throws(StoreClientError) in
        let script = self.kept.withLock { kept in
          kept.heard.append((question, shop))
          return kept.scripts[store]
        }
        guard let script else { throw .status(store, http: 404, code: "nothing", .final) }
        return try script(question, shop)
      },
      act: { deed, _ async throws(StoreClientError) in
        throw .notConfigured(deed.store, missing: "anything")
      },
      check: { [] }
    )
  }
}

// What the stores hand out.
extension SubmissionFixture {
  static func ms(_ day: Double) -> Int64 {
    Int64((now.timeIntervalSince1970 + day * Self.day) * 1_000)
  }

  /// A base64 app receipt of an app's, made `age` days before the beginning.
  static func receipt(
    _ purchases: [MintedPurchase],
    app: String = app,
    age: Double = 0,
    changing change: (inout MintedReceipt) -> Void = { _ in }
  ) throws -> String {
    var receipt = MintedReceipt(
      bundleID: app,
      creationDate: now.addingTimeInterval(-age * day),
      purchases: purchases
    )
    change(&receipt)
    let bytes = try ReceiptMint(try authority.get()).mint(receipt, as: .appStore)
    return Data(bytes).base64EncodedString()
  }

  static func purchase(
    _ transaction: String,
    _ product: String = "pro",
    of original: String? = nil,
    begun: Double = 10,
    kind: MintedPurchase.Kind = .autoRenewable,
    cancelled: Double? = nil
  ) -> MintedPurchase {
    let start = now.addingTimeInterval(-begun * day)
    return MintedPurchase(
      productID: product,
      kind: kind,
      transactionID: transaction,
      originalTransactionID: original,
      purchaseDate: start,
      expiresDate: kind == .autoRenewable ? start.addingTimeInterval(30 * day) : nil,
      cancellationDate: cancelled.map { now.addingTimeInterval(-$0 * day) }
    )
  }

  static func signed(_ json: String) throws -> String {
    try PayloadMint(try payloadAuthority.get()).sign(json)
  }

  /// A transaction as StoreKit 2 has it: a month of `pro`.
  static func transaction(
    _ transaction: String = "200",
    product: String = "pro",
    app: String = app,
    signed day: Double = 0,
    revoked: Double? = nil
  ) throws -> String {
    let revocation =
      revoked.map { "\"revocationDate\":\(ms($0)),\"revocationReason\":0," } ?? ""
    return try signed(
      """
      {"transactionId":"\(transaction)","originalTransactionId":"200","bundleId":"\(app)",\
      "productId":"\(product)","purchaseDate":\(ms(-10)),"originalPurchaseDate":\(ms(-10)),\
      "expiresDate":\(ms(20)),"quantity":1,"type":"Auto-Renewable Subscription",\(revocation)\
      "inAppOwnershipType":"PURCHASED","signedDate":\(ms(day)),"environment":"Production"}
      """
    )
  }

  /// Apple tells that the transaction was refunded.
  static func refund(on day: Double) throws -> String {
    try signed(
      """
      {"notificationType":"REFUND","notificationUUID":"5e09dcfc-205e-4ea1-9883-96676f394992",\
      "version":"2.0","signedDate":\(ms(day)),"data":{"environment":"Production",\
      "bundleId":"\(app)","signedTransactionInfo":"\
      \(try transaction(signed: day, revoked: day))"}}
      """
    )
  }

  static func answer(
    _ text: String,
    _ hints: DocumentHints = DocumentHints(app: app)
  ) -> StoreAnswer {
    StoreAnswer(
      documents: [.init(bytes: Array(text.utf8), hints: hints)],
      environment: .production
    )
  }

  /// What Google says of one-time products bought under a token.
  static func products(
    _ products: [String] = ["coins"],
    state: String = "PURCHASED",
    token: String = token
  ) -> StoreAnswer {
    let lines = products.map {
      "{\"productId\":\"\($0)\",\"productOfferDetails\":{\"quantity\":1,\"consumptionState\":"
        + "\"CONSUMPTION_STATE_YET_TO_BE_CONSUMED\"}}"
    }.joined(separator: ",")
    let done =
      state == "PENDING"
      ? ""
      : "\"purchaseCompletionTime\":\"\(now.addingTimeInterval(-day).formatted(.iso8601))\","
    return answer(
      """
      {"kind":"androidpublisher#productPurchaseV2","orderId":"\(order)","regionCode":"DE",\
      "purchaseStateContext":{"purchaseState":"\(state)"},\(done)\
      "acknowledgementState":"ACKNOWLEDGEMENT_STATE_PENDING","productLineItem":[\(lines)]}
      """,
      DocumentHints(app: app, environment: "production", purchaseToken: token)
    )
  }

  /// What Google says of a subscription to `pro`.
  static func subscription(_ state: String = "ACTIVE") -> StoreAnswer {
    func instant(_ days: Double) -> String {
      now.addingTimeInterval(days * day).formatted(.iso8601)
    }
    return answer(
      """
      {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"\(instant(-20))",\
      "regionCode":"DE","subscriptionState":"SUBSCRIPTION_STATE_\(state)",\
      "latestOrderId":"\(order)","acknowledgementState":"ACKNOWLEDGEMENT_STATE_PENDING",\
      "lineItems":[{"productId":"pro","expiryTime":"\(instant(10))",\
      "latestSuccessfulOrderId":"\(order)","autoRenewingPlan":{"autoRenewEnabled":true},\
      "offerDetails":{"basePlanId":"monthly"}}]}
      """,
      DocumentHints(app: app, environment: "production", purchaseToken: token)
    )
  }

  static let token = "hcklmpoqgnbfjiaejbdlcofg.AO-J1OxT3Yt0q6wq8R1y"
  static let order = "GPA.1111-2222-3333-44444"

  /// Google knows the token as one-time products.
  func sellProducts(_ products: [String] = ["coins"], state: String = "PURCHASED") {
    script(.google) { question, _ throws(StoreClientError) in
      guard case .googleProduct = question else {
        throw .status(.google, http: 404, code: "notFound", .final)
      }
      return Self.products(products, state: state)
    }
  }

  func sellSubscription(_ state: String = "ACTIVE") {
    script(.google) { question, _ throws(StoreClientError) in
      guard case .googleSubscription = question else {
        throw .status(.google, http: 404, code: "notFound", .final)
      }
      return Self.subscription(state)
    }
  }

  func outage(of store: Store) {
    script(store) { question, _ throws(StoreClientError) in
      throw .unreachable(question.store, .timeout)
    }
  }
}
