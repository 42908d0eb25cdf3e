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
    case .action: return []
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
    return CompactJSON.bytes([
      "Store": "GooglePlay",
      "Payload": [
        "json": .string(String(decoding: text, as: UTF8.self)), "signature": .string(signature),
      ],
    ])
  }

  /// A notification in Pub/Sub's envelope.
  private func push(_ fields: JSONValue, _ document: StoryDocument) -> [UInt8] {
    let time = Int64((document.receivedAt.timeIntervalSince1970 * 1_000).rounded())
    let notification = fields.completed([
      "version": "1.0", "eventTimeMillis": .string("\(time)"),
      "packageName": .text(document.hints.app),
    ])
    return CompactJSON.bytes([
      "message": [
        "data": .string(Data(CompactJSON.bytes(notification)).base64EncodedString()),
        "messageId": .string("\(document.number)"), "publishTime": .time(document.receivedAt),
      ],
      "subscription": "projects/story/subscriptions/play",
    ])
  }
}

/// Completes and signs Apple's payloads in a story's document.
///
/// A table under a name like `signedTransactionInfo` is replaced by its signed text.
struct StoryPayload {
  private enum Part {
    case transaction, renewalInfo, appTransaction, notification

    /// By the names of Apple's members that contain one.
    static let named: [String: Part] = [
      "signedTransactionInfo": .transaction, "signedTransactions": .transaction,
      "signedRenewalInfo": .renewalInfo, "signedAppTransactionInfo": .appTransaction,
      "signedPayload": .notification,
    ]
    static let kinds: [ReceiptKind: Part] = [
      .signedTransaction: .transaction, .signedRenewalInfo: .renewalInfo,
      .signedAppTransaction: .appTransaction, .signedNotification: .notification,
    ]
  }

  let mint: PayloadMint
  /// The default app, environment and signing time of a payload.
  let app: String?
  let environment: String
  var signedAt: Date
  /// Makes the UUIDs of a story's notifications unique.
  let number: Int

  /// The document as the store would send it: a JWS, or a response that contains them.
  func bytes(of fields: JSONValue, as kind: ReceiptKind) throws(MintError) -> [UInt8] {
    guard let part = Part.kinds[kind] else { return CompactJSON.bytes(try sealed(fields)) }
    let text = try signed(fields, part)
    guard part == .notification else { return Array(text.utf8) }
    return CompactJSON.bytes(["signedPayload": .string(text)])
  }

  private func sealed(_ value: JSONValue) throws(MintError) -> JSONValue {
    switch value {
    case .array(let items):
      return .array(try items.map { item throws(MintError) in try sealed(item) })
    case .object(let members):
      return .object(
        try members.map { member throws(MintError) in
          guard let part = Part.named[member.name] else {
            return .init(member.name, try sealed(member.value))
          }
          return .init(member.name, try sealed(member.value, part))
        }
      )
    default: return value
    }
  }

  private func sealed(_ value: JSONValue, _ part: Part) throws(MintError) -> JSONValue {
    switch value {
    case .array(let items):
      return .array(try items.map { item throws(MintError) in try sealed(item, part) })
    case .object: return .string(try signed(value, part))
    default: return value
    }
  }

  private func signed(_ payload: JSONValue, _ part: Part) throws(MintError) -> String {
    var inside = self
    if let stated = payload["signedDate"]?.looseNumber {
      inside.signedAt = Date(timeIntervalSince1970: stated / 1_000)
    }
    let whole = try inside.sealed(completed(payload, part))
    return try mint.sign(String(decoding: CompactJSON.bytes(whole), as: UTF8.self))
  }

  private func completed(_ payload: JSONValue, _ part: Part) -> JSONValue {
    let time = JSONValue.milliseconds(signedAt)
    let (app, environment) = (JSONValue.text(app), JSONValue.string(environment))
    switch part {
    case .transaction:
      return payload.completed(["bundleId": app, "environment": environment, "signedDate": time])
    case .renewalInfo: return payload.completed(["environment": environment, "signedDate": time])
    case .appTransaction:
      return payload.completed([
        "receiptType": environment, "receiptCreationDate": time, "applicationVersion": "1",
        "bundleId": app,
      ])
    case .notification:
      let digits = String(number).zeroPadded(to: 12)
      var whole = payload.completed([
        "notificationUUID": .string("00000000-0000-4000-8000-\(digits)"),
        "version": "2.0", "signedDate": time,
      ])
      if let data = payload["data"] {
        let scope: JSONValue = ["bundleId": app, "environment": environment]
        whole.replace("data", by: data.completed(scope))
      }
      return whole
    }
  }
}

extension JSONValue {
  /// Adds the members of `defaults` that are missing; returns other values than objects unchanged.
  func completed(_ defaults: JSONValue) -> JSONValue {
    guard let members, let others = defaults.members else { return self }
    return .object(members + others.filter { self[$0.name] == nil })
  }

  fileprivate mutating func replace(_ name: String, by value: JSONValue) {
    guard let members else { return }
    self = .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}

/// The signing keys for stories, which exist only in this process, and a reader that trusts them.
struct StoryStores: Sendable {
  /// From 2005 to 2040, to cover all years in which the stores existed.
  private static let validity =
    Date(timeIntervalSince1970: 1_104_537_600)...Date(timeIntervalSince1970: 2_208_988_800)

  private static func plan(_ name: String) -> ChainPlan {
    ChainPlan(validity: validity, name: name)
  }

  let receipts: ReceiptVerifier
  let reader: DocumentReader
  private let store: StorySigner
  private let forger: StorySigner

  /// Generates two RSA keys.
  init() throws {
    let purchases = try PurchaseMint()
    let authority = try TestAuthority(Self.plan("purser story"))
    store = StorySigner(
      authority,
      try PayloadAuthority(Self.plan("purser story")),
      purchases: purchases
    )
    // Reuses the store's RSA key to save time; the certificate chain differs.
    forger = StorySigner(
      try TestAuthority(Self.plan("somebody else"), keyOf: authority),
      try PayloadAuthority(Self.plan("somebody else")),
      purchases: purchases
    )
    receipts = try ReceiptVerifier(addedRoots: [authority.rootDER])
    reader = DocumentReader(
      receipts: receipts,
      google: .init(key: try GoogleLicenceKey(Array(purchases.licenceKey.utf8))),
      microsoft: try MicrosoftReceiptVerifier(certificates: [authority.signerDER]),
      payloads: try PayloadVerifier(addedRoots: [store.payloadRootDER])
    )
  }

  /// The document's bytes; empty for an operator action, which is performed instead.
  func bytes(of document: StoryDocument) throws(MintError) -> [UInt8] {
    try (document.isForged ? forger : store).bytes(of: document)
  }
}
