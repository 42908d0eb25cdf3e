import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Answers one request: what was handed in is filed, its store asked, and told what is on file then.
struct ValidatorDesk: Sendable {
  static let endpoint = ClaimEndpoint.validate
  /// Two questions may have to be asked before the client gives up.
  static let patience = Duration.seconds(7)

  let core: WebCore
  let accepted: AcceptedEnvironments
  /// Who asks, by address.
  var peer = ""

  var service: EntitlementService { core.service }

  func answer(
    _ request: ValidatorRequest,
    of app: ValidatorConfiguration.App
  ) async throws(ValidatorFault) -> WebResponse {
    let isAdmitted = try await asking { () throws(ServiceError) in
      try await core.admits(request.user)
    }
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

  /// What the service answers, with its failure as the client is told of it.
  func asking<Answer>(
    _ question: () async throws(ServiceError) -> Answer
  ) async throws(ValidatorFault) -> Answer {
    do throws(ServiceError) {
      return try await question()
    } catch {
      throw .failed(error)
    }
  }

  func settle(
    _ handed: HandedIn,
    for user: ID<User>?,
    asks: Bool = true
  ) async throws(ValidatorFault) -> Settlement {
    try await asking { () throws(ServiceError) in
      try await core.settle(
        handed,
        for: user,
        of: Client(endpoint: Self.endpoint, peer: peer),
        asks: asks,
        patience: Self.patience
      )
    }
  }
}

extension Settlement {
  /// What the client may be told of: nothing that stays another user's.
  var tellable: [ChainRecord] { purchases.filter { !withheld.contains($0.id) } }
}

/// What is on file of that which a client asks about.
struct ValidatorFinding: Sendable {
  var records: [ChainRecord]
  var word: Settlement.Word
  /// Under which name the client asks about all of it.
  var app: String?
  /// What the store calls the product that the client has another `id` for.
  var productID: String?
  /// What was handed in says of itself.
  var transaction: [JSONValue.Member] = []
  /// The version of the app that a genuine app receipt states.
  var appVersion: String?

  var isUnanswered: Bool { if case .unanswered = word { true } else { false } }
}

extension ValidatorDesk {
  private func reply(
    to request: ValidatorRequest,
    _ finding: ValidatorFinding
  ) async throws(ValidatorFault) -> WebResponse {
    let now = core.now()
    var purchases = finding.records.compactMap { ValidatorPurchase($0, at: now) }
    var evidence = ValidatorEvidence(service)
    for place in purchases.indices {
      let purchase = purchases[place]
      do throws(ServiceError) {
        purchases[place].details = try await evidence.details(of: purchase)
      } catch {
        throw .failed(error)
      }
      if finding.word == .unknownThere, purchase.sale.store == .google {
        purchases[place].details.cancelation = .deleted
      }
      if purchase.productID == finding.productID { purchases[place].name = request.id }
    }
    let open = finding.isUnanswered ? purchases.filter(\.isOpen) : []
    if request.isAboutProduct(of: finding.app) {
      try decide(request, finding, purchases)
    } else if !open.isEmpty, !purchases.contains(where: \.isOwned) {
      throw .outage
    }
    let told = purchases.filter { purchase in !open.contains { $0.sale.id == purchase.sale.id } }
    let collection = ValidatorCollection(told)
    let subject = collection.purchases.first { finding.isAbout($0, request) }
    return WebResponse(
      200,
      [
        "ok": true,
        "data": [
          "id": .string(request.id),
          "latest_receipt": .bool(finding.word == .answered),
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

  /// The finding without purchases of other environments; refused where nothing else is in it.
  private func within(
    _ environments: Set<Entitlements.Environment>,
    _ finding: ValidatorFinding
  ) throws(ValidatorFault) -> ValidatorFinding {
    var accepted = finding
    accepted.records.removeAll { !($0.environment.map(environments.contains) ?? false) }
    guard !accepted.records.isEmpty || finding.records.isEmpty else {
      throw .rejected(code: "wrong-environment")
    }
    return accepted
  }

  /// Whether there is anything to tell of the one product that is asked about.
  private func decide(
    _ request: ValidatorRequest,
    _ finding: ValidatorFinding,
    _ purchases: [ValidatorPurchase]
  ) throws(ValidatorFault) {
    let isLatest = finding.word == .answered
    let asked = purchases.filter { finding.isAbout($0, request) }
    guard !asked.isEmpty else {
      let isPending = finding.records.contains { record in
        record.sales.isEmpty && record.notices.last?.kind == .pending
      }
      if isPending { throw .pending }
      throw finding.isUnanswered ? .outage : .otherProduct(isLatest: isLatest)
    }
    if request.platform == .google, asked.allSatisfy(\.isConsumed) {
      throw ValidatorFault(
        .purchaseConsumed,
        "the purchase is consumed",
        note: "consumed",
        isLatest: isLatest
      )
    }
    guard !asked.contains(where: \.isOwned) else { return }
    if finding.isUnanswered, asked.contains(where: \.isOpen) { throw .outage }
    if request.isLegacy {
      throw ValidatorFault(
        .purchaseExpired,
        "the purchase has ended",
        note: "ended",
        isLatest: isLatest
      )
    }
  }

  private func spentOffers(_ records: [ChainRecord]) async throws(ValidatorFault) -> [String] {
    guard records.contains(where: \.hadIntroduction) else { return [] }
    let catalog = try await asking { () throws(ServiceError) in
      try await service.primaryCatalog()
    }
    return IntroductoryOffers.spent(records, catalog)
  }
}

extension ValidatorFinding {
  fileprivate func isAbout(_ purchase: ValidatorPurchase, _ request: ValidatorRequest) -> Bool {
    purchase.isOf(request.id)
  }

  /// What a client may show where this is not the store's word of now.
  fileprivate func warning(isPartial: Bool, of purchases: [ValidatorPurchase]) -> String? {
    switch word {
    case .unanswered where isPartial:
      "the store could not be asked now; what it may have renewed is left out"
    case .unanswered: "the store could not be asked now; this is what it said before"
    case .notAsked where purchases.contains { $0.sale.environment != .xcode }:
      "the store was not asked; this is what was handed in"
    case .notAsked, .answered, .unknownThere: nil
    }
  }
}
