import Basics

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
