import Foundation

@testable import Receipts

/// What must hold for any input whatever, beyond that nothing traps. `Tests/Fuzz/run` asks it of
/// inputs that libFuzzer makes up, the tests of those that were kept.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// A whole PKCS#7 receipt.
  case cms
  /// The signed content of one, believed as if its signature fitted.
  case attributes
  /// A compact JWS; text without a full stop is taken for the JSON that one carries.
  case jws
  /// Any document that is text.
  case json
  case base64

  /// The instant at which documents are judged: what is signed in `SignedSamples` held then.
  static let now = Date(timeIntervalSince1970: 1_767_225_600)

  /// The first property that does not hold, in words; `nil` when all do. Some cost more than the
  /// decoders: the fuzzer asks these only of a part of its inputs, thoroughly.
  func fault(_ input: [UInt8], thoroughly: Bool = true) throws -> String? {
    let samples = try SignedSamples.kept.get()
    return switch self {
    case .cms: CMSProperties(samples, thoroughly: thoroughly).fault(input)
    case .attributes: AttributeProperties(samples, thoroughly: thoroughly).fault(input)
    case .jws: PayloadProperties(samples, thoroughly: thoroughly).fault(input)
    case .json: DocumentProperties(samples, thoroughly: thoroughly).fault(input)
    case .base64: Base64Properties.fault(input)
    }
  }
}

/// What an authority whose keys are gone has signed: nobody can sign anything else below its
/// roots, so that whatever else is found genuine is a forgery.
struct SignedSamples: Sendable {
  static let kept = Result { try SignedSamples() }
  static let fuzz = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz")

  let roots: [[UInt8]]
  /// A verifier that remembers chains, and one that meets each anew.
  let receipts: ReceiptVerifier
  let forgetful: ReceiptVerifier
  /// One that believes the app of the samples alone.
  let ownReceipts: ReceiptVerifier
  let payloads: PayloadVerifier
  /// Of every kind, with keys that signed nothing.
  let documents: DocumentReader
  let chain: SignerChain
  let contents: Set<[UInt8]>
  let signedTexts: Set<[UInt8]>
  /// The header, payload and signature of a transaction.
  let payload: [[UInt8]]
  /// Whether signatures are checked, as everywhere but in `Tests/Fuzz/SignaturePrimitives.swift`.
  /// Without that, whatever is signed somehow is genuine.
  let checksSignatures: Bool

  init() throws {
    func read(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: Self.fuzz.appending(path: "Signed/\(name)")))
    }
    func files(_ ending: String) throws -> [[UInt8]] {
      try FileManager.default.contentsOfDirectory(atPath: Self.fuzz.path + "/Signed")
        .filter { $0.hasSuffix(ending) }.sorted().map(read)
    }
    roots = [try read("store.cer")]
    let added = [try read("xcode.cer")]
    receipts = try ReceiptVerifier(roots: roots, addedRoots: added)
    forgetful = try ReceiptVerifier(roots: roots, addedRoots: added, remembersChains: false)
    let app = receipts.examine(try read("receipt.der"), at: FuzzTarget.now).trace.receipt?.bundleID
    ownReceipts = try ReceiptVerifier(
      roots: roots,
      addedRoots: added,
      bundleIDs: Set([app].compactMap(\.self))
    )
    payloads = try PayloadVerifier(roots: [try read("payloads.cer")], allowsXcode: true)

    let envelopes = try files(".der").map { ($0, try CMSEnvelope($0.span)) }
    contents = Set(envelopes.map { Self.octets($0.1.content, $0.0) })
    signedTexts = try Set(files(".jws").map { Array(try JWS($0).signedBytes) })
    let stop = UInt8(ascii: ".")
    payload = try read("transaction.jws").split(separator: stop).map(Array.init)
    let other = try read("app.jws").split(separator: stop).map(Array.init)
    let changed = Array((payload.dropLast() + other.suffix(1)).joined(separator: [stop]))
    checksSignatures = payloads.examine(changed, at: FuzzTarget.now).rejection != nil

    let receipt = try read("receipt.der")
    let certificates = try CMSEnvelope(receipt.span).certificates.map { Array(receipt[$0]) }
    let policy = try ChainPolicy(storeRoots: roots, addedRoots: [])
    chain = try policy.chain(from: certificates[0], among: certificates)
    documents = DocumentReader(
      receipts: try ReceiptVerifier(),
      google: .init(key: try GoogleLicenceKey(read("licence-key.pem"))),
      microsoft: try MicrosoftReceiptVerifier(certificates: [certificates[0]]),
      payloads: try PayloadVerifier()
    )
  }

  static func octets(_ content: CMSEnvelope.Content, _ receipt: [UInt8]) -> [UInt8] {
    switch content {
    case .inPlace(let range): Array(receipt[range])
    case .joined(let octets): octets
    }
  }
}

extension Rejection {
  /// What is wrong with the words of a refusal, which people and logs get to see.
  var wordingFault: String? {
    if detail.isEmpty { return "a refusal without a reason" }
    return detail.utf8.count + (location?.utf8.count ?? 0) > 2_000 ? "an endless refusal" : nil
  }
}
