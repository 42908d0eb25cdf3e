import Basics
internal import Foundation
internal import X509

/// The one form of XML-DSig (XML Signature Syntax and Processing 1.1) that receipts use: an
/// enveloped RSA signature over the whole document, directly below the root.
///
/// Rejects everything that signature wrapping depends on: a second or deeper signature, a reference
/// to a part, more than one reference, selecting transforms.
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

  private let root: XMLElement
  /// The digest of the whole document.
  let digest: DigestAlgorithm
  private let canonicalisation: Canonicalisation
  private let digestValue: [UInt8]
  /// The bytes that the signature covers.
  private let signedInfo: [UInt8]
  /// The prefix of the signature's namespace at SignedInfo.
  private let prefix: String
  let method: DigestAlgorithm
  private let value: [UInt8]

  /// - Throws: `badSignature` without a signature of the document, `malformed` at an invalid
  ///   element, `unsupported` for another algorithm.
  init(of root: XMLElement) throws(Rejection) {
    self.root = root
    let total = root.count(of: "Signature", in: Self.namespace)
    guard total > 0 else { throw .badSignature(reason: "the receipt is not signed") }
    let signatures = root.elements.filter { $0.isNamed("Signature", in: Self.namespace) }
    guard total == 1, let signature = signatures.first else {
      throw .badSignature(
        reason: "a receipt must have exactly one signature, directly below its root"
      )
    }
    var parts = try Parts(signature)
    let info = try parts.next("SignedInfo")
    value = try Self.base64(try parts.next("SignatureValue"))
    // A key inside the document proves nothing; it is ignored.
    _ = parts.nextIfPresent("KeyInfo")
    try parts.end()

    var infoParts = try Parts(info)
    let way = try Self.algorithm(try infoParts.next("CanonicalizationMethod"))
    guard let way = Canonicalisation(rawValue: way) else {
      throw .unsupported("an unknown canonicalisation of SignedInfo; only c14n and exc-c14n")
    }
    signedInfo = way.bytes(of: [root, signature, info])
    prefix = info.name.prefix
    let method = Self.methods[try Self.algorithm(try infoParts.next("SignatureMethod"))]
    guard let method else {
      throw .unsupported("an unknown signature method; receipts are signed with RSA and SHA-256")
    }
    self.method = method
    let reference = try infoParts.next("Reference")
    try infoParts.end()

    (canonicalisation, digest, digestValue) = try Self.read(reference)
  }

  private static func read(
    _ reference: XMLElement
  ) throws(Rejection) -> (Canonicalisation, DigestAlgorithm, [UInt8]) {
    guard reference["URI"] == "", reference.attributes.count == 1 else {
      throw .badSignature(reason: "the signature is not over the whole document (URI \"\")")
    }
    var parts = try Parts(reference)
    let way = try canonicalisation(after: try parts.next("Transforms"))
    guard let digest = digests[try algorithm(try parts.next("DigestMethod"))] else {
      throw .unsupported("an unknown digest; receipts have SHA-256 or SHA-1")
    }
    let value = try base64(try parts.next("DigestValue"))
    try parts.end()
    return (way, digest, value)
  }

  /// Requires the enveloped-signature transform, and at most a canonicalisation after it. Without
  /// one, Canonical XML 1.0 turns the nodes into bytes (XML Signature §4.4.3.2).
  private static func canonicalisation(
    after transforms: XMLElement
  ) throws(Rejection) -> Canonicalisation {
    var parts = try Parts(transforms)
    guard try algorithm(try parts.next("Transform")) == enveloped else {
      throw .unsupported("a transform other than the enveloped signature's")
    }
    guard let second = parts.nextIfPresent("Transform") else {
      try parts.end()
      return .inclusive
    }
    try parts.end()
    guard let way = Canonicalisation(rawValue: try algorithm(second)) else {
      throw .unsupported("a transform after the enveloped signature's other than c14n or exc-c14n")
    }
    return way
  }

  /// The document in its canonical form: the signed content, followed by a signature that consists
  /// only of its signed part and its value.
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

  /// Whether the digest matches the document; the signature itself is not checked.
  var fitsDocument: Bool {
    let document = canonicalisation.bytes(of: [root], without: ("Signature", Self.namespace))
    return digest.fits(digestValue, document)
  }

  /// Whether this certificate's key made the signature (RFC 8017 §8.2).
  func isMade(by certificate: Certificate) -> Bool {
    certificate.publicKey.hasSigned(
      signedInfo,
      with: value,
      by: method == .sha1 ? .sha1WithRSAEncryption : .sha256WithRSAEncryption
    )
  }

  private static func algorithm(_ element: XMLElement) throws(Rejection) -> String {
    guard let algorithm = element["Algorithm"], element.attributes.count == 1 else {
      throw malformed(element, "an Algorithm and no other attribute")
    }
    // Parameters (prefix lists, XPath) would change what is signed.
    guard element.elements.isEmpty, element.hasOnlySpace else {
      throw .unsupported("an algorithm with parameters in the signature")
    }
    return algorithm
  }

  private static func base64(_ element: XMLElement) throws(Rejection) -> [UInt8] {
    let text = Array(element.text.utf8)
    // xsd:base64Binary excludes the URL-safe characters.
    guard element.elements.isEmpty, element.attributes.isEmpty,
      !text.contains(UInt8(ascii: "-")), !text.contains(UInt8(ascii: "_")),
      let value = try? Base64.decode(text.span, 0..<text.count), !value.isEmpty
    else { throw malformed(element, "base64") }
    return value
  }

  fileprivate static func malformed(_ element: XMLElement, _ expected: String) -> Rejection {
    .malformed(at: "byte \(element.offset) (signature)", expected: expected)
  }

  /// Reads the elements of the signature's namespace in the order of the schema.
  private struct Parts {
    private let parent: XMLElement
    private var rest: ArraySlice<XMLElement>

    init(_ parent: XMLElement) throws(Rejection) {
      guard parent.hasOnlySpace else { throw malformed(parent, "no text between elements") }
      self.parent = parent
      rest = parent.elements[...]
    }

    mutating func nextIfPresent(_ name: String) -> XMLElement? {
      guard let first = rest.first, first.isNamed(name, in: namespace) else { return nil }
      return rest.popFirst()
    }

    mutating func next(_ name: String) throws(Rejection) -> XMLElement {
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
