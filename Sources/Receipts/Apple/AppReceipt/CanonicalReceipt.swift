/// The canonical form of an app receipt: DER with only the signed content, its signature and the
/// signer's chain, as the App Store writes receipts.
///
/// Neither the encoding of the envelope nor anything beside these parts is signed, so any number of
/// genuine variants can be made from one receipt.
enum CanonicalReceipt {
  private static let version: [UInt8] = [Tag.integer, 1, 1]

  /// The canonical form of a receipt that was verified as genuine; `chain` are the certificates
  /// from the signer's to the root.
  static func bytes(of receipt: [UInt8], signedBelow chain: [[UInt8]]) -> [UInt8]? {
    guard let envelope = try? CMSEnvelope(receipt.span), let signer = envelope.signers.first,
      let digest = signer.digest
    else { return nil }
    let algorithm = algorithm(digest == .sha1 ? OID.sha1 : OID.sha256)
    let info = signerInfo(signer, algorithm, receipt)
    switch envelope.content {
    case .inPlace(let range): return signedData(receipt[range], algorithm, chain, info)
    case .joined(let octets): return signedData(octets[...], algorithm, chain, info)
    }
  }

  private static func signerInfo(
    _ signer: CMSEnvelope.Signer,
    _ digest: [UInt8],
    _ receipt: [UInt8]
  ) -> [UInt8] {
    let identifier = receipt[signer.issuer] + element(Tag.integer, receipt[signer.serial])
    var info = version + element(Tag.sequence, identifier) + digest
    if let attributes = signer.signedAttributes {
      info += element(Tag.context0, receipt[attributes.content])
    }
    info += algorithm(OID.rsaEncryption)
    info += element(Tag.octetString, receipt[signer.signature])
    return element(Tag.sequence, info)
  }

  /// Computes the lengths first, so that the content, which may be long, is copied once.
  private static func signedData(
    _ content: ArraySlice<UInt8>,
    _ digest: [UInt8],
    _ chain: [[UInt8]],
    _ signerInfo: [UInt8]
  ) -> [UInt8] {
    let contentType = element(Tag.objectIdentifier, OID.data)
    let head = version + element(Tag.set, digest)
    let certificates = chain.reduce(into: []) { $0 += $1 }
    let tail = element(Tag.context0, certificates) + element(Tag.set, signerInfo)
    let octets = size(content.count)
    let encapsulated = contentType.count + size(octets)
    let data = head.count + size(encapsulated) + tail.count
    let type = element(Tag.objectIdentifier, OID.signedData)
    let whole = type.count + size(size(data))

    var output: [UInt8] = []
    output.reserveCapacity(size(whole))
    func begin(_ tag: UInt8, _ count: Int) {
      output.append(tag)
      output += BERReader.length(count)
    }
    begin(Tag.sequence, whole)
    output += type
    begin(Tag.context0, size(data))
    begin(Tag.sequence, data)
    output += head
    begin(Tag.sequence, encapsulated)
    output += contentType
    begin(Tag.context0, octets)
    begin(Tag.octetString, content.count)
    output += content
    output += tail
    return output
  }

  /// AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters NULL }
  private static func algorithm(_ identifier: [UInt8]) -> [UInt8] {
    element(Tag.sequence, element(Tag.objectIdentifier, identifier) + [0x05, 0x00])
  }

  private static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
    [tag] + BERReader.length(content.count) + content
  }

  /// The size of an element with `count` bytes of content.
  private static func size(_ count: Int) -> Int { 1 + BERReader.length(count).count + count }
}
