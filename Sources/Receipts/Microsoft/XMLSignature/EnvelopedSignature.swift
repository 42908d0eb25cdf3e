import Basics
internal import Crypto
internal import Foundation
internal import X509

/// The one form of XML-DSig (XML Signature Syntax and Processing 1.1) that receipts have: an
/// enveloped signature over the whole document it stands in, directly below the root, by RSA.
///
/// Everything that signature wrapping lives on is refused: a second signature, one that stands
/// deeper, a reference to a part, more than one reference, transforms that select.
struct EnvelopedSignature {
  static let namespace = "http://www.w3.org/2000/09/xmldsig#"
  private static let enveloped = namespace + "enveloped-signature"
  private static let digests = [
    "http://www.w3.org/2001/04/xmlenc#sha256": DigestAlgorithm.sha256,
    namespace + "sha1": .sha1,
  ]
  private static let methods = [
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": DigestAlgorithm.sha256,
    namespace + "rsa-sha1": .sha1,
  ]

  private let root: MarkupElement
  /// Of the whole document.
  let digest: DigestAlgorithm
  private let canonicalisation: Canonicalisation
  private let digestValue: [UInt8]
  /// What the signature itself is over.
  private let signedInfo: [UInt8]
  /// Stands for the signature's namespace where SignedInfo stands.
  private let prefix: String
  let method: DigestAlgorithm
  private let value: [UInt8]

  /// - Throws: `badSignature` without a signature of the document, `malformed` at the element that
  ///   is not as it should be, `unsupported` for another algorithm.
  init(of root: MarkupElement) throws(Rejection) {
    self.root = root
    let total = root.count(of: "Signature", in: Self.namespace)
    guard total > 0 else { throw .badSignature(reason: "nobody signed the receipt") }
    let own = root.elements.filter { $0.isNamed("Signature", in: Self.namespace) }
    guard total == 1, let signature = own.first else {
      throw .badSignature(
        reason: "a receipt has one signature, directly below its root, and this is not so here"
      )
    }
    var parts = try Parts(signature)
    let info = try parts.next("SignedInfo")
    value = try Self.base64(try parts.next("SignatureValue"))
    // A key that travels along vouches for nothing; it is not looked at.
    _ = parts.nextIfPresent("KeyInfo")
    try parts.end()

    var infoParts = try Parts(info)
    let way = try Self.algorithm(try infoParts.next("CanonicalizationMethod"))
    guard let way = Canonicalisation(rawValue: way) else {
      throw .unsupported("another canonicalisation of SignedInfo; receipts have c14n or exc-c14n")
    }
    signedInfo = way.bytes(of: [root, signature, info])
    prefix = info.name.prefix
    let method = Self.methods[try Self.algorithm(try infoParts.next("SignatureMethod"))]
    guard let method else {
      throw .unsupported("another signature method; receipts are signed with RSA and SHA-256")
    }
    self.method = method
    let reference = try infoParts.next("Reference")
    try infoParts.end()

    (canonicalisation, digest, digestValue) = try Self.read(reference)
  }

  private static func read(
    _ reference: MarkupElement
  ) throws(Rejection) -> (Canonicalisation, DigestAlgorithm, [UInt8]) {
    guard reference["URI"] == "", reference.attributes.count == 1 else {
      throw .badSignature(reason: "the signature is not over the whole document (URI \"\")")
    }
    var parts = try Parts(reference)
    let way = try canonicalisation(after: try parts.next("Transforms"))
    guard let digest = digests[try algorithm(try parts.next("DigestMethod"))] else {
      throw .unsupported("another digest; receipts have SHA-256 or SHA-1")
    }
    let value = try base64(try parts.next("DigestValue"))
    try parts.end()
    return (way, digest, value)
  }

