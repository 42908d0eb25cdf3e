package import Foundation

/// All changes that one document causes. Either all of them are written or none.
package struct Filing: Equatable, Sendable {
  package enum Outcome: Codable, Equatable, Sendable {
    /// Written, with the user that the purchases went to, if any.
    case filed(ID<User>?)
    /// The document was already stored for this user, if any; nothing changed.
    case alreadyFiled(ID<User>?)
    /// The document was already stored; its purchases went to this user because of a new claim.
    case claimed(ID<User>)
  }

  /// The owner of the purchases.
  package enum Attribution: Equatable, Sendable {
    /// This user, who is created if necessary.
    case user(ID<User>)
    /// The present owner of one of the sales or chains, or else a new user with this ID.
    case owner(orElse: ID<User>)
    /// No user: a document without purchases, or one that was rejected without a user.
    case nobody
  }

  /// Store, app, kind and the store's ID for the document. Filing a key twice changes nothing.
  /// `nil` if the store gives no ID; then the document's hash identifies it.
  package var key: String?
  package var document: Document
  package var attribution: Attribution
  /// Empty for a rejected document: unverified facts grant nothing.
  package var facts: Facts
  /// Whether all purchases in the document belong to one store account, so that the owner of one
  /// sale is known from another.
  package var isOneAccount: Bool
  /// The claims submitted with the document, which are written even if that is already stored.
  package var claims: [PurchaseClaim]
  /// Further claims, for purchases that are not stored yet.
  package var initialClaims: [PurchaseClaim] = []
  /// The user's name, if known.
  package var userName: String?
  package var userEmail: String?
  /// The query that the document answers, by its kind and page; `nil` if it answers none. An answer
  /// equal to the last one to its query confirms that one and is not filed.
  package var question: String?
  /// The last confirmation by the store, if the document is filed again from another ledger.
  package var confirmation: Confirmation?

  package init(
    key: String? = nil,
    document: Document,
    attribution: Attribution,
    facts: Facts,
    isOneAccount: Bool = true,
    claims: [PurchaseClaim] = [],
    userName: String? = nil,
    userEmail: String? = nil
  ) {
    self.key = key
    self.document = document
    self.attribution = attribution
    self.facts = facts
    self.isOneAccount = isOneAccount
    self.claims = claims
    self.userName = userName
    self.userEmail = userEmail
  }
}

/// A statement or answer of a store, with its raw bytes and the result of reading it.
package struct Document: Equatable, Sendable {
  /// Whether the document was accepted.
  package enum Verdict: Equatable, Sendable {
    case genuine
    /// A rejection: its stable code (`bad-signature`), the location of the fault and the reason.
    case rejected(code: String, at: String?, detail: String)
  }

  /// Lower-case hex of the SHA-256 of `bytes`.
  package let id: ID<Document>
  /// `nil` for an operator action.
  package var store: Store?
  /// The receipt kind's stable name, such as `app-receipt`; `manual` and `generated` for documents
  /// that no store wrote.
  package var kind: String
  /// `nil` if the document could not be read that far.
  package var environment: Environment?
  package var app: String?
  package var bytes: [UInt8]
  /// Ranges of `bytes` that many documents have in common (certificates), in ascending order and
  /// not adjacent. They are stored once.
  package var common: [Range<Int>]
  /// Data that is not in the bytes but needed to read them again, in the format of `ServiceCore`.
  package var context: String?
  package var origin: Origin
  package var provenance: TrustBasis
  package var verdict: Verdict
  /// When the document was received.
  package var receivedAt: Date
  /// The store's own time of the document: of its signature, the event or the answer.
  package var statedAt: Date?
  /// The number of purchases that could be read in it.
  package var purchases: Int
  package var user: ID<User>?

  package init(
    id: ID<Document>,
    store: Store?,
    kind: String,
    environment: Environment?,
    app: String?,
    bytes: [UInt8],
    common: [Range<Int>] = [],
    context: String? = nil,
    origin: Origin = .imported,
    provenance: TrustBasis = .signature,
    verdict: Verdict,
    receivedAt: Date,
    statedAt: Date?,
    purchases: Int,
    user: ID<User>?
  ) {
    self.id = id
    self.store = store
    self.kind = kind
    self.environment = environment
    self.app = app
    self.bytes = bytes
    self.common = common
    self.context = context
    self.origin = origin
    self.provenance = provenance
    self.verdict = verdict
    self.receivedAt = receivedAt
    self.statedAt = statedAt
    self.purchases = purchases
    self.user = user
  }
}

/// A store's repeated answer. It restates what a stored document states and is not stored itself.
package struct Confirmation: Equatable, Sendable {
  /// When the store last gave this answer.
  package var at: Date
  /// The store's own time of that answer; `nil` if every fact in it has a time of its own.
  package var statedAt: Date?

  package init(at instant: Date, statedAt: Date?) {
    at = instant
    self.statedAt = statedAt
  }
}

// Some facts of an answer are stated as of the answer; their time changes with every answer. Others
// are stated as of the event that they describe.
extension Facts {
  /// The maximum age of an answer at its receipt: clocks differ, and some stores sign each part
  /// separately.
  private static let maxAnswerAge: TimeInterval = 300

