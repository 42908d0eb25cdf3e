import Entitlements
import Foundation
import Persistence

/// The queries for a task, in order; every answer counts. If the store is not configured, the
/// fallback is used.
struct StoreQueryPlan: Equatable {
  var storeScope: StoreScope
  var questions: [StoreQuery]
  /// Whether it is unknown which query fits; then a refusal of one is not an answer.
  var isGuess = false
  var fallback: [StoreQuery] = []
  /// The user whom the answers are assigned to, if one was named.
  var owner: ID<User>?
}

extension EntitlementService {
  /// The query plan for the task; `nil` if nothing on file allows a query.
  func plan(for task: JobTask) async throws(ServiceError) -> StoreQueryPlan? {
    switch task {
    case .verify(let chain): try await plan(forChain: chain)
    case .verifyReceipt(let document): try await plan(forReceipt: document)
    case .lookUp(let order, let store, let storeScope):
      switch store {
      case .apple: StoreQueryPlan(storeScope: storeScope, questions: [.appleOrder(order)])
      case .google: StoreQueryPlan(storeScope: storeScope, questions: [.googleOrders([order])])
      case .microsoft, .amazon: nil
      }
    case .notifications(let storeScope, let from, let until, let onlyFailures, let page):
      StoreQueryPlan(
        storeScope: storeScope,
        questions: [
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
        questions: [.googleVoided(from: from, until: until, page: nil)]
      )
    case .verifyKey(let document): try await plan(forKey: document)
    case .clawbacks:
      StoreQueryPlan(storeScope: StoreScope(app: ""), questions: [.microsoftClawbacks])
    case .action(let action): try await plan(for: .verify(action.chain))
    case .notify: nil
    }
  }

  private func plan(
    forChain chain: ID<Subscription>
  ) async throws(ServiceError) -> StoreQueryPlan? {
    let handles = try await asking { () throws(LedgerError) in
      try await ledger.storeQueries.handles(of: chain)
    }
    guard let handles else { return nil }
    var plan = StoreQueryPlan(
      storeScope: StoreScope(app: handles.name.app, environment: handles.name.environment),
      questions: questions(about: handles)
    )
    switch handles.name.store {
    case .apple:
      if let receipt = handles.receipts.first {
        plan.fallback = try await receiptQuestion(receipt).map { [$0] } ?? []
      }
    case .microsoft:
      plan.questions = try await questions(by: handles.storeKeys, in: handles.name.environment)
    case .google: plan.isGuess = handles.kind == nil || handles.kind == .nonRenewing
    case .amazon: break
    }
    return plan.questions.isEmpty && plan.fallback.isEmpty ? nil : plan
  }

  private func questions(about handles: StoreHandles) -> [StoreQuery] {
    let isSubscription = handles.kind == .autoRenewable || handles.kind == nil
    switch handles.name.store {
    case .apple:
      let root = handles.name.originalTransactionID
      let history = StoreQuery.appleHistory(transaction: root, revision: nil)
      return isSubscription ? [.appleSubscriptions(transaction: root), history] : [history]
    case .google:
      var questions: [StoreQuery] = []
      if let token = handles.tokens.first {
        // Google treats a prepaid plan as a subscription that does not renew.
        let mayBePlan = isSubscription || handles.kind == .nonRenewing
        if mayBePlan { questions.append(.googleSubscription(token: token)) }
        if handles.kind != .autoRenewable { questions.append(.googleProduct(token: token)) }
      }
      // An order states its refund, which a purchase does not.
      let number = handles.newestTransactionID ?? handles.name.originalTransactionID
      if let order = GoogleOrderNumber.number(number) { questions.append(.googleOrders([order])) }
      return questions
    case .microsoft: return []
    case .amazon:
      guard let user = handles.accounts.first, let receipt = handles.tokens.first else { return [] }
      return [.amazonReceipt(user: user, receipt: receipt)]
    }
  }

  private func plan(
    forReceipt document: ID<Document>
  ) async throws(ServiceError) -> StoreQueryPlan? {
    let known = try await asking { () throws(LedgerError) in
      try await ledger.documents.find(document)
    }
    guard let known, let question = try await receiptQuestion(document) else { return nil }
    return StoreQueryPlan(
      storeScope: StoreScope(app: known.app ?? "", environment: known.environment),
      questions: [question]
    )
  }

  private func receiptQuestion(
    _ document: ID<Document>
  ) async throws(ServiceError) -> StoreQuery? {
    let known = try await asking { () throws(LedgerError) in
      try await ledger.documents.find(document)
    }
    guard let known, known.store == .apple, !known.bytes.isEmpty else { return nil }
    return .appleReceipt(Data(known.bytes).base64EncodedString(), excludesOld: false)
  }

  /// Runs a ledger operation and converts its error.
  func asking<Answer>(
    _ question: () async throws(LedgerError) -> Answer
  ) async throws(ServiceError) -> Answer {
    do throws(LedgerError) {
      return try await question()
    } catch {
      throw .ledger(error)
    }
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
