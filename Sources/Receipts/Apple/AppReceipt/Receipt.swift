import Basics
internal import Crypto
package import Foundation

/// The decoded content of an Apple app receipt. Its `Verdict` says whether it is genuine.
package struct Receipt: Equatable, Sendable {
  /// The store's own text: `Production`, `ProductionSandbox`, `Xcode`, …
  package var environment: String?
  package var bundleID: String?
  /// iOS: CFBundleVersion; macOS: CFBundleShortVersionString.
  package var appVersion: String?
  package var originalAppVersion: String?
  /// When the App Store made the receipt; certificates are validated at this time.
  package var createdAt: Date?
  /// Only volume purchases expire; absent in all other receipts (Xcode writes the year 4001).
  package var expiresAt: Date?
  package var originalPurchasedAt: Date?
  /// The App Store's number for the app; 0 in the sandbox.
  package var appItemID: String?
  package var opaqueValue: [UInt8]
  package var deviceHash: [UInt8]
  /// The bundle ID's encoding with tag and length: input of the device hash.
  package var encodedBundleID: [UInt8]
  package var inAppPurchases: InAppPurchases
  /// Unreadable fields that do not affect access.
  package var faults: [Rejection]

  init(inAppPurchases: InAppPurchases = InAppPurchases()) {
    opaqueValue = []
    deviceHash = []
    encodedBundleID = []
    self.inAppPurchases = inAppPurchases
    faults = []
  }

  /// The environment; `nil` for an unknown value.
  package var environmentKind: StoreEnvironment? {
    switch environment {
    case "Production", "ProductionVPP": .production
    case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
    case "Xcode", "LocalTesting": .xcode
    default: nil
    }
  }
}

/// Decodes the signed content of an app receipt:
///
///     Payload ::= SET OF ReceiptAttribute
///
/// Types 4 to 7 hold raw bytes; unknown types are never parsed. Attribute 17 holds another such SET
/// and is the only one that may occur with several values.
enum ReceiptDecoder {
  /// The receipt as far as it is readable, and the first fault that makes it untrustworthy. `range`
  /// is the payload in `content`; for a truncated receipt, what is left of the SET's own content.
  static func receipt(
    _ content: [UInt8],
    _ range: Range<Int>,
    isCut: Bool = false
  ) -> (Receipt, fault: Rejection?) {
    let bytes = content.span
    var receipt = Receipt(inAppPurchases: InAppPurchases(in: content))
    var fault: Rejection?
    do throws(Rejection) {
      var seen = SeenAttributes()
      var reader =
        isCut
        ? AttributeReader(attributesIn: range) : try AttributeReader(bytes, range, in: .payload)
      var repeated = RepeatedAttributes(reader)
      while let attribute = try reader.next(bytes) {
        do throws(Rejection) {
          if attribute.type == ReceiptField.inAppPurchase.rawValue {
            try receipt.inAppPurchases.append(attribute.value, &receipt.faults)
          } else if let field = ReceiptField(rawValue: attribute.type) {
            let value = AttributeValue(range: attribute.value, name: attribute.type, entry: nil)
            if seen.insert(attribute.type) {
              try read(field, value, bytes, into: &receipt)
            } else {
              try repeated.expectSame(attribute, value, bytes)
            }
          }
        } catch {
          fault = fault ?? error
        }
      }
    } catch {
      fault = fault ?? error
    }
    return (receipt, fault)
  }

  private static func read(
    _ field: ReceiptField,
    _ value: AttributeValue,
    _ bytes: Span<UInt8>,
    into receipt: inout Receipt
  ) throws(Rejection) {
    switch field {
    case .environment: receipt.environment = try value.text(bytes)
    case .appItemID: receipt.appItemID = try value.number(bytes)
    case .bundleID:
      receipt.bundleID = try value.text(bytes)
      receipt.encodedBundleID = Array(copying: bytes, value.range)
    case .appVersion: receipt.appVersion = try value.text(bytes)
    case .opaqueValue: receipt.opaqueValue = Array(copying: bytes, value.range)
    case .deviceHash: receipt.deviceHash = Array(copying: bytes, value.range)
    case .creationDate: receipt.createdAt = try value.date(bytes)
    case .expirationDate: receipt.expiresAt = try value.date(bytes)
    case .originalAppVersion: receipt.originalAppVersion = try value.text(bytes)
    case .originalPurchaseDate:
      do throws(Rejection) {
        receipt.originalPurchasedAt = try value.date(bytes)
      } catch {
        receipt.faults.append(error)
      }
    default: break
    }
  }
}

/// Checks attribute 5: that a receipt was made for this device (apple.md §1.6).
package enum DeviceHash {
  /// SHA-1 over device, opaque value and the bundle ID with its tag and length; SHA-1 also in
  /// receipts that are signed with SHA-256.
  ///
  /// - Parameters:
  ///   - receipt: The decoded receipt, verified or not.
  ///   - guid: 16 bytes of `identifierForVendor`, or the 6 bytes of a Mac's first network
  ///     interface.
  /// - Returns: `nil` if nothing could be checked: the receipt lacks one of the fields or the GUID
  ///   has another length.
  package static func matches(_ receipt: Receipt, guid: [UInt8]) -> Bool? {
    guard guid.count == 16 || guid.count == 6, receipt.deviceHash.count == 20,
      !receipt.opaqueValue.isEmpty, !receipt.encodedBundleID.isEmpty
    else { return nil }
    let input = guid + receipt.opaqueValue + receipt.encodedBundleID
    return Insecure.SHA1.hash(data: input).elementsEqual(receipt.deviceHash)
  }
}

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
