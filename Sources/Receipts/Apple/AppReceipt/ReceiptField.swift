/// The app receipt's attributes by Apple's numbers (*Validating receipts on the device*, and others
/// found in real receipts).
package enum ReceiptField: Int, Sendable, CaseIterable {
  case environment = 0, appItemID = 1, bundleID = 2, appVersion = 3, opaqueValue = 4
  case deviceHash = 5, opaque6 = 6, opaque7 = 7, date8 = 8, fulfilmentToolVersion = 9
  case ageRating = 10, developerID = 11, creationDate = 12, downloadID = 15
  case versionExternalIdentifier = 16, inAppPurchase = 17, originalPurchaseDate = 18
  case originalAppVersion = 19, expirationDate = 21, date22 = 22, volumePurchaser = 23
}

/// The attributes inside attribute 17.
package enum InAppField: Int, Sendable, CaseIterable {
  case quantity = 1701, productID = 1702, transactionID = 1703, purchaseDate = 1704
  case originalTransactionID = 1705, originalPurchaseDate = 1706, productType = 1707
  case expiresDate = 1708, productItemID = 1710, webOrderLineItemID = 1711, cancellationDate = 1712
  case isTrialPeriod = 1713, isInIntroOfferPeriod = 1719, promotionalOfferID = 1721
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

  init(_ name: String, _ note: String, isSecret: Bool = false) {
    self.name = name
    self.note = note
    self.isSecret = isSecret
  }
}

extension ReceiptField {
  package var description: FieldDescription {
    switch self {
    case .environment: .init("receipt_type", "Which of Apple's stores made the receipt")
    case .appItemID: .init("app_item_id", "The app's number in the App Store; 0 in the sandbox")
    case .bundleID: .init("bundle_id", "The app; its encoded bytes go into the device hash")
    case .appVersion: .init("application_version", "CFBundleVersion; on the Mac the short version")
    case .opaqueValue: .init("opaque_value", "Random bytes that go into the device hash")
    case .deviceHash:
      .init("sha1_hash", "SHA-1 of device ID, opaque value and bundle ID", isSecret: true)
    case .opaque6, .opaque7: .init("opaque_\(rawValue)", "Undocumented bytes")
    case .date8: .init("date_8", "Undocumented; near the download or the purchase")
    case .fulfilmentToolVersion: .init("fulfilment_tool_version", "Undocumented number")
    case .ageRating: .init("age_rating", "Undocumented; the app's age rating")
    case .developerID: .init("developer_id", "Undocumented; 0 in the sandbox")
    case .creationDate: .init("receipt_creation_date", "Certificates are validated as of this date")
    case .downloadID: .init("download_id", "The download; 0 in the sandbox")
    case .versionExternalIdentifier:
      .init("version_external_identifier", "The app's release; 0 in the sandbox")
    case .inAppPurchase: .init("in_app", "One in-app purchase")
    case .originalPurchaseDate:
      .init("original_purchase_date", "When the app was first downloaded; 2013 in the sandbox")
    case .originalAppVersion:
      .init("original_application_version", "The first downloaded version; 1.0 in the sandbox")
    case .expirationDate: .init("expiration_date", "When a volume purchase ends")
    case .date22: .init("date_22", "Undocumented date")
    case .volumePurchaser: .init("volume_purchaser", "Undocumented; the organisation")
    }
  }
}

extension InAppField {
  package var description: FieldDescription {
    switch self {
    case .quantity: .init("quantity", "How many were bought")
    case .productID: .init("product_id", "The product")
    case .transactionID: .init("transaction_id", "This transaction")
    case .purchaseDate: .init("purchase_date", "When it was bought or renewed")
    case .originalTransactionID:
      .init("original_transaction_id", "The first transaction of the chain")
    case .originalPurchaseDate: .init("original_purchase_date", "When the chain began")
    case .productType:
      .init("product_type", "0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable")
    case .expiresDate: .init("expires_date", "When the paid period ends")
    case .productItemID: .init("product_item_id", "The product's number; 0 in the sandbox")
    case .webOrderLineItemID:
      .init("web_order_line_item_id", "Joins renewals across devices; 0 for none")
    case .cancellationDate:
      .init("cancellation_date", "Refunded, or replaced by an upgrade, at this time")
    case .isTrialPeriod: .init("is_trial_period", "1 in a free trial")
    case .isInIntroOfferPeriod:
      .init("is_in_intro_offer_period", "1 while the introductory price holds")
    case .promotionalOfferID: .init("promotional_offer_id", "The offer that was used")
    }
  }
}
