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
    case .amazonReceipt, .amazonNotification: .amazon
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
