import Basics
import Foundation
import Mint
import Testing

@testable import Receipts

/// One genuine document of each kind, and a reader that believes all of them.
struct CanonicalWorkshop {
  static let shared = Result { try CanonicalWorkshop() }
  static let purchase =
    #"{"orderId":"GPA.3312-1234-5678-90123","packageName":"com.example.reader","#
    + #""productId":"pro","purchaseTime":1767225600000,"purchaseState":0,"#
    + #""purchaseToken":"secrettoken.AO-J1","note":"a\/b é"}"#

  let reader: DocumentReader
  let payloads: PayloadWorkshop
  let receipts: Workshop
  let microsoft: String
  /// In base64, over `purchase`.
  let signature: String

  init() throws {
    receipts = try Workshop.shared.get()
    payloads = try PayloadWorkshop.shared.get()
    let shop = try MicrosoftWorkshop()
    microsoft = shop.text
    let mint = try PurchaseMint()
    signature = try mint.signature(over: Array(Self.purchase.utf8))
    reader = DocumentReader(
      receipts: receipts.verifier,
      google: .init(key: try GoogleLicenceKey(Array(mint.licenceKey.utf8))),
      microsoft: shop.verifier,
      payloads: payloads.verifier
    )
  }

  /// The document as it would be filed; `nil` where it is not genuine.
  func canonical(_ bytes: [UInt8]) -> [UInt8]? {
    let (submission, document) = reader.examineForStorage(bytes, at: Workshop.now)
    switch submission.outcome {
    case .receipt(let examination):
      guard case .genuine = examination.verdict else { return nil }
    case .document(let examination):
      guard case .genuine = examination.verdict else { return nil }
    }
    return document
  }

  func canonical(_ text: String) -> [UInt8]? { canonical(Array(text.utf8)) }

  /// What a document states and what trust it has, but no offsets in its bytes; the members of an
  /// object in order of their names.
  func statement(of bytes: [UInt8]) -> Statement {
    switch reader.examine(bytes, at: Workshop.now).outcome {
    case .receipt(let examination):
      var receipt = examination.trace.receipt
      receipt?.faults = []
      return Statement(receipt: receipt, rejection: examination.rejection)
    case .document(let document):
      let parts = [
        document.payload, document.transaction, document.renewalInfo, document.appTransaction,
      ]
      return Statement(
        kind: document.kind,
        app: document.app,
        environment: document.environment,
        parts: parts.map { $0?.sorted },
        rejection: document.rejection
      )
    }
  }

  struct Statement: Equatable {
    var receipt: Receipt?
    var kind = ReceiptKind.appReceipt
    var app: String?
    var environment: String?
    var parts: [JSONValue?] = []
    var rejection: Rejection?
  }

  func notification() throws -> String {
    let transaction = try payloads.signed()
    let renewal = try payloads.signed(PayloadWorkshop.renewal)
    return try payloads.signed(
      PayloadWorkshop.notification(transaction: transaction, renewal: renewal)
    )
  }

  /// A genuine document of each kind in the form in which a store hands it out.
  func samples() throws -> [String: [UInt8]] {
    let pair = CompactJSON.bytes([
      "data": .string(Self.purchase), "signature": .string(signature),
    ])
    return [
      "app receipt": try receipts.mint.mint(Workshop.receipt),
      "SHA-1": try receipts.mint.mint(Workshop.receipt, as: .appStoreSHA1),
      "signed attributes": try receipts.mint.mint(
        Workshop.receipt,
        as: Envelope(signers: [Mint.Signer(attributes: .init(signingTime: Workshop.now))])
      ),
      "transaction": Array(try payloads.signed().utf8),
      "renewal information": Array(try payloads.signed(PayloadWorkshop.renewal).utf8),
      "app transaction": Array(try payloads.signed(PayloadWorkshop.appTransaction).utf8),
      "notification": Array(try notification().utf8),
      "purchase": pair,
      "Microsoft": Array(microsoft.utf8),
    ]
  }
}

@Suite struct `Genuine documents in their canonical form` {
  private static let rounds = 400
  let workshop: CanonicalWorkshop

  init() throws { workshop = try CanonicalWorkshop.shared.get() }

  /// Whether both have the same canonical form and state the same, so that what was found in one
  /// holds for the other. An expectation shows all it compares, and these are long.
  private func isSame(_ other: [UInt8], _ canonical: [UInt8]?) -> Bool {
    guard let canonical, workshop.canonical(other) == canonical else { return false }
    return workshop.statement(of: other) == workshop.statement(of: canonical)
  }

  private func isSame(_ other: String, _ canonical: [UInt8]) -> Bool {
    isSame(Array(other.utf8), canonical)
  }

