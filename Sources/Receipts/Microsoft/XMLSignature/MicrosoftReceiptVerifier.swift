import Basics
internal import Crypto
internal import Foundation
internal import X509

/// Verifies receipts of the Microsoft Store: XML with an enveloped signature.
///
/// Microsoft publishes no root for them; a receipt names its certificate by thumbprint. Trusted is
/// therefore exactly what the operator gives. Its dates are not judged: whoever holds the key can
/// write any date into a receipt, so they would prove nothing about a pinned certificate.
package struct MicrosoftReceiptVerifier: Sendable {
  private struct Trusted: Sendable {
    var certificate: Certificate
    var facts: CertificateFacts
    /// SHA-1 in lower-case hex, what CertificateId is compared with.
    var thumbprint: String
  }

  private let trusted: [Trusted]
  private let apps: Set<String>

  /// `certificates` in DER; `apps` are the package family names that are ours, empty means report,
  /// don't judge.
  package init(certificates: [[UInt8]] = [], apps: Set<String> = []) throws(RootsError) {
    let policy = try ChainPolicy(storeRoots: [], addedRoots: certificates)
    trusted = policy.roots.map { root in
      Trusted(
        certificate: root.certificate,
        facts: policy.facts(root.certificate),
        thumbprint: String(hex: Array(Insecure.SHA1.hash(data: root.der)))
      )
    }
    self.apps = apps
  }

  /// Verifies and says what was found on the way. The digest is judged before the certificate: a
  /// changed receipt is a changed receipt, whoever signed it.
  package func examine(_ text: [UInt8]) -> DocumentExamination {
    var examination = DocumentExamination(kind: .microsoftReceipt, verdict: .unsigned)
    do throws(Rejection) {
      _ = try judge(text, &examination)
      examination.verdict = .genuine(.addedRoot)
    } catch {
      examination.checks.blame(error)
      examination.verdict = .rejected(error)
    }
    return examination
  }

  /// The canonical form of a receipt that was found genuine.
  func canonicalForm(of text: [UInt8]) -> [UInt8]? {
    guard let root = try? MarkupReader.root(of: text) else { return nil }
    return (try? EnvelopedSignature(of: root))?.canonicalDocument
  }

  /// The verdict alone; `text` is the receipt's XML in UTF-8.
  package func verify(_ text: [UInt8]) -> Verdict<MicrosoftReceipt> {
    var examination = DocumentExamination(kind: .microsoftReceipt, verdict: .unsigned)
    do throws(Rejection) {
      return .genuine(Verified(try judge(text, &examination), by: .addedRoot))
    } catch {
      return .rejected(error)
    }
  }

  private func judge(
    _ text: [UInt8],
    _ examination: inout DocumentExamination
  ) throws(Rejection) -> MicrosoftReceipt {
    let root = try MarkupReader.root(of: text)
    guard root.name.local == "Receipt", MicrosoftReceipt.namespaces.contains(root.name.namespace)
    else { throw .unsupported("XML that is no receipt of the Microsoft Store") }
    examination.payload = try MicrosoftReceiptFields.object(root)
    examination.app = MicrosoftReceiptFields.app(root)
    let signature = try EnvelopedSignature(of: root)
    examination.signature = SignatureFacts(rsaWith: signature.method)
    examination.signature?.digest = signature.digest.rawValue
    examination.checks.pass(.form)
    guard signature.fitsDocument else {
      throw .badSignature(reason: "the signed digest is not the receipt's: the receipt was changed")
    }
    let signer = try signer(signature, named: root["CertificateId"] ?? "")
    examination.certificates = [signer.facts]
    examination.checks.pass(.chain)
    examination.checks.pass(.signature)
    let receipt = try MicrosoftReceipt(root)
    examination.checks.pass(.content)
    try checkBelonging(receipt)
    if !apps.isEmpty { examination.checks.pass(.app) }
    return receipt
  }

  private func signer(
    _ signature: EnvelopedSignature,
    named thumbprint: String
  ) throws(Rejection) -> Trusted {
    guard !trusted.isEmpty else {
      throw .untrustedChain(
        reason: """
          no certificate of the Microsoft Store was given; the receipt names the one that signed it \
          by its thumbprint (CertificateId)
          """
      )
    }
    if let signer = trusted.first(where: { signature.isMade(by: $0.certificate) }) {
      return signer
    }
    guard trusted.contains(where: { $0.thumbprint == thumbprint.lowercased() }) else {
      throw .untrustedChain(
        reason: "the receipt was signed by none of the certificates that were given, nor names one"
      )
    }
    throw .badSignature(reason: "the signature was not made by the certificate the receipt names")
  }

  /// Every app the receipt speaks of has to be ours: one foreign product in it is one too many.
  private func checkBelonging(_ receipt: MicrosoftReceipt) throws(Rejection) {
    guard !apps.isEmpty else { return }
    let expected = apps.sorted().joined(separator: ", ")
    guard !receipt.appIDs.isEmpty else { throw .wrongApp(expected: expected, found: "") }
    for id in receipt.appIDs where !apps.contains(id) {
      throw .wrongApp(expected: expected, found: id)
    }
  }
}

extension SignatureFacts {
  /// RSA with PKCS#1 v1.5 padding, the only kind that the Microsoft Store signs with.
  init(rsaWith digest: DigestAlgorithm) {
    self.digest = digest.rawValue
    algorithm = digest == .sha1 ? "sha1WithRSAEncryption" : "sha256WithRSAEncryption"
  }
}

/// A receipt as JSON: attributes as members, child elements as arrays under their names, text as
/// `#text`. The signature is left out: it is what says whether to believe the rest.
enum MicrosoftReceiptFields {
  static func object(_ element: MarkupElement) throws(Rejection) -> JSONValue {
    var members = element.attributes.map {
      JSONValue.Member($0.name.qualified, .string($0.value))
    }
    let taken = Set(members.map(\.name))
    var places: [String: Int] = [:]
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
      if let place = places[name] {
        lists[place].items.append(item)
      } else {
        places[name] = lists.count
        lists.append((name, [item]))
      }
    }
    members += lists.map { JSONValue.Member($0.name, .array($0.items)) }
    if !element.hasOnlySpace { members.append(JSONValue.Member("#text", .string(element.text))) }
    return .object(members)
  }

  /// The app's, or that of the products when they agree: a product's receipt has no AppReceipt.
  static func app(_ root: MarkupElement) -> String? {
    let own = root.elements.filter { $0.name.namespace == root.name.namespace }
    if let app = own.first(where: { $0.name.local == "AppReceipt" })?["AppId"] { return app }
    let apps = Set(own.filter { $0.name.local == "ProductReceipt" }.compactMap { $0["AppId"] })
    return apps.count == 1 ? apps.first : nil
  }
}
