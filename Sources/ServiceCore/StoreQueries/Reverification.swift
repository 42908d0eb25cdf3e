import Entitlements
import Foundation
import Persistence

/// What a store is asked for a task: in this order, and every answer counts. Where the store cannot
/// be asked for want of a key, the fallback is asked instead.
struct QuestionPlan: Equatable {
  var shop: StoreShop
  var questions: [StoreQuestion]
  /// Whether it is not known which of the questions fits: then a refusal of one is no answer.
  var isGuess = false
  var fallback: [StoreQuestion] = []
  /// To whom the answers are given, where somebody was named for them.
  var owner: ID<User>?
}

extension EntitlementService {
  /// How to ask about the task; `nil` where there is nothing to ask by.
  func plan(for task: JobTask) async throws(ServiceError) -> QuestionPlan? {
    switch task {
    case .verify(let chain): try await plan(forChain: chain)
    case .verifyReceipt(let document): try await plan(forReceipt: document)
    case .lookUp(let order, let store, let shop):
      switch store {
      case .apple: QuestionPlan(shop: shop, questions: [.appleOrder(order)])
      case .google: QuestionPlan(shop: shop, questions: [.googleOrders([order])])
      case .microsoft, .amazon: nil
      }
    case .notifications(let shop, let from, let until, let onlyFailures, let page):
      QuestionPlan(
        shop: shop,
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
      QuestionPlan(
        shop: StoreShop(app: app, environment: .production),
        questions: [.googleVoided(from: from, until: until, page: nil)]
      )
    case .verifyKey(let document): try await plan(forKey: document)
    case .clawbacks: QuestionPlan(shop: StoreShop(app: ""), questions: [.microsoftClawbacks])
    case .deed(let deed): try await plan(for: .verify(deed.chain))
    case .tell: nil
    }
  }

  private func plan(
    forChain chain: ID<Subscription>
  ) async throws(ServiceError) -> QuestionPlan? {
    let handles = try await asking { () throws(LedgerError) in try await ledger.handles(of: chain) }
    guard let handles else { return nil }
    var plan = QuestionPlan(
      shop: StoreShop(app: handles.name.app, environment: handles.name.environment),
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

  private func questions(about handles: ChainHandles) -> [StoreQuestion] {
    let isSubscription = handles.kind == .autoRenewable || handles.kind == nil
    switch handles.name.store {
    case .apple:
      let root = handles.name.originalTransactionID
      let history = StoreQuestion.appleHistory(transaction: root, revision: nil)
      return isSubscription ? [.appleSubscriptions(transaction: root), history] : [history]
    case .google:
      var questions: [StoreQuestion] = []
      if let token = handles.tokens.first {
        // A prepaid plan is a subscription there that does not renew.
        let mayBePlan = isSubscription || handles.kind == .nonRenewing
        if mayBePlan { questions.append(.googleSubscription(token: token)) }
        if handles.kind != .autoRenewable { questions.append(.googleProduct(token: token)) }
      }
      // An order tells of its refund, which a purchase does not.
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
  ) async throws(ServiceError) -> QuestionPlan? {
    let known = try await asking { () throws(LedgerError) in try await ledger.document(document) }
    guard let known, let question = try await receiptQuestion(document) else { return nil }
    return QuestionPlan(
      shop: StoreShop(app: known.app ?? "", environment: known.environment),
      questions: [question]
    )
  }

  private func receiptQuestion(
    _ document: ID<Document>
  ) async throws(ServiceError) -> StoreQuestion? {
    let known = try await asking { () throws(LedgerError) in try await ledger.document(document) }
    guard let known, known.store == .apple, !known.bytes.isEmpty else { return nil }
    return .appleReceipt(Data(known.bytes).base64EncodedString(), excludesOld: false)
  }

  /// What the ledger answers, with its failure as the service's.
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
  /// The number that Google knows a sale's charge by; `nil` where it has none.
  static func number(of order: ID<Order>) -> String? { number(Order.transactionID(of: order)) }

  /// The same by the sale's own name: of what was bought together only the first has the charge's.
  static func number(_ transaction: String) -> String? {
    let number = transaction.split(separator: "/").first.map(String.init)
    return number.flatMap { $0.hasPrefix("GPA.") ? $0 : nil }
  }
}
