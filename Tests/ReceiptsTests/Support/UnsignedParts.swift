@testable import Receipts

/// The parts of an app receipt that neither the signature covers nor the verdict hangs on: the only
/// ones in which a bit may change unnoticed.
struct UnsignedParts {
  static let names: Set<String> = [
    "SignedData's version", "digestAlgorithms", "the embedded root certificate",
    "SignerInfo's version", "the digest algorithm's parameters",
    "the signature algorithm's parameters",
  ]

  private var parts: [(name: String, range: Range<Int>)] = []

  /// Of a receipt in DER with three certificates, the root last.
  init(of receipt: [UInt8]) throws {
    let bytes = receipt.span
    var outer = BERReader(0..<bytes.count)
    var info = BERReader(try outer.next(bytes).content)
    _ = try info.next(bytes)
    var wrapper = BERReader(try info.next(bytes).content)
    var data = BERReader(try wrapper.next(bytes).content)
    parts.append(("SignedData's version", try data.next(bytes).content))
    parts.append(("digestAlgorithms", try data.next(bytes).content))
    _ = try data.next(bytes)
    var bag = BERReader(try data.next(bytes).content)
    _ = try bag.next(bytes)
    _ = try bag.next(bytes)
    parts.append(("the embedded root certificate", try bag.next(bytes).content))
    var infos = BERReader(try data.next(bytes).content)
    var signer = BERReader(try infos.next(bytes).content)
    parts.append(("SignerInfo's version", try signer.next(bytes).content))
    _ = try signer.next(bytes)
    for name in ["digest", "signature"] {
      var algorithm = BERReader(try signer.next(bytes).content)
      _ = try algorithm.next(bytes)
      parts.append(("the \(name) algorithm's parameters", try algorithm.next(bytes).whole))
    }
  }

  /// The unsigned part that this byte lies in; `nil` for one that counts.
  func name(of index: Int) -> String? { parts.first { $0.range.contains(index) }?.name }
}
