import Basics
internal import Crypto
package import Entitlements
package import Foundation
package import Receipts

/// A store's document that somebody presents: pasted, uploaded, pushed or polled.
package struct PresentedDocument: Equatable, Sendable {
  /// As it came: base64, DER, JWS, JSON, XML, in a framework's wrapper or not.
  package var bytes: [UInt8]
  /// Whose purchases these are, where the caller knows.
  package var user: ID<User>?
  package var name: String?
  package var email: String?
  package var origin: Origin
  /// What is known of the document beside itself.
  package var hints: Hints
  /// What it rests on where it carries no signature: a shared secret, a sender who proved to be the
  /// store.
  package var voucher: Entitlements.Provenance?
  /// Where the user was named, and what that rests on.
  package var endpoint: ClaimEndpoint

  package init(
    bytes: [UInt8],
    user: ID<User>?,
    name: String? = nil,
    email: String? = nil,
    origin: Origin = .imported,
    hints: Hints = Hints(),
    voucher: Entitlements.Provenance? = nil,
    endpoint: ClaimEndpoint = .import
  ) {
    self.bytes = bytes
    self.user = user
    self.name = name
    self.email = email
    self.origin = origin
    self.hints = hints
    self.voucher = voucher
    self.endpoint = endpoint
  }
}

/// What a bare answer of a store does not say of itself; kept with the document, so that it can be
/// read again.
package struct Hints: Codable, Equatable, Sendable {
  /// Apple's bundle ID, Google's package name.
  package var app: String?
  /// `production`, `sandbox` or `xcode`.
  package var environment: String?
  package var productID: String?
  /// As in a catalog: `consumable`, `nonConsumable`, `nonRenewing`, `autoRenewable`.
  package var productKind: String?
  package var purchaseToken: String?
  package var storeOrder: String?
  package var account: String?
  /// The device it was sent from, as the app calls it. It decides nothing.
  package var device: String?

  private enum CodingKeys: String, CodingKey {
    case app = "app"
    case environment = "environment"
    case productID = "productID"
    case productKind = "productKind"
    case purchaseToken = "purchaseToken"
    case storeOrder = "storeOrder"
    case account = "account"
    case device = "device"
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

  /// As it is stored beside a document; `nil` where nothing is known.
  var text: String? {
    guard self != Hints() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What was stored; a text of another form says nothing.
  init(stored text: String?) {
    let read = text.flatMap { try? JSONDecoder().decode(Hints.self, from: Data($0.utf8)) }
    self = read ?? Hints()
  }
}

/// Turns what was presented and examined into what the ledger files.
package enum DocumentFiling {
  /// The filing of an examined document: with its facts where it is to be believed, and without any
  /// effect where it is not. A document without a signature is believed only on a voucher.
  ///
  /// Whose the sales are, claims decide (`Ownership`): the user it is presented for claims what it
  /// tells of. Without any claim the sales go to the user the app told the store of, or to a new one
  /// named after the first.
  package static func filing(
    of submission: Submission,
    _ bytes: [UInt8],
    _ presented: PresentedDocument,
    at now: Date
  ) -> Filing {
    let id = documentID(of: bytes)
    let translated = Translation.facts(
      of: submission.outcome,
      in: bytes,
      context: context(presented.hints, presented.origin, presented.voucher, at: now),
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
    .rejected(code: rejection.code, at: rejection.place, detail: rejection.detail)
  }

  static func context(
    _ hints: Hints,
    _ origin: Origin,
    _ voucher: Entitlements.Provenance?,
    at now: Date
  ) -> DocumentContext {
    DocumentContext(
      app: hints.app,
      environment: hints.environment.flatMap(Environment.init),
      productID: hints.productID,
      productKind: hints.productKind.flatMap(ProductKind.init),
      purchaseToken: hints.purchaseToken,
      storeOrder: hints.storeOrder,
      account: hints.account,
      answeredAt: now,
      origin: origin,
      provenance: voucher
    )
  }

  private static func verdict(
    of submission: Submission,
    _ translated: Translated
  ) -> Document.Verdict {
    if let rejection = submission.rejection { return verdict(rejection) }
    guard translated.provenance == .none else { return .genuine }
    return .rejected(
      code: "unsigned",
      at: nil,
      detail: "it carries no signature, and nobody vouches that it came from the store"
    )
  }

  /// What the user claims by a document: every purchase that it tells of.
  private static func claims(
    by presented: PresentedDocument,
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

  /// A document belongs to the user it was presented for; whose its purchases are, claims decide. One
  /// that is not believed does so only where an operator says it, for it makes nobody known; and a Store
  /// ID key, which is filed once the store answered to it.
  private static func attribution(
    of presented: PresentedDocument,
    _ translated: Translated,
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
    return .owner(orElse: ID("anonymous-\(scope)\(first.originalTransactionID)"))
  }
}
