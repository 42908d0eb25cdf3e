import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

/// Stores of its own making, and a reader that trusts them.
struct TranslationWorkshop: Sendable {
  static let shared = Result { try TranslationWorkshop() }
  static let evidence = ID<Document>("evidence")
  /// When every document arrives.
  static let now = instant("2026-01-20")

  let payloads: PayloadMint
  let receipts: ReceiptMint
  let authority: TestAuthority
  let purchases: PurchaseMint
  let reader: DocumentReader

  init() throws {
    let plan = ChainPlan(validity: instant("2025-01-01")...instant("2027-01-01"))
    let payloadAuthority = try PayloadAuthority(plan)
    authority = try TestAuthority(plan)
    payloads = PayloadMint(payloadAuthority)
    receipts = ReceiptMint(authority)
    purchases = try PurchaseMint()
    reader = DocumentReader(
      receipts: try ReceiptVerifier(roots: [authority.rootDER]),
      google: .init(key: try GoogleLicenceKey(Array(purchases.licenceKey.utf8))),
      microsoft: try MicrosoftReceiptVerifier(certificates: [authority.signerDER]),
      payloads: try PayloadVerifier(roots: [payloadAuthority.rootDER])
    )
  }

  /// What a document says that arrives now, as lines of text: everything in it.
  func lines(
    _ bytes: [UInt8],
    _ context: DocumentContext = .init(answeredAt: now)
  ) -> [String] {
    translate(bytes, context).lines
  }

  func lines(
    _ text: String,
    _ context: DocumentContext = .init(answeredAt: now)
  ) -> [String] {
    lines(Array(text.utf8), context)
  }

  func translate(_ bytes: [UInt8], _ context: DocumentContext) -> TranslatedDocument {
    Translation.facts(
      of: reader.examine(bytes, at: Self.now).outcome,
      in: bytes,
      context: context,
      evidence: Self.evidence
    )
  }

  /// The answer to a question that we asked.
  static func answer(
    app: String? = "com.example.reader",
    token: String? = nil,
    product: String? = nil,
    kind: ProductKind? = nil,
    order: String? = nil,
    account: String? = nil
  ) -> DocumentContext {
    DocumentContext(
      app: app,
      productID: product,
      productKind: kind,
      purchaseToken: token,
      storeOrder: order,
      account: account,
      answeredAt: now,
      origin: .polled
    )
  }
}

/// An instant by its text: `2026-01-10`, `2026-01-10 06:30` or with seconds, in UTC.
func instant(_ text: String) -> Date {
  let parts = text.split(separator: " ")
  let time = parts.count > 1 ? String(parts[1]) + (parts[1].count == 5 ? ":00" : "") : "00:00:00"
  return (try? Date("\(parts[0])T\(time)Z", strategy: .iso8601)) ?? .distantPast
}

/// The same in milliseconds since 1970, as a store writes it.
func ms(_ text: String) -> Int { Int(instant(text).timeIntervalSince1970 * 1_000) }

/// A document, and what it says line by line.
struct TranslationCase: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  var context: DocumentContext
  var lines: [String]

  init(
    _ name: String,
    _ text: String,
    _ context: DocumentContext,
    _ lines: [String]
  ) {
    self.name = name
    self.text = text
    self.context = context
    self.lines = lines
  }

  init(_ name: String, _ text: String, _ lines: [String]) {
    self.init(name, text, TranslationWorkshop.answer(), lines)
  }

  var testDescription: String { name }
}

extension DocumentContext {
  /// A context with hints in the ledger's terms.
  init(
    app: String? = nil,
    environment: Entitlements.Environment? = nil,
    productID: String? = nil,
    productKind: ProductKind? = nil,
    purchaseToken: String? = nil,
    storeOrder: String? = nil,
    account: String? = nil,
    answeredAt: Date,
    origin: Origin = .imported,
    provenance: TrustBasis? = nil
  ) {
    self.init(
      DocumentHints(
        app: app,
        environment: environment?.rawValue,
        productID: productID,
        productKind: productKind?.rawValue,
        purchaseToken: purchaseToken,
        storeOrder: storeOrder,
        account: account
      ),
      answeredAt: answeredAt,
      origin: origin,
      provenance: provenance
    )
  }

  var environment: Entitlements.Environment? {
    get { hints.environment.flatMap(Entitlements.Environment.init) }
    set { hints.environment = newValue?.rawValue }
  }
}
