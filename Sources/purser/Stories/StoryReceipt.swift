import Foundation
import Mint

/// Reads a story's receipts that are not JSON: Apple's app receipt with the names of
/// `receipt show --json`, Microsoft's with the names of its XML.
struct StoryReceipt {
  private let fields: TOMLFields
  private let app: String?
  private let receivedAt: Date

  /// `app` and `receivedAt` are the defaults for the receipt's app and creation date.
  init(_ fields: TOMLFields, app: String?, receivedAt: Date) {
    self.fields = fields
    self.app = app
    self.receivedAt = receivedAt
  }

  func receipt() throws(FileFault) -> MintedReceipt {
    try fields.expectOnly([
      "bundleId", "environment", "appVersion", "originalAppVersion", "creationDate",
      "originalPurchaseDate", "expirationDate", "inApp",
    ])
    var purchases: [MintedPurchase] = []
    for purchase in try fields.tables("inApp") { purchases.append(try Self.purchase(purchase)) }
    return MintedReceipt(
      environment: try fields.text("environment") ?? "Production",
      bundleID: try name("bundleId"),
      appVersion: try fields.text("appVersion") ?? "1",
      creationDate: try fields.instant("creationDate") ?? receivedAt,
      originalPurchaseDate: try fields.instant("originalPurchaseDate"),
      originalAppVersion: try fields.text("originalAppVersion") ?? "1.0",
      expirationDate: try fields.instant("expirationDate"),
      purchases: purchases
    )
  }

  private static func purchase(_ fields: TOMLFields) throws(FileFault) -> MintedPurchase {
    try fields.expectOnly([
      "productId", "productType", "quantity", "transactionId", "originalTransactionId",
      "purchaseDate", "originalPurchaseDate", "expiresDate", "cancellationDate",
      "webOrderLineItemId", "isTrialPeriod", "isInIntroOfferPeriod", "promotionalOfferId",
    ])
    return MintedPurchase(
      productID: try fields.required("productId"),
      kind: try kind(fields),
      quantity: Int64(try fields.integer("quantity") ?? 1),
      transactionID: try fields.required("transactionId"),
      originalTransactionID: try fields.text("originalTransactionId"),
      purchaseDate: try required("purchaseDate", fields),
      originalPurchaseDate: try fields.instant("originalPurchaseDate"),
      expiresDate: try fields.instant("expiresDate"),
      cancellationDate: try fields.instant("cancellationDate"),
      webOrderLineItemID: Int64(try fields.integer("webOrderLineItemId") ?? 0),
      isTrial: try fields.flag("isTrialPeriod") ?? false,
      isIntroOffer: try fields.flag("isInIntroOfferPeriod") ?? false,
      promotionalOfferID: try fields.text("promotionalOfferId")
    )
  }

  private static func kind(_ fields: TOMLFields) throws(FileFault) -> MintedPurchase.Kind {
    switch try fields.text("productType") {
    case "non-consumable": return .nonConsumable
    case "consumable": return .consumable
    case "non-renewing-subscription": return .nonRenewing
    case nil, "auto-renewable-subscription": return .autoRenewable
    default:
      throw fields.fault(
        "productType",
        "auto-renewable-subscription, non-renewing-subscription, consumable or non-consumable"
      )
    }
  }

  func microsoftReceipt() throws(FileFault) -> MintedMicrosoftReceipt {
    try fields.expectOnly(["AppId", "ReceiptDate", "ProductReceipt"])
    var products: [MintedMicrosoftReceipt.Product] = []
    for product in try fields.tables("ProductReceipt") {
      try product.expectOnly(["Id", "ProductId", "PurchaseDate", "ExpirationDate"])
      products.append(
        .init(
          id: try product.required("Id"),
          productID: try product.required("ProductId"),
          purchaseDate: try Self.required("PurchaseDate", product),
          expirationDate: try product.instant("ExpirationDate")
        )
      )
    }
    return MintedMicrosoftReceipt(
      appID: try name("AppId"),
      receiptDate: try fields.instant("ReceiptDate") ?? receivedAt,
      products: products
    )
  }

  private func name(_ key: String) throws(FileFault) -> String {
    if let name = try fields.text(key) ?? app { return name }
    throw fields.fault(key, "set, or app in the story")
  }

  private static func required(_ key: String, _ fields: TOMLFields) throws(FileFault) -> Date {
    if let instant = try fields.instant(key) { return instant }
    throw fields.fault(key, "a time")
  }
}
