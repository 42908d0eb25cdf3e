import Entitlements
import Foundation
import Persistence
import Receipts

/// The queries for a task, in order; every answer counts. If the store is not configured, the
/// fallback is used.
struct StoreQueryPlan: Equatable {
  var storeScope: StoreScope
  var queries: [StoreQuery]
  /// Whether it is unknown which query fits; then a refusal of one is not an answer.
  var isGuess = false
  var fallback: [StoreQuery] = []
  /// The user whom the answers are assigned to, if one was named.
  var owner: ID<User>?
}

extension StoreQueries {
  /// The query plan for the task; `nil` if nothing on file allows a query.
  func plan(for task: JobTask) async throws(ServiceError) -> StoreQueryPlan? {
    switch task {
    case .verify(let chain): try await plan(forChain: chain)
    case .verifyReceipt(let document): try await plan(forReceipt: document)
    case .lookUp(let order, let store, let storeScope):
      switch store {
      case .apple: StoreQueryPlan(storeScope: storeScope, queries: [.appleOrder(order)])
      case .google: StoreQueryPlan(storeScope: storeScope, queries: [.googleOrders([order])])
      case .microsoft, .amazon: nil
      }
    case .lookUpTransaction(let transaction, let store, let scope, let owner):
      transactionPlan(transaction, store, scope, owner)
    case .notifications(let storeScope, let from, let until, let onlyFailures, let page):
      StoreQueryPlan(
        storeScope: storeScope,
        queries: [
          .appleNotifications(
            from: from,
            until: until,
            transaction: nil,
            onlyFailures: onlyFailures,
            page: page
          )
        ]
      )
    case .voids(let app, let from, let until):
      StoreQueryPlan(
        storeScope: StoreScope(app: app, environment: .production),
        queries: [.googleVoided(from: from, until: until, page: nil)]
      )
    case .verifyKey(let document): try await plan(forKey: document)
    case .clawbacks: StoreQueryPlan(storeScope: StoreScope(app: ""), queries: [.microsoftClawbacks])
    case .action(let action): try await plan(for: .verify(action.chain))
    case .notify, .approval: nil
    }
  }

  private func transactionPlan(
    _ transaction: String,
    _ store: Store,
    _ scope: StoreScope,
    _ owner: ID<User>?
  ) -> StoreQueryPlan? {
    let queries: [StoreQuery]
    switch store {
    case .apple:
      queries = [
        .appleSubscriptions(transaction: transaction),
        .appleHistory(transaction: transaction, revision: nil),
      ]
    case .google: queries = [.googleOrders([transaction])]
    case .microsoft, .amazon: return nil
    }
    // What was bought is unknown, and not every purchase is a subscription.
    return StoreQueryPlan(storeScope: scope, queries: queries, isGuess: true, owner: owner)
  }

  private func plan(
    forChain chain: ID<Subscription>
  ) async throws(ServiceError) -> StoreQueryPlan? {
    let handles = try await wrapping(try await ledger.storeQueries.handles(of: chain))
    guard let handles else { return nil }
    var plan = StoreQueryPlan(
      storeScope: StoreScope(app: handles.name.app, environment: handles.name.environment),
      queries: queries(about: handles)
    )
    switch handles.name.store {
    case .apple:
      if let receipt = handles.receipts.first {
        plan.fallback = try await receiptQuery(receipt).map { [$0] } ?? []
      }
    case .microsoft:
      plan.queries = try await queries(by: handles.storeKeys)
    case .google: plan.isGuess = handles.kind == nil || handles.kind == .nonRenewing
    case .amazon: break
    }
    return plan.queries.isEmpty && plan.fallback.isEmpty ? nil : plan
  }

  private func queries(about handles: StoreHandles) -> [StoreQuery] {
    let isSubscription = handles.kind == .autoRenewable || handles.kind == nil
    switch handles.name.store {
    case .apple:
      let root = handles.name.originalTransactionID
      let history = StoreQuery.appleHistory(transaction: root, revision: nil)
      return isSubscription ? [.appleSubscriptions(transaction: root), history] : [history]
    case .google:
      var queries: [StoreQuery] = []
      if let token = handles.tokens.first {
        // Google treats a prepaid plan as a subscription that does not renew.
        let mayBePlan = isSubscription || handles.kind == .nonRenewing
        if mayBePlan { queries.append(.googleSubscription(token: token)) }
        if handles.kind != .autoRenewable { queries.append(.googleProduct(token: token)) }
      }
      // An order states its price and its refund, which a purchase does not.
      let number = handles.newestTransactionID ?? handles.name.originalTransactionID
      let orders = [GoogleOrderNumber.number(number)].compactMap(\.self)
      if !orders.isEmpty || !queries.isEmpty { queries.append(.googleOrders(orders)) }
      return queries
    case .microsoft: return []
    case .amazon:
      guard let user = handles.accounts.first, let receipt = handles.tokens.first else { return [] }
      return [.amazonReceipt(user: user, receipt: receipt)]
    }
  }

