import Basics
internal import Crypto
internal import Foundation
internal import X509

/// A receipt of `Windows.ApplicationModel.Store.CurrentApp` (microsoft.md §6), whose fields are read
/// as JSON (`MicrosoftReceiptFields`).
enum MicrosoftReceipt {
  /// The namespaces of the public samples and of newer receipts.
  static let namespaces: Set<String> = [
    "", "http://schemas.microsoft.com/windows/2012/store/receipt",
  ]

  /// The apps in the receipt, each once: those of apps (AppReceipt) before those of add-ons
  /// (ProductReceipt).
  ///
  /// - Throws: `malformed` at an attribute that is not a date: an unreadable end must not look like
  ///   no end.
  static func appIDs(_ root: XMLElement) throws(Rejection) -> [String] {
    try checkDate("ReceiptDate", root, "Receipt")
    var (apps, products): ([XMLElement], [XMLElement]) = ([], [])
    for element in root.elements where element.name.namespace == root.name.namespace {
      switch element.name.local {
      case "AppReceipt":
        apps.append(element)
        try checkDate("PurchaseDate", element, "AppReceipt \(apps.count)")
      case "ProductReceipt":
        products.append(element)
        try checkDate("PurchaseDate", element, "ProductReceipt \(products.count)")
        try checkDate("ExpirationDate", element, "ProductReceipt \(products.count)")
      default: break
      }
    }
    var seen: Set<String> = []
    return (apps + products).compactMap { $0["AppId"] }.filter { seen.insert($0).inserted }
  }

  private static func checkDate(
    _ name: String,
    _ element: XMLElement,
    _ location: String
  ) throws(Rejection) {
    guard let text = element[name], MicrosoftDate.parse(text) == nil else { return }
    throw .malformed(at: "\(location), \(name)", expected: "a date of ISO 8601")
  }
}

/// Parses the Microsoft Store's dates: ISO 8601 with seven fractional digits and an offset; the
/// clawback service omits the seconds (`2022-12-09T02:13Z`).
enum MicrosoftDate {
  static func parse(_ text: String) -> Date? {
    var bytes = Array(text.utf8)
    if let date = RFC3339.parse(bytes.span, 0..<bytes.count) { return date }
    guard bytes.count >= 17, bytes[13] == UInt8(ascii: ":"), bytes[16] != UInt8(ascii: ":") else {
      return nil
    }
    bytes.insert(contentsOf: ":00".utf8, at: 16)
    return RFC3339.parse(bytes.span, 0..<bytes.count)
  }
}

