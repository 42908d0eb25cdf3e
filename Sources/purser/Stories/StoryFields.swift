import Basics
import Entitlements
import Foundation
import Mint
import Receipts

/// Reads a story's receipts that are not JSON: Apple's app receipt with the names of
/// `receipt show --json`, Microsoft's with the names of its XML.
struct StoryReceipt {
  let fields: TOMLFields
  /// The default of the receipt's app.
  let app: String?
  /// The default of the creation date.
  let receivedAt: Date

  func receipt() throws(FileFault) -> MintedReceipt {
    try fields.expectOnly([
      "bundleId", "environment", "appVersion", "originalAppVersion", "creationDate",
      "originalPurchaseDate", "expirationDate", "inApp",
    ])
    let purchases = try fields.tables("inApp").map(Self.purchase)
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
      purchaseDate: try fields.instant("purchaseDate", "a time"),
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
    return MintedMicrosoftReceipt(
      appID: try name("AppId"),
      receiptDate: try fields.instant("ReceiptDate") ?? receivedAt,
      products: try fields.tables("ProductReceipt").map(Self.product)
    )
  }

  private static func product(
    _ fields: TOMLFields
  ) throws(FileFault) -> MintedMicrosoftReceipt.Product {
    try fields.expectOnly(["Id", "ProductId", "PurchaseDate", "ExpirationDate"])
    return .init(
      id: try fields.required("Id"),
      productID: try fields.required("ProductId"),
      purchaseDate: try fields.instant("PurchaseDate", "a time"),
      expirationDate: try fields.instant("ExpirationDate")
    )
  }

  private func name(_ key: String) throws(FileFault) -> String {
    if let name = try fields.text(key) ?? app { return name }
    throw fields.fault(key, "set, or app in the story")
  }
}

/// Converts the fields of a story's document to the store's JSON, with times in the store's format.
struct StoryJSON {
  /// A store's time format.
  private enum Form {
    /// Milliseconds since 1970, as a number.
    case milliseconds
    /// RFC 3339 in UTC.
    case text
    /// `2026-03-01 10:00:00 Etc/GMT`, in Apple's older documents.
    case older
  }

  private let form: Form

  init(_ kind: ReceiptKind) {
    form =
      switch kind {
      case .notificationV1, .verifyReceiptResponse: .older
      case .googleProduct, .googleSubscription, .googleOrder, .googleVoided, .googleRTDN,
        .microsoftResponse:
        .text
      default: .milliseconds
      }
  }

  /// `place` names the table in errors.
  func value(_ table: TOMLTable, _ place: String) throws(FileFault) -> JSONValue {
    var members: [JSONValue.Member] = []
    for key in table.keys {
      guard let value = table[key] else { continue }
      members.append(.init(key, try self.value(value, named: key, "\(place), \(key)")))
    }
    return .object(members)
  }

  private func value(
    _ value: TOMLValue,
    named key: String,
    _ place: String
  ) throws(FileFault) -> JSONValue {
    if let table = value.table { return try self.value(table, place) }
    if let array = value.array {
      var items: [JSONValue] = []
      for (index, item) in array.enumerated() {
        items.append(try self.value(item, named: key, "\(place) \(index + 1)"))
      }
      return .array(items)
    }
    if let text = value.string { return .string(text) }
    if let flag = value.bool { return .bool(flag) }
    if let number = value.int { return .number("\(number)") }
    if let instant = TOMLFields.instant(value) { return self.value(instant, named: key) }
    if case .float(let number) = value, number.isFinite { return .number("\(number)") }
    throw FileFault(place: place, expected: "a JSON value, or a time with its offset")
  }

  /// Keys that end in `Millis` (Google's older ones) or `_ms` (Apple's) have milliseconds as a
  /// string.
  func value(_ instant: Date, named key: String) -> JSONValue {
    let number = "\(Int64((instant.timeIntervalSince1970 * 1_000).rounded()))"
    if key.hasSuffix("Millis") || key.hasSuffix("_ms") { return .string(number) }
    switch form {
    case .milliseconds: return .number(number)
    case .text: return .string(instant.ISO8601Format(.iso8601(instant)))
    case .older:
      let text = instant.ISO8601Format(
        .init(dateTimeSeparator: .space).year().month().day().time(
          includingFractionalSeconds: false
        )
      )
      return .string("\(text) Etc/GMT")
    }
  }
}

extension Date.ISO8601FormatStyle {
  /// With milliseconds if the time has any.
  fileprivate static func iso8601(_ instant: Date) -> Date.ISO8601FormatStyle {
    let seconds = instant.timeIntervalSince1970
    return Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded())
  }
}

/// Reads an operator action of a story, with the ledger's names.
struct StoryAct {
  private enum Name: String, CaseIterable {
    case consume, grant, withdraw, merge, transfer, note, assign, policy, account
  }

  let fields: TOMLFields

  func action() throws(FileFault) -> OperatorAction.Kind {
    guard let name = try fields.word("deed", of: Name.self) else {
      throw fields.fault("deed", "one of \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    switch name {
    case .consume:
      try fields.expectOnly(["deed", "order", "count"])
      let count = try fields.integer("count") ?? 1
      guard count > 0 else { throw fields.fault("count", "1 or more") }
      return .consume(ID(try fields.required("order")), count: count)
    case .grant:
      try fields.expectOnly(["deed", "user", "key", "environment", "until"])
      let until = try fields.instant("until")
      return .grant(try user(), key: try fields.required("key"), try environment(), until: until)
    case .withdraw:
      try fields.expectOnly(["deed", "user", "key", "environment"])
      return .withdraw(try user(), key: try fields.required("key"), try environment())
    case .merge:
      try fields.expectOnly(["deed", "user", "other"])
      return .merge(into: try user(), ID(try fields.required("other")))
    case .transfer:
      try fields.expectOnly(["deed", "user", "chain"])
      return .transfer(ID(try fields.required("chain")), to: try user())
    case .note:
      try fields.expectOnly(["deed", "user", "note"])
      return .note(try user(), try fields.required("note"))
    case .assign:
      try fields.expectOnly(["deed", "user", "key"])
      return .assign(try user(), to: try fields.text("key"))
    case .account:
      try fields.expectOnly(["deed", "user", "account"])
      return .account(try fields.required("account"), of: try user())
    case .policy:
      try fields.expectOnly(["deed", "policy"])
      guard let policy = OwnershipPolicy(rawValue: try fields.required("policy")) else {
        throw fields.fault("policy", "keep, transfer or share")
      }
      return .policy(policy)
    }
  }

  private func user() throws(FileFault) -> ID<User> { ID(try fields.required("user")) }

  private func environment() throws(FileFault) -> Environment {
    try fields.word("environment") ?? .production
  }
}