  private func plan(
    forReceipt document: ID<Document>
  ) async throws(ServiceError) -> StoreQueryPlan? {
    let known = try await wrapping(try await ledger.documents.find(document))
    guard let known, let query = try await receiptQuery(document) else { return nil }
    return StoreQueryPlan(
      storeScope: StoreScope(app: known.app ?? "", environment: known.environment),
      queries: [query]
    )
  }

  private func receiptQuery(_ document: ID<Document>) async throws(ServiceError) -> StoreQuery? {
    let known = try await wrapping(try await ledger.documents.find(document))
    guard let known, known.store == .apple, !known.bytes.isEmpty else { return nil }
    return .appleReceipt(Data(known.bytes).base64EncodedString(), excludesOld: false)
  }
}

enum GoogleOrderNumber {
  /// Google's order number of a sale; `nil` if it has none.
  static func number(of order: ID<Order>) -> String? { number(Order.transactionID(of: order)) }

  /// The same by the transaction ID: of items bought together only the first has it.
  static func number(_ transaction: String) -> String? {
    let number = transaction.split(separator: "/").first.map(String.init)
    return number.flatMap { $0.hasPrefix("GPA.") ? $0 : nil }
  }
}

// A Store ID key is a credential that the app submits. Only Microsoft can verify its signature, so
// it is filed as a document that proves nothing; the store judges it when queried.
extension StoreQueries {
  /// The query plan for a key on file; `nil` if the key has ended or its app is unknown.
  func plan(forKey document: ID<Document>) async throws(ServiceError) -> StoreQueryPlan? {
    let known = try await wrapping(try await ledger.documents.find(document))
    guard let known, let app = known.app ?? onlyMicrosoftApp else { return nil }
    let environment = known.environment ?? .production
    return plan(forKey: known.bytes, StoreScope(app: app, environment: environment), known.user)
  }

  /// The plan for a key that is not on file.
  func plan(forKey presented: Validation) -> StoreQueryPlan? {
    let document = presented.filing.document
    guard let app = document.app ?? onlyMicrosoftApp else { return nil }
    let storeScope = StoreScope(app: app, environment: document.environment ?? .production)
    return plan(forKey: document.bytes, storeScope, nil)
  }

  private func plan(
    forKey key: [UInt8],
    _ storeScope: StoreScope,
    _ owner: ID<User>?
  ) -> StoreQueryPlan? {
    let queries = queries(by: [key])
    guard !queries.isEmpty else { return nil }
    return StoreQueryPlan(storeScope: storeScope, queries: queries, owner: owner)
  }

  /// The queries for these keys, using the longest-lasting key for each service.
  func queries(
    by documents: [ID<Document>]
  ) async throws(ServiceError) -> [StoreQuery] {
    var keys: [[UInt8]] = []
    for document in documents {
      let known = try await wrapping(try await ledger.documents.find(document))
      if let known { keys.append(known.bytes) }
    }
    return queries(by: keys)
  }

  private func queries(by keys: [[UInt8]]) -> [StoreQuery] {
    var newest: [MicrosoftStoreIDKey.Service: (end: Date, key: String)] = [:]
    for key in keys {
      guard let claims = try? MicrosoftStoreIDKey(key), let service = claims.service else {
        continue
      }
      let end = claims.expiresAt ?? .distantFuture
      guard end > now(), newest[service].map({ $0.end < end }) ?? true else { continue }
      newest[service] = (end, String(decoding: key, as: UTF8.self))
    }
    var queries: [StoreQuery] = []
    if let key = newest[.collections]?.key {
      queries.append(.microsoftCollections(key: key, page: nil))
    }
    if let key = newest[.purchase]?.key { queries.append(.microsoftSubscriptions(key: key)) }
    return queries
  }

  /// The only configured app, because Microsoft's services name none.
  var onlyMicrosoftApp: String? {
    guard let apps = stores[.microsoft]?.apps, apps.count == 1 else { return nil }
    return apps[0]
  }
}

extension StoreQueries {
  /// Files a renewed Microsoft Store ID key for the owner of the old one; the next query uses it.
  package func file(renewedKey key: [UInt8], insteadOf old: [UInt8]) async throws(ServiceError) {
    let known = try await wrapping(
      try await ledger.documents.find(DocumentFiling.documentID(of: old))
    )
    guard let owner = known?.user else { return }
    _ = try await service.submissions.validate(
      SubmittedDocument(bytes: key, user: owner, origin: .polled)
    )
  }
}
