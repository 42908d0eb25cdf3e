/// The app receipt's attributes by Apple's numbers (*Validating receipts on the device*, and others
/// found in real receipts).
package enum ReceiptField: Int, Sendable, CaseIterable {
  case environment = 0
  case appItemID = 1
  case bundleID = 2
  case appVersion = 3
  case opaqueValue = 4
  case deviceHash = 5
  case opaque6 = 6
  case opaque7 = 7
  case date8 = 8
  case fulfilmentToolVersion = 9
  case ageRating = 10
  case developerID = 11
  case creationDate = 12
  case downloadID = 15
  case versionExternalIdentifier = 16
  case inAppPurchase = 17
  case originalPurchaseDate = 18
  case originalAppVersion = 19
  case expirationDate = 21
  case date22 = 22
  case volumePurchaser = 23
}

/// The attributes inside attribute 17.
package enum InAppField: Int, Sendable, CaseIterable {
  case quantity = 1701
  case productID = 1702
  case transactionID = 1703
  case purchaseDate = 1704
  case originalTransactionID = 1705
  case originalPurchaseDate = 1706
  case productType = 1707
  case expiresDate = 1708
  case productItemID = 1710
  case webOrderLineItemID = 1711
  case cancellationDate = 1712
  case isTrialPeriod = 1713
  case isInIntroOfferPeriod = 1719
  case promotionalOfferID = 1721
}

extension InAppField {
  /// Whether misreading the field could grant access wrongly. An unreadable end must never look
  /// like "never expires", nor an unreadable cancellation like "not refunded".
  var decidesAccess: Bool {
    switch self {
    case .productID, .transactionID, .originalTransactionID, .purchaseDate, .productType,
      .expiresDate, .cancellationDate, .quantity:
      true
    case .originalPurchaseDate, .productItemID, .webOrderLineItemID, .isTrialPeriod,
      .isInIntroOfferPeriod, .promotionalOfferID:
      false
    }
  }
}

/// A field's name in the store's own JSON, and its meaning.
package struct FieldDescription: Equatable, Sendable {
  package var name: String
  package var note: String
  package var isSecret = false
}

extension ReceiptField {
  package var description: FieldDescription {
    switch self {
    case .environment:
      FieldDescription(name: "receipt_type", note: "Which of Apple's stores made the receipt")
    case .appItemID:
      FieldDescription(
        name: "app_item_id",
        note: "The app's number in the App Store; 0 in the sandbox"
      )
    case .bundleID:
      FieldDescription(
        name: "bundle_id",
        note: "The app; its encoded bytes go into the device hash"
      )
    case .appVersion:
      FieldDescription(
        name: "application_version",
        note: "CFBundleVersion; on the Mac the short version"
      )
    case .opaqueValue:
      FieldDescription(name: "opaque_value", note: "Random bytes that go into the device hash")
    case .deviceHash:
      FieldDescription(
        name: "sha1_hash",
        note: "SHA-1 of device ID, opaque value and bundle ID",
        isSecret: true
      )
    case .opaque6, .opaque7:
      FieldDescription(name: "opaque_\(rawValue)", note: "Undocumented bytes")
    case .date8:
      FieldDescription(name: "date_8", note: "Undocumented; near the download or the purchase")
    case .fulfilmentToolVersion:
      FieldDescription(name: "fulfilment_tool_version", note: "Undocumented number")
    case .ageRating:
      FieldDescription(name: "age_rating", note: "Undocumented; the app's age rating")
    case .developerID:
      FieldDescription(name: "developer_id", note: "Undocumented; 0 in the sandbox")
    case .creationDate:
      FieldDescription(
        name: "receipt_creation_date",
        note: "Certificates are validated as of this date"
      )
    case .downloadID: FieldDescription(name: "download_id", note: "The download; 0 in the sandbox")
    case .versionExternalIdentifier:
      FieldDescription(
        name: "version_external_identifier",
        note: "The app's release; 0 in the sandbox"
      )
    case .inAppPurchase: FieldDescription(name: "in_app", note: "One in-app purchase")
    case .originalPurchaseDate:
      FieldDescription(
        name: "original_purchase_date",
        note: "When the app was first downloaded; 2013 in the sandbox"
      )
    case .originalAppVersion:
      FieldDescription(
        name: "original_application_version",
        note: "The first downloaded version; 1.0 in the sandbox"
      )
    case .expirationDate:
      FieldDescription(name: "expiration_date", note: "When a volume purchase ends")
    case .date22: FieldDescription(name: "date_22", note: "Undocumented date")
    case .volumePurchaser:
      FieldDescription(name: "volume_purchaser", note: "Undocumented; the organisation")
    }
  }
}

extension InAppField {
  package var description: FieldDescription {
    switch self {
    case .quantity: FieldDescription(name: "quantity", note: "How many were bought")
    case .productID: FieldDescription(name: "product_id", note: "The product")
    case .transactionID: FieldDescription(name: "transaction_id", note: "This transaction")
    case .purchaseDate:
      FieldDescription(name: "purchase_date", note: "When it was bought or renewed")
    case .originalTransactionID:
      FieldDescription(name: "original_transaction_id", note: "The first transaction of the chain")
    case .originalPurchaseDate:
      FieldDescription(name: "original_purchase_date", note: "When the chain began")
    case .productType:
      FieldDescription(
        name: "product_type",
        note: "0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable"
      )
    case .expiresDate:
      FieldDescription(name: "expires_date", note: "When the paid period ends")
    case .productItemID:
      FieldDescription(name: "product_item_id", note: "The product's number; 0 in the sandbox")
    case .webOrderLineItemID:
      FieldDescription(
        name: "web_order_line_item_id",
        note: "Joins renewals across devices; 0 for none"
      )
    case .cancellationDate:
      FieldDescription(
        name: "cancellation_date",
        note: "Refunded, or replaced by an upgrade, at this time"
      )
    case .isTrialPeriod: FieldDescription(name: "is_trial_period", note: "1 in a free trial")
    case .isInIntroOfferPeriod:
      FieldDescription(
        name: "is_in_intro_offer_period",
        note: "1 while the introductory price holds"
      )
    case .promotionalOfferID:
      FieldDescription(name: "promotional_offer_id", note: "The offer that was used")
    }
  }
}
