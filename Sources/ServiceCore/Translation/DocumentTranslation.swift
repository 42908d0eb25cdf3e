import Basics
import Crypto
import Entitlements
import Foundation
import Receipts

/// The state of translating one document into facts.
struct DocumentTranslation {
  let kind: ReceiptKind
  let context: DocumentContext
  let evidence: ID<Document>
  let provenance: TrustBasis
  var environment: Environment?
  var app: String?
  var statedAt: Date?
  /// Identifies repetitions: the store's own ID of the document.
  var number: String?
  /// `nil` means the number of sales.
  var purchases: Int?
  var isOneAccount = true
  var collector = FactCollector()

  init(
    _ kind: ReceiptKind,
    app: String?,
    environment: Environment?,
    provenance: TrustBasis,
    _ context: DocumentContext,
    evidence: ID<Document>
  ) {
    self.kind = kind
    self.context = context
    self.evidence = evidence
    self.provenance = provenance
    self.environment = environment
    self.app = app?.usable ?? context.app?.usable
  }

  /// The document itself as source; `nil` if store, environment or app is unknown.
  var factSource: FactSource? { factSource(app: app, environment: environment) }

  /// A source for this app and environment, with `authority` or the document's own.
  func factSource(
    app: String?,
    environment: Environment?,
    authority: Authority? = nil
  ) -> FactSource? {
    guard let store = kind.store, let environment, let app = app?.usable else { return nil }
    return FactSource(
      store: store,
      environment: environment,
      app: app,
      authority: authority ?? provenance.authority,
      evidence: evidence,
      statedAt: statedAt?.kept ?? context.answeredAt.kept ?? context.answeredAt,
      receivedAt: context.answeredAt.kept ?? context.answeredAt
    )
  }

  /// Adds a store event that names no purchase and needs neither app nor environment.
  mutating func add(notice kind: StoreEvent.Kind, _ detail: String) {
    let instant = statedAt?.kept ?? context.answeredAt.kept ?? context.answeredAt
    let statementSource = StatementSource(evidence, at: instant, provenance.authority)
    collector.add(StoreEvent(kind, detail: detail.readable, statementSource: statementSource))
  }

  func translated(common: [Range<Int>]) -> TranslatedDocument {
    let facts = collector.facts()
    return TranslatedDocument(
      facts: facts,
      store: kind.store,
      kind: kind.rawValue,
      environment: environment,
      app: app,
      statedAt: statedAt?.kept,
      purchases: purchases ?? collector.purchases,
      provenance: provenance,
      key: key,
      isOneAccount: isOneAccount,
      account: collector.account,
      common: common
    )
  }

  private var key: String? {
    guard let store = kind.store, let number = number?.usable else { return nil }
    return "\(store.rawValue):\(app ?? "?"):\(kind.rawValue):\(number)"
  }
}

extension ReceiptKind {
  /// The store that the document is from.
  var store: Store? {
    switch self {
    case .appReceipt, .legacyTransactionReceipt, .signedTransaction, .signedRenewalInfo,
      .signedAppTransaction, .signedNotification, .notificationV1, .verifyReceiptResponse,
      .appStoreResponse:
      .apple
    case .googlePurchase, .googleProduct, .googleSubscription, .googleOrder, .googleVoided,
      .googleRTDN, .googleError:
      .google
    case .microsoftReceipt, .microsoftResponse, .microsoftStoreIDKey: .microsoft
    case .amazonReceipt, .amazonRefusal, .amazonNotification: .amazon
    case .playFabRequest, .unknown: nil
    }
  }
}

extension Environment {
  init(_ kind: StoreEnvironment) {
    switch kind {
    case .production: self = .production
    case .sandbox: self = .sandbox
    case .xcode: self = .xcode
    }
  }
}

/// The source of a fact: store, environment, app, document, time by the store's clock, and
/// authority.
struct FactSource {
  let store: Store
  let environment: Environment
  let app: String
  let authority: Authority
  let evidence: ID<Document>
  var statedAt: Date
  /// When the document arrived, by the local clock.
  var receivedAt: Date

  var statementSource: StatementSource { StatementSource(evidence, at: statedAt, authority) }

  /// The source at another time; unchanged for `nil`.
  func at(_ instant: Date?) -> FactSource {
    var factSource = self
    factSource.statedAt = instant?.kept ?? statedAt
    return factSource
  }

  func chain(_ name: String) -> ID<Subscription> {
    Subscription.id(store: store, environment: environment, app: app, originalTransactionID: name)
  }

  func order(_ transactionID: String) -> ID<Order> {
    Order.id(store: store, environment: environment, app: app, transactionID: transactionID)
  }

  func notice(
    _ kind: StoreEvent.Kind,
    chain: String? = nil,
    order: String? = nil,
    detail: String? = nil
  ) -> StoreEvent {
    StoreEvent(
      kind,
      chain: chain?.usable.map(self.chain),
      order: order?.usable.map(self.order),
      detail: detail?.readable,
      statementSource: statementSource
    )
  }

  func status(
    of chain: String,
    _ condition: RenewalStatus.Condition,
    renews: Bool? = nil,
    nextProductID: String? = nil,
    paidUntil: Date? = nil
  ) -> RenewalStatus {
    RenewalStatus(
      chain: self.chain(chain),
      condition: condition,
      renews: renews,
      nextProductID: nextProductID,
      paidUntil: paidUntil,
      statementSource: statementSource
    )
  }

  /// `nil` for a value that is not usable.
  func link(_ kind: Link.Kind, _ value: String?, of chain: String) -> Link? {
    value?.usable.map { Link(kind, $0, of: self.chain(chain), evidence: evidence) }
  }
}

extension String {
  /// `nil` if the text cannot be a name: it is empty or has a NUL, where the ledger would cut it.
  var usable: String? { isEmpty || utf8.contains(0) ? nil : self }

  /// The first 200 characters of a store's text, which may have any length.
  var readable: String { String(prefix(200)) }
}

/// A name for a purchase of which only a secret is known: Google's token or Amazon's receipt ID.
enum SecretName {
  /// `token-` and the first 32 hexadecimal digits of the secret's SHA-256.
  static func name(for secret: String) -> String {
    "token-" + String(hex: Array(SHA256.hash(data: Array(secret.utf8)).prefix(16)))
  }
}

extension Date {
  /// The instant in whole milliseconds, as stored in the ledger; `nil` for a missing date. Stores
  /// write a missing date as zero, the year 1 or an instant before 1970.
  var kept: Date? {
    let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
    guard milliseconds > 0, milliseconds < 253_402_300_800_000 else { return nil }
    return Date(timeIntervalSince1970: milliseconds / 1_000)
  }

  /// Whether it is Microsoft's date for "never": the year 9999 or later.
  var isNever: Bool { timeIntervalSince1970 >= 253_370_764_800 }
}
