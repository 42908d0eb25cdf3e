import Basics
import Foundation
import Mint
import Receipts
import ServiceCore

/// Signs the documents of a story's stores.
struct StorySigner: Sendable {
  private let authority: TestAuthority
  private let receipts: ReceiptMint
  private let payloads: PayloadMint
  private let purchases: PurchaseMint?
  let payloadRootDER: [UInt8]

  /// `purchases` signs Google Play purchases.
  init(_ authority: TestAuthority, _ payloads: PayloadAuthority, purchases: PurchaseMint? = nil) {
    self.authority = authority
    receipts = ReceiptMint(authority)
    self.payloads = PayloadMint(payloads)
    payloadRootDER = payloads.rootDER
    self.purchases = purchases
  }

  /// The document's bytes; empty for an operator action, which is performed instead.
  func bytes(of document: StoryDocument) throws(MintError) -> [UInt8] {
    switch document.content {
    case .bytes(let bytes): return bytes
    case .act: return []
    case .appReceipt(let receipt):
      return Array(Data(try receipts.mint(receipt)).base64EncodedString().utf8)
    case .microsoftReceipt(let receipt): return try receipt.mint(by: authority)
    case .fields(let fields, .googlePurchase):
      return try purchase(fields, isForged: document.isForged)
    case .fields(let fields, .googleRTDN): return push(fields, document)
    case .fields(let fields, let kind):
      let payload = StoryPayload(
        mint: payloads,
        app: document.hints.app,
        environment: (document.hints.environment ?? "production").capitalized,
        signedAt: document.receivedAt,
        number: document.number
      )
      return try payload.bytes(of: fields, as: kind)
    }
  }

  /// A signed purchase in Unity's format: the text and its signature.
  private func purchase(_ fields: JSONValue, isForged: Bool) throws(MintError) -> [UInt8] {
    guard let purchases else { throw .noKey(kind: "Google Play licence") }
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

  /// A notification in Pub/Sub's envelope.
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
