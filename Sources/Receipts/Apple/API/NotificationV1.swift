package import Basics
package import Foundation

/// A server notification of version 1 (apple.md §4.4). It is unsigned, a hint to query the store;
/// the shared secret inside is its only credential.
package struct NotificationV1: Sendable {
  package let json: JSONValue
  /// `INITIAL_BUY`, `DID_RENEW`, …: the store's own text.
  package let type: String

  /// `nil` for other JSON.
  package init?(_ json: JSONValue) {
    let companions = [
      "unified_receipt", "latest_receipt", "latest_receipt_info", "latest_expired_receipt",
      "latest_expired_receipt_info", "auto_renew_product_id", "auto_renew_status", "bid",
      "password",
    ]
    guard let type = json["notification_type"]?.string,
      companions.contains(where: { json[$0] != nil })
    else { return nil }
    self.json = json
    self.type = type
  }

  private var fields: AppleFields { AppleFields(json) }
  private var unified: JSONValue? { json["unified_receipt"] }

  /// `Sandbox` or `PROD`; else the environment of the receipt inside.
  package var environment: String? {
    fields.text("environment") ?? unified?["environment"]?.string
  }

  package var bundleID: String? {
    fields.text("bid")
      ?? (json["latest_receipt_info"] ?? json["latest_expired_receipt_info"])?["bid"]?.string
  }

  package var originalTransactionID: String? {
    fields.text("original_transaction_id") ?? purchases.first?.originalTransactionID
  }

  package var autoRenewProductID: String? { fields.text("auto_renew_product_id") }
  package var autoRenewStatus: Bool? { fields.bool("auto_renew_status") }
  package var autoRenewStatusChangedAt: Date? { fields.date("auto_renew_status_change_date") }
  /// 1 to 5, as in `pending_renewal_info`.
  package var expirationIntent: Int? { fields.integer("expiration_intent") }
  package var cancelledAt: Date? { fields.date("cancellation_date") }

  /// Newest first, at most 100; notifications before March 2021 had them at the top level.
  package var purchases: [VerifyReceiptPurchase] {
    let source = unified ?? json
    return VerifyReceiptPurchase.all(
      source["latest_receipt_info"] ?? source["latest_expired_receipt_info"]
    )
  }

  package var pendingRenewals: [PendingRenewal] {
    unified?["pending_renewal_info"]?.array?.map(PendingRenewal.init) ?? []
  }
}

/// Reads the fields of Apple's older JSON, where the same field is text, a number, null or empty in
/// different responses (apple.md §2). Absent, null and empty are all `nil`.
package struct AppleFields: Sendable {
  /// The separator in names: verifyReceipt's or the legacy receipt's.
  package enum Style: String, Sendable {
    case underscores = "_"
    case dashes = "-"
  }

  package let json: JSONValue
  private let style: Style

  /// Reads the members of `json`, named in `style`; a value other than an object has none.
  package init(_ json: JSONValue, style: Style = .underscores) {
    self.json = json
    self.style = style
  }

  /// Text, or a number's digits; `nil` for an empty text, which means "none".
  package func text(_ name: String) -> String? {
    guard let text = json[name]?.looseText, !text.isEmpty else { return nil }
    return text
  }

  /// A whole number of 64 bits, in quotes or not.
  package func integer(_ name: String) -> Int? {
    switch json[name] {
    case .bool(let value): value ? 1 : 0
    case .string(let text): Int(text)
    case let value: value?.integer
    }
  }

  /// `true`, `"true"`, `1` and `"1"`, in any case, and their opposites.
  package func bool(_ name: String) -> Bool? {
    if let value = json[name]?.bool { return value }
    return switch text(name)?.lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// A date of the triple `name`, `name_ms`, `name_pst`: the milliseconds if present; else `name`
  /// itself, which iOS 6 style responses write in milliseconds as well; else text in UTC, also
  /// under `name_formatted`. Pacific time is never read: it repeats an hour every autumn.
  package func date(_ name: String) -> Date? {
    let separator = style.rawValue
    return Self.milliseconds(json[name + separator + "ms"])
      ?? Self.milliseconds(json[name])
      ?? json[name]?.string.flatMap(Self.utc)
      ?? json[name + separator + "formatted"]?.string.flatMap(Self.utc)
  }

  /// Milliseconds since 1970, as a number or text; `nil` outside the years 1 to 9999.
  package static func milliseconds(_ value: JSONValue?) -> Date? {
    guard let number = value?.looseNumber, abs(number) < 253_402_300_800_000 else { return nil }
    return Date(timeIntervalSince1970: number / 1_000)
  }

  /// `yyyy-MM-dd HH:mm:ss Etc/GMT`, or RFC 3339.
  private static func utc(_ text: String) -> Date? {
    var bytes = Array(text.utf8)
    let zone = Array(" Etc/GMT".utf8)
    if bytes.suffix(zone.count).elementsEqual(zone), bytes.count == 19 + zone.count,
      bytes[10] == 0x20
    {
      bytes.removeLast(zone.count)
      bytes[10] = UInt8(ascii: "T")
      bytes.append(UInt8(ascii: "Z"))
    }
    return RFC3339.parse(bytes.span, 0..<bytes.count)
  }
}

extension StoreEnvironment {
  /// Apple's names for its environments, in receipts, responses and notifications of every age;
  /// `nil` for an unknown one.
  package init?(appleName: String) {
    switch appleName {
    case "Production", "ProductionVPP", "PROD": self = .production
    case "Sandbox", "ProductionSandbox", "ProductionVPPSandbox": self = .sandbox
    case "Xcode", "LocalTesting": self = .xcode
    default: return nil
    }
  }
}
