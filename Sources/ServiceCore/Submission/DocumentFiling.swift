import Basics
import Crypto
package import Entitlements
package import Foundation
import Persistence
package import Receipts

/// A submitted store document: pasted, uploaded, pushed or polled.
package struct SubmittedDocument: Equatable, Sendable {
  /// The original bytes: base64, DER, JWS, JSON or XML, possibly in a framework's envelope.
  package var bytes: [UInt8]
  /// The user who owns the purchases, if the caller knows.
  package var user: ID<User>?
  package var name: String?
  package var email: String?
  package var origin: Origin
  /// Facts about the document that it does not contain.
  package var hints: DocumentHints
  /// The basis of trust for an unsigned document: a shared secret, or a sender that proved to be
  /// the store.
  package var trustBasis: TrustBasis?
  /// The endpoint that named the user, which determines the strength of the claim.
  package var endpoint: ClaimEndpoint

  package init(
    bytes: [UInt8],
    user: ID<User>?,
    name: String? = nil,
    email: String? = nil,
    origin: Origin = .imported,
    hints: DocumentHints = DocumentHints(),
    trustBasis: TrustBasis? = nil,
    endpoint: ClaimEndpoint = .import
  ) {
    self.bytes = bytes
    self.user = user
    self.name = name
    self.email = email
    self.origin = origin
    self.hints = hints
    self.trustBasis = trustBasis
    self.endpoint = endpoint
  }
}

