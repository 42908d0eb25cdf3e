/// Signs receipts with an authority: PKCS#7 (RFC 5652).
package struct ReceiptMint: Sendable {
  private let authority: TestAuthority
  private let chain: [UInt8]

  package init(_ authority: TestAuthority) {
    self.authority = authority
    chain = Array(authority.certificatesDER.joined())
  }

  /// Returns the receipt's octets as on a device, before base64.
  package func mint(
    _ receipt: MintedReceipt,
    as envelope: Envelope = .appStore
  ) throws(MintError) -> [UInt8] {
    try mint(payload: receipt.payload, as: envelope)
  }

  /// Signs any payload, even if it is not a SET of attributes.
  package func mint(
    payload: [UInt8],
    as envelope: Envelope = .appStore
  ) throws(MintError) -> [UInt8] {
    let layout = Layout(encoding: envelope.encoding)
    var writer = DERWriter()
    try layout.constructed(DERTag.sequence, in: &writer) { info throws(MintError) in
      info.objectIdentifier(KnownOID.signedData)
      try layout.constructed(DERTag.context0, in: &info) { wrapper throws(MintError) in
        try layout.constructed(DERTag.sequence, in: &wrapper) { data throws(MintError) in
          try writeSignedData(payload, envelope, layout, into: &data)
        }
      }
    }
    return writer.bytes
  }

  /// ```
  /// SignedData ::= SEQUENCE {
  ///   version CMSVersion, digestAlgorithms SET OF AlgorithmIdentifier,
  ///   encapContentInfo SEQUENCE { eContentType OID, eContent [0] EXPLICIT OCTET STRING OPTIONAL },
  ///   certificates [0] IMPLICIT SET OF Certificate OPTIONAL, signerInfos SET OF SignerInfo }
  /// ```
  private func writeSignedData(
    _ payload: [UInt8],
    _ envelope: Envelope,
    _ layout: Layout,
    into data: inout DERWriter
  ) throws(MintError) {
    data.integer(1)
    data.constructed(DERTag.set) { digests in
      var written: [[UInt]] = []
      for digest in envelope.signers.map(\.digest.arcs) where !written.contains(digest) {
        written.append(digest)
        digests.algorithm(digest)
      }
    }
    layout.constructed(DERTag.sequence, in: &data) { content in
      content.objectIdentifier(KnownOID.data)
      switch envelope.content {
      case .attached: layout.writeContent(payload, into: &content)
      case .replaced(let other): layout.writeContent(other, into: &content)
      case .detached: break
      }
    }
    switch envelope.certificates {
    case .chain: data.element(DERTag.context0, chain)
    case .exactly(let list): data.element(DERTag.context0, list.flatMap(\.self))
    case .absent: break
    }
    try data.constructed(DERTag.set) { infos throws(MintError) in
      for signer in envelope.signers {
        infos.append(try signer.info(for: payload, by: authority))
      }
    }
  }
}

/// Writes the content-holding elements, which differ between the two encodings.
private struct Layout {
  let encoding: Envelope.Encoding

  func constructed<Failure: Error>(
    _ tag: UInt8,
    in writer: inout DERWriter,
    _ body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    switch encoding {
    case .definite: try writer.constructed(tag, body)
    case .indefinite: try writer.indefinite(tag, body)
    }
  }

  /// `eContent [0] EXPLICIT OCTET STRING`.
  func writeContent(_ payload: [UInt8], into writer: inout DERWriter) {
    constructed(DERTag.context0, in: &writer) { wrapper in
      guard case .indefinite(let chunk) = encoding else {
        wrapper.element(DERTag.octetString, payload)
        return
      }
      wrapper.indefinite(DERTag.constructedOctetString) { pieces in
        var rest = payload[...]
        while !rest.isEmpty {
          pieces.element(DERTag.octetString, rest.prefix(max(1, chunk)))
          rest = rest.dropFirst(max(1, chunk))
        }
      }
    }
  }
}