  /// The latest time among the facts that are stated as of the answer received at `instant`.
  package func statedAt(inAnswerAt instant: Date) -> Date? {
    statementSources.map(\.statedAt).filter { Self.isOfAnswer($0, at: instant) }.max()
  }

  /// The facts without evidence and time of the answer. Equal for two answers of the same content.
  package func timeless(inAnswerAt instant: Date) -> Facts {
    let none = Date(timeIntervalSince1970: 0)
    var facts = restated(none, by: ID(""), inAnswerAt: instant, cancelledAt: none)
    facts.renewalStatuses.sort {
      ($0.chain.raw, "\($0.condition)") < ($1.chain.raw, "\($1.condition)")
    }
    facts.notices.sort { $0.sortKey < $1.sortKey }
    return facts
  }

  /// The sales and renewal statuses as the document `evidence`, received first at `first`, restates
  /// them at `statedAt`.
  package func confirmed(
    at statedAt: Date,
    by evidence: ID<Document>,
    inAnswerAt instant: Date,
    firstAt first: Date
  ) -> Facts {
    let facts = restated(statedAt, by: evidence, inAnswerAt: instant, cancelledAt: first)
    return Facts(orders: facts.orders, renewalStatuses: facts.renewalStatuses)
  }

  private static func isOfAnswer(_ statedAt: Date, at instant: Date) -> Bool {
    statedAt >= instant.addingTimeInterval(-maxAnswerAge)
  }

  private var statementSources: [StatementSource] {
    orders.map(\.statementSource) + orders.compactMap(\.terms?.statementSource)
      + renewalStatuses.map(\.statementSource)
      + notices.map(\.statementSource)
  }

  /// `cancelledAt` is the date of a reversal that the answer states without one.
  private func restated(
    _ statedAt: Date,
    by evidence: ID<Document>,
    inAnswerAt instant: Date,
    cancelledAt: Date
  ) -> Facts {
    // A replaced purchase is stated as of its end, even if it is reported again later.
    func restated(_ statementSource: StatementSource, endedAt: Date? = nil) -> StatementSource {
      let isOfAnswer =
        Self.isOfAnswer(statementSource.statedAt, at: instant)
        && statementSource.statedAt != endedAt
      return StatementSource(
        evidence,
        at: isOfAnswer ? statedAt : statementSource.statedAt,
        statementSource.authority
      )
    }
    var facts = self
    facts.orders = orders.map { order in
      order.changing { details in
        let isDateless =
          (order.store == .google || order.store == .amazon)
          && details.cancelledAt.map { abs($0.timeIntervalSince(instant)) < 0.001 } ?? false
        if isDateless { details.cancelledAt = cancelledAt }
        details.statementSource = restated(details.statementSource, endedAt: details.expiresAt)
        if let terms = details.terms {
          // Such an answer has no price, so its terms are as old as the sale.
          let source = terms.statementSource
          details.terms?.statementSource =
            isDateless
            ? StatementSource(evidence, at: source.statedAt, source.authority) : restated(source)
        }
      }
    }
    for index in renewalStatuses.indices {
      let renewalStatus = renewalStatuses[index]
      let end = renewalStatus.condition == .ended(.replaced) ? renewalStatus.statedAt : nil
      facts.renewalStatuses[index].statementSource = restated(
        renewalStatus.statementSource,
        endedAt: end
      )
    }
    for index in notices.indices {
      facts.notices[index].statementSource = restated(notices[index].statementSource)
    }
    facts.links = links.map { Link($0.kind, $0.value, of: $0.chain, evidence: evidence) }
    return facts
  }
}

extension StoreEvent {
  fileprivate var sortKey: String {
    "\(chain?.raw ?? "") \(kind) \(order?.raw ?? "") \(detail ?? "") \(statementSource.statedAt)"
  }
}

// Filings as the shared log stores them. The keys are pinned: a log outlives the program.

extension Origin: Codable {}
extension TrustBasis: Codable {}

extension Filing: Codable {
  private enum CodingKeys: String, CodingKey {
    case key = "key", document = "document", attribution = "attribution", facts = "facts"
    case isOneAccount = "isOneAccount", claims = "claims", initialClaims = "initialClaims"
    case userName = "userName", userEmail = "userEmail", question = "question"
    case confirmation = "confirmation"
  }
}

extension Filing.Attribution: Codable {
  private enum CodingKeys: String, CodingKey {
    case user = "user", owner = "owner", nobody = "nobody"
  }
  private enum UserCodingKeys: String, CodingKey { case _0 = "id" }
  private enum OwnerCodingKeys: String, CodingKey { case orElse = "orElse" }
}

extension Confirmation: Codable {
  private enum CodingKeys: String, CodingKey { case at = "at", statedAt = "statedAt" }
}

extension Document: Codable {
  private enum CodingKeys: String, CodingKey {
    case id = "id", store = "store", kind = "kind", environment = "environment", app = "app"
    case bytes = "bytes", common = "common", context = "context", origin = "origin"
    case provenance = "provenance", verdict = "verdict", receivedAt = "receivedAt"
    case statedAt = "statedAt", purchases = "purchases", user = "user"
  }
}

extension Document.Verdict: Codable {
  private enum CodingKeys: String, CodingKey { case genuine = "genuine", rejected = "rejected" }
  private enum RejectedCodingKeys: String, CodingKey {
    case code = "code", at = "at", detail = "detail"
  }
}
