import Entitlements
import Foundation
import Receipts

/// One document on its way into the ledger's terms: what is known of it, and what was found.
struct Telling {
  let kind: ReceiptKind
  let context: DocumentContext
  let evidence: ID<Document>
  let provenance: Entitlements.Provenance
  var environment: Environment?
  var app: String?
  var statedAt: Date?
  /// What tells a repetition: the document's ID by the store's own count.
  var number: String?
  /// `nil` stands for as many as there are sales.
  var purchases: Int?
  var isOneAccount = true
  var findings = Findings()

  init(
    _ kind: ReceiptKind,
    app: String?,
    environment: Environment?,
    provenance: Entitlements.Provenance,
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

  /// The document itself as the one who says it; `nil` where shop, environment or app are unknown.
  var witness: Witness? { witness(app: app, environment: environment) }

  /// One who says something of this app and environment, with `authority` or the document's own.
  func witness(
    app: String?,
    environment: Environment?,
    authority: Authority? = nil
  ) -> Witness? {
    guard let store = kind.store, let environment, let app = app?.usable else { return nil }
    return Witness(
      store: store,
      environment: environment,
      app: app,
      authority: authority ?? provenance.authority,
      evidence: evidence,
      statedAt: statedAt?.kept ?? context.answeredAt.kept ?? context.answeredAt,
      receivedAt: context.answeredAt.kept ?? context.answeredAt
    )
  }

  /// A notice that names no purchase needs neither app nor environment.
  mutating func add(notice kind: Notice.Kind, _ detail: String) {
    let instant = statedAt?.kept ?? context.answeredAt.kept ?? context.answeredAt
    let testimony = Testimony(evidence, at: instant, provenance.authority)
    findings.add(Notice(kind, detail: detail.readable, testimony: testimony))
  }

  func translated(common: [Range<Int>]) -> Translated {
    let facts = findings.facts()
    return Translated(
      facts: facts,
      store: kind.store,
      kind: kind.rawValue,
      environment: environment,
      app: app,
      statedAt: statedAt?.kept,
      purchases: purchases ?? findings.purchases,
      provenance: provenance,
      key: key,
      isOneAccount: isOneAccount,
      account: findings.account,
      common: common
    )
  }

  private var key: String? {
    guard let store = kind.store, let number = number?.usable else { return nil }
    return "\(store.rawValue):\(app ?? "?"):\(kind.rawValue):\(number)"
  }
}

extension ReceiptKind {
  /// Whose document it is.
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
