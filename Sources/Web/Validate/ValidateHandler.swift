import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Answers one request: files the submission, queries its store and returns the resulting records.
struct ValidateHandler: Sendable {
  static let endpoint = ClaimEndpoint.validate
  /// Two queries may be needed before the client gives up.
  static let timeout = Duration.seconds(7)

  let core: WebDependencies
  let accepted: AcceptedEnvironments
  /// The client's address.
  var peer = ""

  var service: EntitlementService { core.service }
  var client: SubmittingClient { SubmittingClient(endpoint: Self.endpoint, peer: peer) }

  func answer(
    _ request: ValidatorRequest,
    of app: ValidatorConfiguration.App
  ) async throws(ValidatorError) -> WebResponse {
    let isAdmitted = try await wrapping(try await core.admits(request.user))
    guard isAdmitted else { throw .unknownUser }
    let finding =
      switch request.platform {
      case .apple, .appleSigned: try await apple(request, app)
      case .google: try await google(request, app)
      case .microsoft: try await microsoft(request, app)
      }
    let environments = (app.accepted ?? accepted).environments(
      for: request.user,
      appVersion: finding.appVersion
    )
    return try await reply(to: request, try within(environments, finding))
  }

  /// Runs a service operation and converts its error.
  func wrapping<Answer>(
    _ operation: @autoclosure () async throws(ServiceError) -> Answer
  ) async throws(ValidatorError) -> Answer {
    do throws(ServiceError) {
      return try await operation()
    } catch {
      throw .failed(error)
    }
  }

  func submit(
    _ submitted: Submission,
    for user: ID<User>?,
    queriesStore: Bool = true
  ) async throws(ValidatorError) -> SubmissionResult {
    try await wrapping(
      try await core.submit(
        submitted,
        for: user,
        of: client,
        queriesStore: queriesStore,
        timeout: Self.timeout
      )
    )
  }
}

extension SubmissionResult {
  /// The purchases that the client may see.
  var visible: [ChainRecord] { purchases.filter { !withheld.contains($0.id) } }
}

/// The records that a client's request concerns.
struct ValidateContext: Sendable {
  var records: [ChainRecord]
  var storeOutcome: SubmissionResult.StoreOutcome
  /// The client's app ID for all of it.
  var app: String?
  /// The store's product ID, if the client's `id` differs.
  var productID: String?
  /// The submitted document's own fields.
  var transaction: [JSONValue.Member] = []
  /// The app version that a genuine app receipt states.
  var appVersion: String?

  var isUnanswered: Bool { if case .unanswered = storeOutcome { true } else { false } }
}

extension ValidateHandler {
  private func reply(
    to request: ValidatorRequest,
    _ finding: ValidateContext
  ) async throws(ValidatorError) -> WebResponse {
    let now = core.now()
    var purchases = finding.records.compactMap { ValidatorPurchase($0, at: now) }
    let usedUp = try await wrapping(
      try await service.submissions.usedUp(among: purchases.map(\.record))
    )
    var evidence = StoredDocumentReader(service)
    for index in purchases.indices {
      purchases[index].isUsedUp = usedUp.contains(purchases[index].sale.id)
      let purchase = purchases[index]
      do throws(ServiceError) {
        purchases[index].details = try await evidence.details(of: purchase)
      } catch {
        throw .failed(error)
      }
      if finding.storeOutcome == .unknown, purchase.sale.store == .google {
        purchases[index].details.cancelation = .deleted
      }
      if purchase.productID == finding.productID { purchases[index].name = request.id }
    }
    let open = finding.isUnanswered ? purchases.filter(\.isOpen) : []
    if request.isAboutProduct(of: finding.app) {
      try decide(request, finding, purchases)
    } else if !open.isEmpty, !purchases.contains(where: \.isOwned) {
      throw .outage
    }
    let reported = purchases.filter { purchase in !open.contains { $0.sale.id == purchase.sale.id }
    }
    let collection = ValidatorCollection(reported)
    let subject = collection.purchases.first { $0.isOf(request.id) }
    return WebResponse(
      200,
      [
        "ok": true,
        "data": [
          "id": .string(request.id),
          "latest_receipt": .bool(finding.storeOutcome == .answered),
          "transaction": .object(finding.transaction(request, subject)),
          "collection": collection.json(asked: request.transactionID),
          "ineligible_for_intro_price": .array(
            try await spentOffers(finding.records).map { .string($0) }
          ),
          "date": .string(now.isoText),
          "warning": .text(finding.warning(isPartial: !open.isEmpty, of: purchases)),
        ],
      ],
      note: finding.isUnanswered ? "ok-unanswered" : "ok"
    )
  }

  /// The context without purchases of other environments; rejects it if nothing remains.
  private func within(
    _ environments: Set<Entitlements.Environment>,
    _ finding: ValidateContext
  ) throws(ValidatorError) -> ValidateContext {
    var accepted = finding
    accepted.records.removeAll { !($0.environment.map(environments.contains) ?? false) }
    guard !accepted.records.isEmpty || finding.records.isEmpty else {
      throw .rejected(code: "wrong-environment")
    }
    return accepted
  }

  /// Checks whether there is an answer about the requested product.
  private func decide(
    _ request: ValidatorRequest,
    _ finding: ValidateContext,
    _ purchases: [ValidatorPurchase]
  ) throws(ValidatorError) {
    let isLatest = finding.storeOutcome == .answered
    let matching = purchases.filter { $0.isOf(request.id) }
    guard !matching.isEmpty else {
      let isPending = finding.records.contains { record in
        record.sales.isEmpty && record.notices.last?.kind == .pending
      }
      if isPending { throw .pending }
      throw finding.isUnanswered ? .outage : .otherProduct(isLatest: isLatest)
    }
    let consumed = matching.filter { purchase in
      purchase.isUsedUp || request.platform == .google && purchase.isConsumed
    }
    let consumedSales = Set(consumed.map(\.sale.id))
    let isLeft = matching.contains { $0.isOwned && !consumedSales.contains($0.sale.id) }
    // A signed transaction stands for its own purchase.
    let stated = finding.transaction.first { $0.name == "transactionId" }?.value.string
    if !consumed.isEmpty, !isLeft || consumed.contains(where: { $0.sale.transactionID == stated }) {
      throw ValidatorError(
        .purchaseConsumed,
        "the purchase is consumed",
        note: "consumed",
        isLatest: isLatest
      )
    }
    guard !matching.contains(where: \.isOwned) else { return }
    if finding.isUnanswered, matching.contains(where: \.isOpen) { throw .outage }
    if request.isLegacy {
      throw ValidatorError(
        .purchaseExpired,
        "the purchase has ended",
        note: "ended",
        isLatest: isLatest
      )
    }
  }

  private func spentOffers(_ records: [ChainRecord]) async throws(ValidatorError) -> [String] {
    guard records.contains(where: \.hadIntroduction) else { return [] }
    let catalog = try await wrapping(try await service.primaryCatalog())
    return IntroductoryOffers.spent(records, catalog)
  }
}

extension ValidateContext {
  /// A warning for the client if the records are not the store's current answer.
  fileprivate func warning(isPartial: Bool, of purchases: [ValidatorPurchase]) -> String? {
    switch storeOutcome {
    case .unanswered where isPartial:
      "the store could not be asked now; what it may have renewed is left out"
    case .unanswered: "the store could not be asked now; this is what it said before"
    case .notQueried where purchases.contains { $0.sale.environment != .xcode }:
      "the store was not asked; this is what was handed in"
    case .notQueried, .answered, .unknown: nil
    }
  }
}
