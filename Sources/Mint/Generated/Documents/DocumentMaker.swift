package import Foundation

/// A store's document of somebody who never lived, with what the caller who asked for it knows.
package struct MintedDocument: Equatable, Sendable {
  /// How it comes to us.
  package enum Way: Sendable {
    /// The app sent it, signed.
    case uploaded
    /// The store sent it, signed.
    case pushed
    /// The store answered it, unsigned.
    case answered
  }

  package var bytes: [UInt8]
  package var way: Way
  package var app: String?
  package var isSandbox = false
  package var token: String?
  package var account: String?
  /// What the app knows the product to be, where the store does not say.
  package var kind: MintedPurchase.Kind?
}

/// Tells generated lives in the stores' own forms.
package struct DocumentMaker: Sendable {
  /// Receipts are signed from here on; nobody bought anything before.
  private static let years: TimeInterval = 25 * 365 * 86_400

  let now: Int64
  let receipts: ReceiptMint
  let payloads: PayloadMint
  /// The roots to trust, DER.
  package let receiptRoot: [UInt8]
  package let payloadRoot: [UInt8]

  /// Mints keys and certificates of its own.
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

  /// Everything that is known of a user; of one who bought nothing a receipt without purchases.
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

  /// The answer of a store about one chain.
  func answer(_ members: JSONMembers, about chain: GeneratedChain) -> MintedDocument {
    MintedDocument(
      bytes: Array(members.text.utf8),
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

  /// Google and Amazon name a plan after the product it is of.
  func parts(ofPlan item: Int, in store: GeneratedStore) -> (product: String, plan: String) {
    let whole = product(item, in: store)
    let parts = whole.split(separator: ":")
    return (parts.first.map(String.init) ?? whole, parts.last.map(String.init) ?? whole)
  }
}

extension GeneratedChain {
  /// The last that the store said.
  var standing: GeneratedStanding? { standings.last }

  var isTakenBack: Bool { sales.last?.cancelledAt != nil }

  /// When it began, and in a store that told of no sale, when that was.
  var beganAt: Int64 { sales.first?.purchasedAt ?? standing?.at ?? 0 }

  /// The last thing that happened.
  var changedAt: Int64 {
    let sold = sales.map { max($0.purchasedAt, $0.cancelledAt ?? 0) }
    return max(sold.max() ?? 0, standing?.at ?? 0)
  }
}
