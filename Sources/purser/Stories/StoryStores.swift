import Foundation
import Mint
import Receipts
import ServiceCore

/// The stores of stories: keys that exist in this process only, and a reader that trusts them.
struct StoryStores: Sendable {
  /// Whoever signs.
  private struct Signer: Sendable {
    let authority: TestAuthority
    let receipts: ReceiptMint
    let payloads: PayloadMint
    let payloadRoot: [UInt8]

    /// The RSA key of `other` saves the time to make one; the chain above it is another all the same.
    init(_ name: String, keyOf other: Signer? = nil) throws(MintError) {
      let plan = ChainPlan(validity: StoryStores.validity, name: name)
      authority = try TestAuthority(plan, keyOf: other?.authority)
      let payloadAuthority = try PayloadAuthority(plan)
      receipts = ReceiptMint(authority)
      payloads = PayloadMint(payloadAuthority)
      payloadRoot = payloadAuthority.rootDER
    }
  }

  /// From 2005 to 2040: stories may be of any year that stores were open in.
  private static let validity =
    Date(timeIntervalSince1970: 1_104_537_600)...Date(timeIntervalSince1970: 2_208_988_800)

  let receipts: ReceiptVerifier
  let reader: DocumentReader
  private let store: Signer
  private let stranger: Signer
  private let purchases: PurchaseMint

  /// Costs two RSA keys.
  init() throws {
    store = try Signer("purser story")
    stranger = try Signer("somebody else", keyOf: store)
    purchases = try PurchaseMint()
    receipts = try ReceiptVerifier(addedRoots: [store.authority.rootDER])
    reader = DocumentReader(
      receipts: receipts,
      google: .init(key: try GoogleLicenceKey(Array(purchases.licenceKey.utf8))),
      microsoft: try MicrosoftReceiptVerifier(certificates: [store.authority.signerDER]),
      payloads: try PayloadVerifier(addedRoots: [store.payloadRoot])
    )
  }

  /// The document as it arrives; none for an operator's act, which is performed.
  func bytes(of document: StoryDocument) throws(MintError) -> [UInt8] {
    let signer = document.isForged ? stranger : store
    switch document.content {
    case .bytes(let bytes): return bytes
    case .act: return []
    case .appReceipt(let receipt):
      return Array(Data(try signer.receipts.mint(receipt)).base64EncodedString().utf8)
    case .microsoftReceipt(let receipt): return try receipt.mint(by: signer.authority)
    case .fields(let fields, .googlePurchase):
      return try purchase(fields, isForged: document.isForged)
    case .fields(let fields, .googleRTDN): return push(fields, document)
    case .fields(let fields, let kind):
      let payload = StoryPayload(
        mint: signer.payloads,
        app: document.hints.app,
        environment: (document.hints.environment ?? "production").capitalized,
        signedAt: document.receivedAt,
        number: document.number
      )
      return try payload.bytes(of: fields, as: kind)
    }
  }

  /// As Unity hands a signed purchase on: the text, and its signature beside it.
  private func purchase(_ fields: JSONValue, isForged: Bool) throws(MintError) -> [UInt8] {
    let text = CompactJSON.bytes(fields)
    let signature = try purchases.signature(over: isForged ? text + [0x20] : text)
    return CompactJSON.bytes(
      .object([
        .init("Store", .string("GooglePlay")),
        .init(
          "Payload",
          .object([
            .init("json", .string(String(decoding: text, as: UTF8.self))),
            .init("signature", .string(signature)),
          ])
        ),
      ])
    )
  }

  /// In the envelope in which Pub/Sub pushes a notification.
  private func push(_ fields: JSONValue, _ document: StoryDocument) -> [UInt8] {
    let app = document.hints.app.map { [JSONValue.Member("packageName", .string($0))] } ?? []
    let time = Int64((document.receivedAt.timeIntervalSince1970 * 1_000).rounded())
    let notification = fields.completed(
      [.init("version", .string("1.0")), .init("eventTimeMillis", .string("\(time)"))] + app
    )
    return CompactJSON.bytes(
      .object([
        .init(
          "message",
          .object([
            .init("data", .string(Data(CompactJSON.bytes(notification)).base64EncodedString())),
            .init("messageId", .string("\(document.number)")),
            .init("publishTime", .string(document.receivedAt.formatted(.iso8601))),
          ])
        ),
        .init("subscription", .string("projects/story/subscriptions/play")),
      ])
    )
  }
}