  /// The enveloped-signature transform, and at the most a canonicalisation behind it. Without one,
  /// Canonical XML 1.0 turns the nodes into bytes (XML Signature §4.4.3.2).
  private static func canonicalisation(
    after transforms: MarkupElement
  ) throws(Rejection) -> Canonicalisation {
    var parts = try Parts(transforms)
    guard try algorithm(try parts.next("Transform")) == enveloped else {
      throw .unsupported("another transform than the enveloped signature's")
    }
    guard let second = parts.nextIfPresent("Transform") else {
      try parts.end()
      return .inclusive
    }
    try parts.end()
    guard let way = Canonicalisation(rawValue: try algorithm(second)) else {
      throw .unsupported("another transform behind the enveloped signature's than c14n or exc-c14n")
    }
    return way
  }

  /// The document in its canonical form: what is signed, and a signature at its end of which only
  /// the signed part and the value are left.
  var canonicalDocument: [UInt8] {
    let document = canonicalisation.bytes(of: [root], without: ("Signature", Self.namespace))
    let end = Array("</\(root.name.qualified)>".utf8)
    let name = prefix.isEmpty ? "" : "\(prefix):"
    let declaration = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
    let opening = "<\(name)Signature \(declaration)=\"\(Self.namespace)\">"
    let value = Data(value).base64EncodedString()
    let closing = "<\(name)SignatureValue>\(value)</\(name)SignatureValue></\(name)Signature>"
    return Array(document.dropLast(end.count)) + Array(opening.utf8) + signedInfo
      + Array(closing.utf8) + end
  }

  /// Whether the document is the one that was signed; what the signature is worth is not said.
  var fitsDocument: Bool {
    let document = canonicalisation.bytes(of: [root], without: ("Signature", Self.namespace))
    let actual: [UInt8] =
      switch digest {
      case .sha1: Array(Insecure.SHA1.hash(data: document))
      case .sha256: Array(SHA256.hash(data: document))
      }
    return actual == digestValue
  }

  /// Whether this certificate's key made the signature (RFC 8017 §8.2).
  func isMade(by certificate: Certificate) -> Bool {
    certificate.publicKey.hasSigned(
      signedInfo,
      with: value,
      by: method == .sha1 ? .sha1WithRSAEncryption : .sha256WithRSAEncryption
    )
  }

  private static func algorithm(_ element: MarkupElement) throws(Rejection) -> String {
    guard let algorithm = element["Algorithm"], element.attributes.count == 1 else {
      throw malformed(element, "an Algorithm and no other attribute")
    }
    // Parameters (prefix lists, XPath) would change what is signed.
    guard element.elements.isEmpty, element.hasOnlySpace else {
      throw .unsupported("an algorithm with parameters in the signature")
    }
    return algorithm
  }

  private static func base64(_ element: MarkupElement) throws(Rejection) -> [UInt8] {
    let text = Array(element.text.utf8)
    // The URL-safe letters are no part of xsd:base64Binary.
    guard element.elements.isEmpty, element.attributes.isEmpty,
      !text.contains(UInt8(ascii: "-")), !text.contains(UInt8(ascii: "_")),
      let value = try? Base64.decode(text.span, 0..<text.count), !value.isEmpty
    else { throw malformed(element, "base64") }
    return value
  }

  fileprivate static func malformed(_ element: MarkupElement, _ expected: String) -> Rejection {
    .malformed(at: "byte \(element.offset) (signature)", expected: expected)
  }

  /// The elements of the signature's namespace in the order the schema demands.
  private struct Parts {
    private let parent: MarkupElement
    private var rest: ArraySlice<MarkupElement>

    init(_ parent: MarkupElement) throws(Rejection) {
      guard parent.hasOnlySpace else { throw malformed(parent, "no text between elements") }
      self.parent = parent
      rest = parent.elements[...]
    }

    mutating func nextIfPresent(_ name: String) -> MarkupElement? {
      guard let first = rest.first, first.isNamed(name, in: namespace) else { return nil }
      return rest.popFirst()
    }

    mutating func next(_ name: String) throws(Rejection) -> MarkupElement {
      guard let element = nextIfPresent(name) else {
        throw malformed(rest.first ?? parent, "the element \(name)")
      }
      return element
    }

    func end() throws(Rejection) {
      if let extra = rest.first { throw malformed(extra, "no further element") }
    }
  }
}
