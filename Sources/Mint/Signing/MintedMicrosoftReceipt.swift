import Basics
import Crypto
import CryptoExtras
package import Foundation

/// A Microsoft Store receipt: XML with an enveloped XML-DSig signature.
///
/// Written in canonical form, so that signing needs no canonicalisation and the tests of the
/// verifier's canonicalisation use independent text.
package struct MintedMicrosoftReceipt: Equatable, Sendable {
  package enum Digest: Equatable, Sendable { case sha1, sha256 }
  package enum Canonicalisation: Equatable, Sendable { case inclusive, exclusive }

  package struct Product: Equatable, Sendable {
    package var id: String
    package var productID: String
    package var purchaseDate: Date
    package var expirationDate: Date?
    /// The expiration date to write unchanged instead.
    package var expirationText: String?

    package init(id: String, productID: String, purchaseDate: Date, expirationDate: Date? = nil) {
      self.id = id
      self.productID = productID
      self.purchaseDate = purchaseDate
      self.expirationDate = expirationDate
    }
  }

  /// The package family name.
  package var appID: String
  package var receiptDate: Date
  package var products: [Product]
  package var namespace: String?
  package var digest = Digest.sha256
  package var signedInfo = Canonicalisation.exclusive

  package init(appID: String, receiptDate: Date, products: [Product], namespace: String? = nil) {
    self.appID = appID
    self.receiptDate = receiptDate
    self.products = products
    self.namespace = namespace
  }

  /// Returns the signed UTF-8 text as on a device.
  package func mint(by authority: TestAuthority) throws(MintError) -> [UInt8] {
    let body = body(thumbprint: String(hex: Array(Insecure.SHA1.hash(data: authority.signerDER))))
    let tail = "</Receipt>"
    let digestValue = Data(hash(Array((body + tail).utf8))).base64EncodedString()
    // The signed element has the namespace, which the document declares one element higher.
    let declaration = #" xmlns="\#(Self.xmldsig)""#
    let content = signedInfoContent(digestValue)
    let signed = "<SignedInfo\(declaration)>\(content)</SignedInfo>"
    let (octets, key) = (Data(signed.utf8), authority.signerKey)
    let value =
      switch digest {
      case .sha1: try key.pkcs1(Insecure.SHA1.hash(data: octets), of: "Microsoft receipt")
      case .sha256: try key.pkcs1(SHA256.hash(data: octets), of: "Microsoft receipt")
      }
    let text = """
      \(body)<Signature\(declaration)><SignedInfo>\(content)</SignedInfo>\
      <SignatureValue>\(Data(value).base64EncodedString())</SignatureValue></Signature>\(tail)
      """
    return Array(text.utf8)
  }

  private static let xmldsig = "http://www.w3.org/2000/09/xmldsig#"

  private func body(thumbprint: String) -> String {
    let scope = namespace.map { #" xmlns="\#($0)""# } ?? ""
    let app = Self.escaped(appID)
    let items = products.map { product in
      let date =
        product.expirationText ?? product.expirationDate.map { CivilTime(clamping: $0).rfc3339 }
      let end = date.map { #" ExpirationDate="\#(Self.escaped($0))""# } ?? ""
      return """
        <ProductReceipt AppId="\(app)"\(end) Id="\(Self.escaped(product.id))" \
        ProductId="\(Self.escaped(product.productID))" ProductType="Durable" \
        PurchaseDate="\(CivilTime(clamping: product.purchaseDate).rfc3339)"></ProductReceipt>
        """
    }
    return """
      <Receipt\(scope) CertificateId="\(thumbprint)" ReceiptDate="\(CivilTime(clamping: receiptDate).rfc3339)" \
      ReceiptDeviceId="4e362949-acc3-fe3a-e71b-89893eb4f528" Version="1.0">\
      <AppReceipt AppId="\(app)" Id="8ffa256d-eca8-712a-7cf8-cbf5522df24b" LicenseType="Full" \
      PurchaseDate="\(CivilTime(clamping: receiptDate).rfc3339)"></AppReceipt>\(items.joined())
      """
  }

  private func signedInfoContent(_ digestValue: String) -> String {
    let canonicalisation =
      switch signedInfo {
      case .exclusive: "http://www.w3.org/2001/10/xml-exc-c14n#"
      case .inclusive: "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
      }
    let (method, hash) =
      switch digest {
      case .sha1: (Self.xmldsig + "rsa-sha1", Self.xmldsig + "sha1")
      case .sha256:
        (
          "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
          "http://www.w3.org/2001/04/xmlenc#sha256"
        )
      }
    return """
      <CanonicalizationMethod Algorithm="\(canonicalisation)"></CanonicalizationMethod>\
      <SignatureMethod Algorithm="\(method)"></SignatureMethod><Reference URI="">\
      <Transforms><Transform Algorithm="\(Self.xmldsig)enveloped-signature"></Transform></Transforms>\
      <DigestMethod Algorithm="\(hash)"></DigestMethod>\
      <DigestValue>\(digestValue)</DigestValue></Reference>
      """
  }

  private func hash(_ octets: [UInt8]) -> [UInt8] {
    switch digest {
    case .sha1: Array(Insecure.SHA1.hash(data: octets))
    case .sha256: Array(SHA256.hash(data: octets))
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

extension TestAuthority {
  /// The signer's certificate, DER.
  package var signerDER: [UInt8] { certificatesDER.first ?? [] }
}