/// Verifies receipts of the Microsoft Store: XML with an enveloped signature.
///
/// Microsoft publishes no root for them; a receipt names its certificate by thumbprint. Only the
/// operator's certificates are trusted. Their dates are not checked: the key's holder can write any
/// date into a receipt, so they would prove nothing about a pinned certificate.
package struct MicrosoftReceiptVerifier: Sendable {
  private struct Trusted: Sendable {
    var certificate: Certificate
    var facts: CertificateDetails
    /// SHA-1 in lower-case hex, compared with CertificateId.
    var thumbprint: String
  }

  private let trusted: [Trusted]
  private let apps: Set<String>

  /// `certificates` in DER; `apps` are the package family names of our apps; if empty, the app is
  /// reported but not checked.
  package init(certificates: [[UInt8]] = [], apps: Set<String> = []) throws(RootsError) {
    let policy = try ChainPolicy(storeRoots: [], addedRoots: certificates)
    trusted = policy.roots.map { root in
      Trusted(
        certificate: root.certificate,
        facts: CertificateDetails(root.certificate),
        thumbprint: String(hex: Array(Insecure.SHA1.hash(data: root.der)))
      )
    }
    self.apps = apps
  }

  /// Verifies and reports intermediate results. Checks the digest before the certificate, so that a
  /// changed receipt is reported as changed, regardless of the signer.
  package func examine(_ text: [UInt8]) -> DocumentExamination {
    DocumentExamination(.microsoftReceipt) { (examination) throws(Rejection) in
      try evaluate(text, &examination)
      examination.verdict = .genuine(.addedRoot)
    }
  }

  /// The canonical form of a receipt that was verified as genuine.
  func canonicalForm(of text: [UInt8]) -> [UInt8]? {
    guard let root = try? XMLReader.root(of: text) else { return nil }
    return (try? EnvelopedSignature(of: root))?.canonicalDocument
  }

  private func evaluate(
    _ text: [UInt8],
    _ examination: inout DocumentExamination
  ) throws(Rejection) {
    let root = try XMLReader.root(of: text)
    guard root.name.local == "Receipt", MicrosoftReceipt.namespaces.contains(root.name.namespace)
    else { throw .unsupported("XML that is not a receipt of the Microsoft Store") }
    examination.payload = try MicrosoftReceiptFields.object(root)
    examination.app = MicrosoftReceiptFields.app(root)
    let signature = try EnvelopedSignature(of: root)
    examination.signature = SignatureDetails(rsaWith: signature.method)
    examination.signature?.digest = signature.digest.rawValue
    examination.checks.pass(.form)
    guard signature.fitsDocument else {
      throw .badSignature(reason: "the signed digest does not match: the receipt was changed")
    }
    let signer = try signer(signature, named: root["CertificateId"] ?? "")
    examination.certificates = [signer.facts]
    examination.checks.pass(.chain)
    examination.checks.pass(.signature)
    let appIDs = try MicrosoftReceipt.appIDs(root)
    examination.checks.pass(.content)
    try checkBelonging(appIDs)
    if !apps.isEmpty { examination.checks.pass(.app) }
  }

  private func signer(
    _ signature: EnvelopedSignature,
    named thumbprint: String
  ) throws(Rejection) -> Trusted {
    guard !trusted.isEmpty else {
      throw .untrustedChain(
        reason: """
          no certificate of the Microsoft Store is configured; the receipt names the one that signed it \
          by its thumbprint (CertificateId)
          """
      )
    }
    if let signer = trusted.first(where: { signature.isMade(by: $0.certificate) }) {
      return signer
    }
    guard trusted.contains(where: { $0.thumbprint == thumbprint.lowercased() }) else {
      throw .untrustedChain(reason: "none of the configured certificates signed the receipt")
    }
    throw .badSignature(reason: "the signature was not made by the certificate the receipt names")
  }

  /// Requires that every app in the receipt is ours.
  private func checkBelonging(_ appIDs: [String]) throws(Rejection) {
    guard !apps.isEmpty else { return }
    if appIDs.isEmpty { throw .wrongApp("", notAmong: apps) }
    for id in appIDs where !apps.contains(id) { throw .wrongApp(id, notAmong: apps) }
  }
}

/// A receipt as JSON: attributes as members, child elements as arrays under their names, text as
/// `#text`. The signature is left out.
enum MicrosoftReceiptFields {
  static func object(_ element: XMLElement) throws(Rejection) -> JSONValue {
    var members = element.attributes.map {
      JSONValue.Member($0.name.qualified, .string($0.value))
    }
    let taken = Set(members.map(\.name))
    var positions: [String: Int] = [:]
    var lists: [(name: String, items: [JSONValue])] = []
    for child in element.elements
    where !child.isNamed("Signature", in: EnvelopedSignature.namespace) {
      let name = child.name.qualified
      guard !taken.contains(name) else {
        throw .malformed(
          at: "byte \(child.offset)",
          expected: "a name that is either an attribute's or an element's"
        )
      }
      let item = try object(child)
      if let position = positions[name] {
        lists[position].items.append(item)
      } else {
        positions[name] = lists.count
        lists.append((name, [item]))
      }
    }
    members += lists.map { JSONValue.Member($0.name, .array($0.items)) }
    if !element.hasOnlySpace { members.append(JSONValue.Member("#text", .string(element.text))) }
    return .object(members)
  }

  /// The app's ID, or that of the products if they agree: a product's receipt has no AppReceipt.
  static func app(_ root: XMLElement) -> String? {
    let own = root.elements.filter { $0.name.namespace == root.name.namespace }
    if let app = own.first(where: { $0.name.local == "AppReceipt" })?["AppId"] { return app }
    let apps = Set(own.filter { $0.name.local == "ProductReceipt" }.compactMap { $0["AppId"] })
    return apps.count == 1 ? apps.first : nil
  }
}
