import Basics
package import Foundation

/// A store's document of a generated user, with what the caller who requested it knows.
package struct MintedDocument: Equatable, Sendable {
  /// How the document arrives.
  package enum Way: Sendable {
    /// Sent by the app, signed.
    case uploaded
    /// Sent by the store, signed.
    case pushed
    /// The store's response to a query, unsigned.
    case answered
  }

  package var bytes: [UInt8]
  package var way: Way
  package var app: String?
  package var isSandbox = false
  package var token: String?
  package var account: String?
  /// The product kind that the app knows, if the store doesn't report it.
  package var kind: MintedPurchase.Kind?
}

/// Writes generated users' purchases in the stores' own formats.
package struct DocumentMaker: Sendable {
  /// The length of the validity period; no purchase is earlier.
  private static let years: TimeInterval = 25 * 365 * 86_400

  let now: Int64
  let receipts: ReceiptMint
  let payloads: PayloadMint
  /// The roots to trust, DER.
  package let receiptRoot: [UInt8]
  package let payloadRoot: [UInt8]

  /// Creates new keys and certificates.
  package init(now: Date) throws(MintError) {
    let plan = ChainPlan(
      validity: now.addingTimeInterval(-Self.years)...now.addingTimeInterval(Self.years / 12)
    )
    let authority = try TestAuthority(plan)
    let payloadAuthority = try PayloadAuthority(plan)
    self.now = Int64(now.timeIntervalSince1970)
    receipts = ReceiptMint(authority)
    payloads = PayloadMint(payloadAuthority)
    (receiptRoot, payloadRoot) = (authority.rootDER, payloadAuthority.rootDER)
  }

  /// All documents of a user; a receipt without purchases if there are none.
  package func documents(of user: GeneratedUser) throws(MintError) -> [MintedDocument] {
    var documents = try receipts(of: user)
    for chain in user.chains {
      switch chain.store {
      case .apple: documents += try apple(chain, user.market)
      case .google: documents += google(chain, user.market)
      case .microsoft: documents.append(microsoft(chain, user.market))
      case .amazon: documents.append(amazon(chain, user.market))
      }
    }
    return documents
  }

  /// A store's response about one chain.
  func answer(_ body: JSONValue, about chain: GeneratedChain) -> MintedDocument {
    MintedDocument(
      bytes: CompactJSON.bytes(body),
      way: .answered,
      app: chain.app,
      isSandbox: chain.isSandbox,
      token: chain.token,
      account: chain.account,
      kind: chain.kind
    )
  }

  func product(_ item: Int, in store: GeneratedStore) -> String {
    GeneratedShop.items[item].product(in: store) ?? ""
  }

  /// Google and Amazon prefix a plan's ID with its product's ID.
  func parts(ofPlan item: Int, in store: GeneratedStore) -> (product: String, plan: String) {
    let whole = product(item, in: store)
    let parts = whole.split(separator: ":")
    return (parts.first.map(String.init) ?? whole, parts.last.map(String.init) ?? whole)
  }
}

extension JSONValue {
  /// An instant, in seconds since 1970, in RFC 3339 format.
  static func time(_ seconds: Int64?) -> JSONValue? {
    .text(seconds.map { CivilTime(clamping: DocumentMaker.date($0)).rfc3339 })
  }

  /// An instant, in seconds since 1970, in milliseconds.
  static func milliseconds(_ seconds: Int64?) -> JSONValue? { .whole(seconds.map { $0 * 1_000 }) }
}

extension GeneratedChain {
  /// The latest status from the store.
  var renewalStatus: GeneratedRenewalStatus? { renewalStatuses.last }

  var isTakenBack: Bool { sales.last?.cancelledAt != nil }

  /// The first purchase or, without a sale, the latest status.
  var beganAt: Int64 { sales.first?.purchasedAt ?? renewalStatus?.at ?? 0 }

  /// The time of the last change.
  var changedAt: Int64 {
    let sold = sales.map { max($0.purchasedAt, $0.cancelledAt ?? 0) }
    return max(sold.max() ?? 0, renewalStatus?.at ?? 0)
  }
}