/// What a store's bare answer does not state; stored with the document for later reads.
package struct DocumentHints: Codable, Equatable, Sendable {
  /// Apple's bundle ID, Google's package name. Bare answers of Google, Microsoft and Amazon do not
  /// name the app and yield no facts without it.
  package var app: String?
  /// `production`, `sandbox` or `xcode`.
  package var environment: String?
  /// The queried product, if the answer omits it (version 1 of both Google purchase APIs).
  package var productID: String?
  /// As in a catalog: `consumable`, `nonConsumable`, `nonRenewing`, `autoRenewable`. A purchase
  /// signed only for the device becomes a sale only with it, because it does not distinguish
  /// subscriptions from one-time products.
  package var productKind: String?
  /// The secret used in the query: Google's purchase token, Amazon's receipt ID.
  package var purchaseToken: String?
  /// The order ID from the customer's e-mail; the answer to the look-up does not repeat it.
  package var storeOrder: String?
  /// The buyer ID used in the query: Amazon's user ID.
  package var account: String?
  /// The sending device, as named by the app. It has no effect.
  package var device: String?

  private enum CodingKeys: String, CodingKey {
    case app = "app", environment = "environment", productID = "productID"
    case productKind = "productKind", purchaseToken = "purchaseToken", storeOrder = "storeOrder"
    case account = "account", device = "device"
  }

  package init(
    app: String? = nil,
    environment: String? = nil,
    productID: String? = nil,
    productKind: String? = nil,
    purchaseToken: String? = nil,
    storeOrder: String? = nil,
    account: String? = nil,
    device: String? = nil
  ) {
    self.app = app
    self.environment = environment
    self.productID = productID
    self.productKind = productKind
    self.purchaseToken = purchaseToken
    self.storeOrder = storeOrder
    self.account = account
    self.device = device
  }

  /// The stored encoding; `nil` if empty.
  var text: String? {
    guard self != DocumentHints() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Decodes a stored text; an invalid text yields no hints.
  init(stored text: String?) {
    let read = text.flatMap { try? JSONDecoder().decode(DocumentHints.self, from: Data($0.utf8)) }
    self = read ?? DocumentHints()
  }
}

/// What identifies a document: its content, and how many documents on file have the same content.
/// Most answers of stores have no date: one that repeats an earlier answer after a different one is
/// a document of its own, not that earlier, superseded one.
package struct DocumentIdentity {
  var content: [UInt8]
  var repetition = 0

  package init(_ content: [UInt8]) { self.content = content }

  /// A repetition is stored with as many line feeds, which are insignificant in JSON.
  var storedBytes: [UInt8] {
    repetition == 0 ? content : content + repeatElement(UInt8(ascii: "\n"), count: repetition)
  }

  var id: ID<Document> { DocumentFiling.documentID(of: storedBytes) }
}

/// Turns submitted and examined documents into filings.
package enum DocumentFiling {
  /// The filing of an examined document: with its facts if it is genuine, and without any effect
  /// otherwise. An unsigned document is genuine only on a basis of trust.
  ///
  /// Claims decide who owns the sales (`Ownership`): the submitting user claims the purchases it
  /// states. Without a claim, they go to the user that the app named to the store, or to a new one
  /// named after the first sale.
  package static func filing(
    of submission: ExaminedDocument,
    _ identity: DocumentIdentity,
    _ presented: SubmittedDocument,
    at now: Date
  ) -> Filing {
    let (id, bytes) = (identity.id, identity.storedBytes)
    let translated = Translation.facts(
      of: submission.outcome,
      in: bytes,
      context: DocumentContext(
        presented.hints,
        answeredAt: now,
        origin: presented.origin,
        provenance: presented.trustBasis
      ),
      evidence: id
    ).filed
    let verdict = verdict(of: submission, translated)
    let document = Document(
      id: id,
      store: translated.store,
      kind: translated.kind,
      environment: translated.environment,
      app: translated.app,
      bytes: bytes,
      common: translated.common,
      context: presented.hints.text,
      origin: presented.origin,
      provenance: translated.provenance,
      verdict: verdict,
      receivedAt: now,
      statedAt: translated.statedAt,
      purchases: translated.purchases,
      user: nil
    )
    let isBelieved = verdict == .genuine
    return Filing(
      key: isBelieved ? translated.key : nil,
      document: document,
      attribution: attribution(of: presented, translated, isBelieved: isBelieved),
      facts: isBelieved ? translated.facts : Facts(),
      isOneAccount: translated.joinsAccount,
      claims: isBelieved ? claims(by: presented, on: translated.facts, in: id, at: now) : [],
      userName: presented.name,
      userEmail: presented.email
    )
  }

  /// A document's ID: the SHA-256 of its bytes.
  package static func documentID(of bytes: [UInt8]) -> ID<Document> {
    ID(String(hex: Array(SHA256.hash(data: bytes))))
  }

  package static func verdict(_ rejection: Rejection) -> Document.Verdict {
    .rejected(code: rejection.code, at: rejection.location, detail: rejection.detail)
  }

  private static func verdict(
    of submission: ExaminedDocument,
    _ translated: TranslatedDocument
  ) -> Document.Verdict {
    if let rejection = submission.rejection { return verdict(rejection) }
    guard translated.provenance == .none else { return .genuine }
    return .rejected(
      code: "unsigned",
      at: nil,
      detail: "it has no signature, and nothing proves that the store sent it"
    )
  }

  /// The user's claims on each purchase that the document states.
  private static func claims(
    by presented: SubmittedDocument,
    on facts: Facts,
    in document: ID<Document>,
    at now: Date
  ) -> [PurchaseClaim] {
    guard let user = presented.user else { return [] }
    return facts.chains.sorted().map {
      PurchaseClaim(
        $0,
        of: user,
        at: presented.endpoint,
        .trusted,
        evidence: document,
        at: now.kept ?? now
      )
    }
  }

  /// A document belongs to the user it was submitted for; claims decide who owns its purchases. A
  /// document that is not genuine belongs to a user only if an operator imported it, as it must not
  /// create users; or if it is a Store ID key, which is filed after the store accepted it.
  private static func attribution(
    of presented: SubmittedDocument,
    _ translated: TranslatedDocument,
    isBelieved: Bool
  ) -> Filing.Attribution {
    let isKey = translated.kind == ReceiptKind.microsoftStoreIDKey.rawValue
    if let user = presented.user, isBelieved || isKey || presented.origin == .imported {
      return .user(user)
    }
    guard isBelieved, translated.isOneAccount else { return .nobody }
    if let account = translated.account { return .owner(orElse: account) }
    guard
      let first = translated.facts.orders.min(by: {
        ($0.originalPurchasedAt, $0.id) < ($1.originalPurchasedAt, $1.id)
      })
    else { return .nobody }
    let scope = first.environment == .xcode ? "\(first.app)-" : ""
    return .owner(orElse: ID("\(ID<User>.anonymousPrefix)\(scope)\(first.originalTransactionID)"))
  }
}

extension DocumentFiling {
  /// Filing of a stored document: with the facts of its bytes or, if those were erased, its
  /// tombstone. The verdict stays as filed.
  static func filing(again stored: StoredDocument, _ reader: DocumentReader) -> Filing {
    reread(stored, reader).filing
  }

  /// The same, and whether the document was verified again.
  static func reread(_ stored: StoredDocument, _ reader: DocumentReader) -> RereadDocument {
    var filing = stored.filing
    if stored.isErased { return RereadDocument(filing, isVerified: true) }
    let document = filing.document
    if document.kind == OperatorActionDocument.kind {
      filing.facts = Self.filing(ofAct: document.bytes, receivedAt: document.receivedAt).facts
      return RereadDocument(filing, isVerified: true)
    }
    // Its names stand with the document.
    if document.kind == Document.profileKind { return RereadDocument(filing, isVerified: true) }
    if document.kind == generatedKind {
      filing.facts = Self.filing(ofGenerated: document.bytes, receivedAt: document.receivedAt).facts
      return RereadDocument(filing, isVerified: true)
    }
    let submission = reader.examine(document.bytes, at: document.receivedAt)
    let translated = Translation.facts(
      of: submission.outcome,
      in: document.bytes,
      context: DocumentContext(
        DocumentHints(stored: document.context),
        answeredAt: document.receivedAt,
        origin: document.origin,
        provenance: document.provenance
      ),
      evidence: document.id
    ).filed
    filing.isOneAccount = translated.joinsAccount
    guard document.verdict == .genuine else { return RereadDocument(filing, isVerified: true) }
    filing.facts = translated.facts
    return RereadDocument(filing, isVerified: submission.isWhole)
  }
}

extension DocumentFiling {
  /// The kind of the documents that `purser generate` makes, one per user. No submitted document is
  /// read as this kind, and only a generated ledger accepts it.
  package static let generatedKind = "generated"

  /// The filing of a generated document; it has no effect if the bytes cannot be read.
  package static func filing(ofGenerated bytes: [UInt8], receivedAt: Date) -> Filing {
    let id = documentID(of: bytes)
    let read = GeneratedFacts(bytes, evidence: id)
    return Filing(
      document: Document(
        id: id,
        store: nil,
        kind: generatedKind,
        environment: nil,
        app: nil,
        bytes: bytes,
        provenance: .generated,
        verdict: read == nil
          ? .rejected(code: "malformed", at: nil, detail: "not in the form of generated documents")
          : .genuine,
        receivedAt: receivedAt,
        statedAt: read?.statedAt,
        purchases: read?.facts.orders.count ?? 0,
        user: nil
      ),
      attribution: read.map { .user($0.user) } ?? .nobody,
      facts: read?.facts ?? Facts(),
      userName: read?.name,
      userEmail: read?.email
    )
  }
}
