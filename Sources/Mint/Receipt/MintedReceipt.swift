import Crypto
package import Foundation

/// An app receipt before signing.
package struct MintedReceipt: Equatable, Sendable {
  /// The set of attributes and their order.
  package enum Shape: Equatable, Sendable { case appStore, xcode }

  /// Attribute 5, which binds a receipt to a device.
  package enum DeviceHash: Equatable, Sendable {
    /// The correct SHA-1 for this device identifier: 16 octets on iOS, a MAC address on a Mac.
    case ofDevice([UInt8])
    case octets([UInt8])
  }

  package var shape: Shape
  /// `Production`, `ProductionSandbox`, `ProductionVPP`, `ProductionVPPSandbox`, `Xcode`.
  package var environment: String
  package var bundleID: String
  package var appVersion: String
  package var creationDate: Date
  package var originalPurchaseDate: Date
  package var originalAppVersion: String
  /// Volume purchases only.
  package var expirationDate: Date?
  /// The app's number in the App Store; 0 in sandbox.
  package var appItemID: Int64
  package var developerID: Int64
  package var downloadID: Int64
  package var versionID: Int64
  package var deviceHash: DeviceHash
  /// Attribute 4: 16 octets, 8 from Xcode.
  package var opaqueValue: [UInt8]
  /// Attributes 6 and 7, which Apple does not document.
  package var unknownValues: [Int: [UInt8]]
  package var purchases: [MintedPurchase]
  package var changes: AttributeChanges

  package init(
    shape: Shape = .appStore,
    environment: String = "Production",
    bundleID: String,
    appVersion: String = "1",
    creationDate: Date,
    originalPurchaseDate: Date? = nil,
    originalAppVersion: String = "1.0",
    expirationDate: Date? = nil,
    appItemID: Int64 = 0,
    developerID: Int64 = 0,
    downloadID: Int64 = 0,
    versionID: Int64 = 0,
    deviceHash: DeviceHash = .ofDevice(Array(repeating: 7, count: 16)),
    opaqueValue: [UInt8] = Array(0x40...0x4F),
    unknownValues: [Int: [UInt8]] = [6: Array(0x80..<0xB7), 7: Array(0x90..<0xC6)],
    purchases: [MintedPurchase] = [],
    changes: AttributeChanges = AttributeChanges()
  ) {
    self.shape = shape
    self.environment = environment
    self.bundleID = bundleID
    self.appVersion = appVersion
    self.creationDate = creationDate
    self.originalPurchaseDate = originalPurchaseDate ?? creationDate
    self.originalAppVersion = originalAppVersion
    self.expirationDate = expirationDate
    self.appItemID = appItemID
    self.developerID = developerID
    self.downloadID = downloadID
    self.versionID = versionID
    self.deviceHash = deviceHash
    self.opaqueValue = opaqueValue
    self.unknownValues = unknownValues
    self.purchases = purchases
    self.changes = changes
  }

  /// A receipt like those of Xcode's test sessions: few attributes, no expiration as a date in
  /// 4001.
  package static func xcode(
    bundleID: String,
    creationDate: Date,
    purchases: [MintedPurchase] = []
  ) -> MintedReceipt {
    MintedReceipt(
      shape: .xcode,
      environment: "Xcode",
      bundleID: bundleID,
      creationDate: creationDate,
      expirationDate: Date(timeIntervalSince1970: 64_092_211_200),
      opaqueValue: [0xF2, 0xBF, 0xF5, 0xFB, 0x0F, 0, 0, 0],
      purchases: purchases
    )
  }

  /// The signed SET, with tag and length.
  package var payload: [UInt8] {
    let order = shape == .appStore ? AttributeOrder.sorted : .asGiven
    let entries = purchases.map { purchase in
      MintedAttribute(type: 17, value: order.set(of: purchase.attributes(as: shape)))
    }
    let attributes = shape == .appStore ? appStoreAttributes(entries) : xcodeAttributes(entries)
    return order.set(of: changes.applied(to: attributes))
  }

  private func appStoreAttributes(_ entries: [MintedAttribute]) -> [MintedAttribute] {
    let isShop = environment == "Production" || environment == "ProductionVPP"
    var attributes: [MintedAttribute] = [
      .utf8(0, environment), .integer(1, appItemID), .utf8(2, bundleID), .utf8(3, appVersion),
      MintedAttribute(type: 4, version: 2, value: opaqueValue), hashAttribute,
      .date(8, isShop ? creationDate : nil), .integer(9, 0x5033_3035), .ia5(10, "4+"),
      .integer(11, developerID), .date(12, creationDate), .integer(13, 180_602),
      .integer(14, 229), .integer(15, downloadID), .integer(16, versionID),
      .date(18, originalPurchaseDate), .utf8(19, originalAppVersion), .utf8(20, ""),
      .integer(25, 3),
    ]
    if let expirationDate { attributes.append(.date(21, expirationDate)) }
    attributes += unknownValues.sorted { $0.key < $1.key }
      .map { MintedAttribute(type: $0.key, value: $0.value) }
    return attributes + entries
  }

  private func xcodeAttributes(_ entries: [MintedAttribute]) -> [MintedAttribute] {
    [
      .utf8(0, environment), .integer(1, 0), .utf8(2, bundleID), .utf8(3, appVersion),
      MintedAttribute(type: 4, value: opaqueValue), hashAttribute, .date(8, nil),
      .date(12, creationDate),
    ] + entries + [.date(21, expirationDate)]
  }

  /// SHA-1 over device, opaque value and the encoded bundle ID with tag and length, also in SHA-256
  /// receipts (Apple, "Validating receipts on the device"; TN3138).
  private var hashAttribute: MintedAttribute {
    switch deviceHash {
    case .octets(let octets): return MintedAttribute(type: 5, value: octets)
    case .ofDevice(let guid):
      let bundle = MintedAttribute.utf8(2, bundleID).value
      let digest = Insecure.SHA1.hash(data: guid + opaqueValue + bundle)
      return MintedAttribute(type: 5, value: Array(digest))
    }
  }
}

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
      for signer in envelope.signers { infos.append(try signer.info(for: payload, by: authority)) }
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