  @Test func `prove the same, and are their own canonical form`() throws {
    for (name, bytes) in try workshop.samples() {
      let once = try #require(workshop.canonical(bytes), "\(name)")
      #expect(workshop.canonical(once) == once, "\(name)")
      #expect(workshop.reader.examine(once, at: Workshop.now).rejection == nil, "\(name)")
    }
  }

  @Test func `app receipts stay as the App Store writes them`() throws {
    for envelope in [Envelope.appStore, .appStoreSHA1] {
      let receipt = try workshop.receipts.mint.mint(Workshop.receipt, as: envelope)
      #expect(workshop.canonical(receipt) == receipt)
    }
  }

  @Test func `app receipts encoded otherwise are one document`() throws {
    let samples = try workshop.samples()
    for name in ["app receipt", "SHA-1", "signed attributes"] {
      let receipt = try #require(samples[name])
      let canonical = workshop.canonical(receipt)
      var encoder = try ReceiptEncoder(receipt, seed: 20)
      for round in 0..<Self.rounds {
        let other = encoder.encode()
        let text = Data(other).base64EncodedString()
        #expect(isSame(other, canonical), "\(name), \(round): \(text)")
      }
    }
  }

  @Test func `signed payloads written otherwise are one document`() throws {
    for text in [
      try workshop.payloads.signed(), try workshop.payloads.signed(PayloadWorkshop.renewal),
      try workshop.payloads.signed(PayloadWorkshop.appTransaction), try workshop.notification(),
    ] {
      let canonical = try #require(workshop.canonical(text))
      var writer = try PayloadWriter(text, seed: 21)
      for round in 0..<Self.rounds {
        let other = writer.write()
        #expect(isSame(other, canonical), "\(round): \(other)")
      }
    }
  }

  @Test func `a notification is kept as the body that the App Store sends`() throws {
    let text = try workshop.notification()
    let bytes = try #require(workshop.canonical(text))
    let body = String(decoding: bytes, as: UTF8.self)
    let signed = text.prefix(upTo: text.lastIndex(of: ".") ?? text.endIndex)
    #expect(body.hasPrefix("{\"signedPayload\":\"\(signed)."))
    #expect(body.hasSuffix("\"}"))
    #expect(body.utf8.count == text.utf8.count + 20)
  }

  @Test func `purchases of Google Play in any wrapper are one document`() throws {
    var writer = PurchaseWriter(CanonicalWorkshop.purchase, workshop.signature, seed: 22)
    let expected = CompactJSON.bytes([
      "data": .string(CanonicalWorkshop.purchase), "signature": .string(workshop.signature),
    ])
    for round in 0..<Self.rounds {
      let other = writer.write()
      #expect(isSame(other, expected), "\(round): \(other)")
    }
  }

  @Test func `receipts of the Microsoft Store written otherwise are one document`() throws {
    let canonical = try #require(workshop.canonical(workshop.microsoft))
    var writer = MarkupWriter(workshop.microsoft, seed: 23)
    for round in 0..<Self.rounds {
      let other = writer.write()
      #expect(isSame(other, canonical), "\(round): \(other)")
    }
    for way in [MintedMicrosoftReceipt.Canonicalisation.inclusive, .exclusive] {
      for namespace in [nil, "http://schemas.microsoft.com/windows/2012/store/receipt"] {
        var receipt = MicrosoftWorkshop.receipt
        (receipt.signedInfo, receipt.namespace) = (way, namespace)
        let text = try receipt.mint(by: workshop.receipts.authority)
        let once = try #require(workshop.canonical(text))
        #expect(once != text, "what is signed has its namespace on it")
        #expect(workshop.canonical(once) == once)
        #expect(workshop.canonical(text + Array("<!-- more -->\n".utf8)) == once)
      }
    }
  }

  /// Whatever is changed at random: either it is rejected, or it is the document it was.
  @Test func `changed anywhere at random are rejected or the same document`() throws {
    var random = SplitMix64(seed: 24)
    for (name, bytes) in try workshop.samples() {
      let canonical = try #require(workshop.canonical(bytes))
      for _ in 0..<Self.rounds {
        var other = bytes
        let place = Int.random(in: 0..<other.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: other[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: other.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: other.remove(at: place)
        }
        let isRight = workshop.canonical(other) == nil || isSame(other, canonical)
        #expect(isRight, "\(name): \(Data(other).base64EncodedString())")
      }
    }
  }
}

extension JSONValue {
  fileprivate var sorted: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.map { Member($0.name, $0.value.sorted) }.sorted { $0.name < $1.name }
      )
    case .array(let items): .array(items.map(\.sorted))
    default: self
    }
  }
}
