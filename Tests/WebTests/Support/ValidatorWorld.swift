import Basics
import Entitlements
import Foundation
import Logging
import Mint
import Persistence
import Receipts
import ServiceCore
import Synchronization
import TestSupport
import Web

/// The endpoint over an empty ledger, with stores of its own and a clock that stands still.
struct ValidatorWorld {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
  static let app = "com.example.reader"
  static let target = "/v1/validate?appName=reader&apiKey=k3y"
  static let workshop = Result { try Workshop() }

  /// Who signs what these stores sell.
  struct Workshop: Sendable {
    let receipts: ReceiptMint
    let payloads: PayloadMint
    let purchases: PurchaseMint
    let reader: DocumentReader
    let verifier: ReceiptVerifier

    init() throws {
      let day: TimeInterval = 86_400
      let plan = ChainPlan(validity: now.addingTimeInterval(-400 * day)...now + 400 * day)
      let (authority, payloadAuthority) = (try TestAuthority(plan), try PayloadAuthority(plan))
      receipts = ReceiptMint(authority)
      payloads = PayloadMint(payloadAuthority)
      purchases = try PurchaseMint()
      verifier = try ReceiptVerifier(roots: [authority.rootDER])
      reader = DocumentReader(
        receipts: verifier,
        google: .init(key: try GoogleLicenceKey(Array(purchases.licenceKey.utf8))),
        payloads: try PayloadVerifier(roots: [payloadAuthority.rootDER])
      )
    }
  }

  typealias Script = @Sendable (StoreQuery) throws(StoreClientError) -> StoreAnswer
  typealias Tickets = @Sendable (StoreIDKeyScope) throws(StoreClientError) -> Secret

  /// Stores that say what a test has them say.
  final class Shops: Sendable {
    private let scripts = Mutex<[Store: Script]>([:])
    private let sandboxes = Mutex<[Store: Script]>([:])
    private let tickets = Mutex<Tickets?>(nil)

    func open(_ store: Store, _ script: @escaping Script) {
      scripts.withLock { $0[store] = script }
    }

    /// What the store's sandbox says, if it is not the same.
    func openSandbox(_ store: Store, _ script: @escaping Script) {
      sandboxes.withLock { $0[store] = script }
    }

    func issue(_ tickets: @escaping Tickets) { self.tickets.withLock { $0 = tickets } }

    /// Nobody answers there.
    func close(_ store: Store) {
      open(store) { _ throws(StoreClientError) in throw .unreachable(store, .refused) }
    }

    func client(_ store: Store) -> StoreClient {
      StoreClient(
        query: { question, scope async throws(StoreClientError) in
          let sandbox = self.sandboxes.withLock { $0[store] }
          let script = self.scripts.withLock { $0[store] }
          guard let script = scope.environment == .sandbox ? sandbox ?? script : script else {
            throw .notConfigured(store, missing: "anything")
          }
          return try script(question)
        },
        act: { _, _ async throws(StoreClientError) in
          throw .notConfigured(store, missing: "anything")
        },
        ticket: { kind async throws(StoreClientError) in
          guard let tickets = self.tickets.withLock({ $0 }) else {
            throw .notConfigured(store, missing: "anything")
          }
          return try tickets(kind)
        },
        check: { [] }
      )
    }
  }

  let workshop: Workshop
  let ledger: Ledger
  let shops = Shops()
  let examinations = ExaminationCounter()
  let router: WebRouter

  init(
    apps: [ValidatorConfiguration.App]? = nil,
    policy: JobPolicy = .askingAlways,
    quotas: QuotaLimits = QuotaLimits(),
    accepted: AcceptedEnvironments = AcceptedEnvironments(),
    rejectedFolder: String? = nil
  ) throws {
    workshop = try Self.workshop.get()
    ledger = try Ledger.inMemory()
    let shops = shops
    let service = EntitlementService(
      ledger: ledger,
      receipts: workshop.verifier,
      reader: examinations.counting(workshop.reader),
      stores: Dictionary(uniqueKeysWithValues: Store.allCases.map { ($0, shops.client($0)) }),
      policy: policy,
      world: .patient { Self.now }
    )
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = ([Self.app], [Self.app])
    configuration.quotas = quotas
    configuration.rejectedFolder = rejectedFolder
    configuration.validator = ValidatorConfiguration(
      apps: apps
        ?? [
          .init(
            name: "reader",
            key: Secret("k3y"),
            bundleID: Self.app,
            package: Self.app,
            microsoft: Self.app
          )
        ]
    )
    configuration.validator?.accepted = accepted
    let core = WebDependencies(
      service: service,
      now: { Self.now },
      fetch: { _ async throws(FetchError) in throw FetchError.unreachable },
      log: Logger(label: "tests")
    )
    router = WebRouter(Endpoints.states(configuration, core))
  }

  /// What is answered with status 200.
  func ask(_ body: JSONValue) async throws -> JSONValue {
    let answer = await router.answer(Self.request(body))
    guard answer.status == 200 else { throw Unexpected(status: answer.status) }
    return try JSONReader.value(answer.body)
  }

  struct Unexpected: Error { var status: Int }

  static func request(
    _ body: JSONValue,
    target: String = target,
    headers: [String: String] = ["content-type": "application/json;charset=UTF-8"]
  ) -> WebRequest {
    WebRequest("POST", target, headers: headers, body: CompactJSON.bytes(body))
  }

  /// So many days after the world's now.
  static func day(_ days: Double) -> Date { now + days * 86_400 }

  static func ms(_ days: Double) -> JSONValue {
    .number("\(Int(day(days).timeIntervalSince1970) * 1_000)")
  }

  static func iso(_ days: Double) -> JSONValue { .string(day(days).formatted(.iso8601)) }
}

extension JSONValue {
  /// The same object with other members; `.null` takes one away.
  func changing(_ changes: [String: JSONValue]) -> JSONValue {
    guard case .object(var members) = self else { return self }
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
      members.removeAll { $0.name == name }
      if value != .null { members.append(Member(name, value)) }
    }
    return .object(members)
  }
}
