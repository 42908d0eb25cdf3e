import Basics
package import Foundation

/// A receipt of `Windows.ApplicationModel.Store.CurrentApp` (microsoft.md §6). Absent attributes
/// are `nil`; dates are ISO 8601 with up to nine fractional digits.
package struct MicrosoftReceipt: Equatable, Sendable {
  /// An AppReceipt element: the purchase of the app itself.
  package struct App: Equatable, Sendable {
    package var id: String?
    /// The package family name.
    package var appID: String?
    package var purchasedAt: Date?
    /// `Full` or `Trial`.
    package var licenseType: String?
  }

  /// A ProductReceipt element: an add-on.
  package struct Product: Equatable, Sendable {
    package var id: String?
    package var appID: String?
    package var productID: String?
    /// `Durable` or `Consumable`.
    package var productType: String?
    package var purchasedAt: Date?
    /// `nil` for a product that does not expire.
    package var expiresAt: Date?
  }

  package var version: String?
  package var createdAt: Date?
  /// The SHA-1 thumbprint of the signing certificate, in hex.
  package var certificateID: String?
  package var deviceID: String?
  package var apps: [App]
  package var products: [Product]
}

extension MicrosoftReceipt {
  /// The namespaces of the public samples and of newer receipts.
  static let namespaces: Set<String> = [
    "", "http://schemas.microsoft.com/windows/2012/store/receipt",
  ]

  /// - Throws: `malformed` at an attribute that is not a date.
  init(_ root: XMLElement) throws(Rejection) {
    version = root["Version"]
    certificateID = root["CertificateId"]
    deviceID = root["ReceiptDeviceId"]
    createdAt = try Self.date("ReceiptDate", root, "Receipt")
    apps = []
    products = []
    for element in root.elements where element.name.namespace == root.name.namespace {
      switch element.name.local {
      case "AppReceipt": apps.append(try App(element, "AppReceipt \(apps.count + 1)"))
      case "ProductReceipt":
        products.append(try Product(element, "ProductReceipt \(products.count + 1)"))
      default: break
      }
    }
  }

  /// The apps in the receipt, each once, in order.
  var appIDs: [String] {
    var seen: [String] = []
    for id in apps.compactMap(\.appID) + products.compactMap(\.appID) where !seen.contains(id) {
      seen.append(id)
    }
    return seen
  }

  /// Throws for an unreadable date: an unreadable end must not look like no end.
  fileprivate static func date(
    _ name: String,
    _ element: XMLElement,
    _ place: String
  ) throws(Rejection) -> Date? {
    guard let text = element[name] else { return nil }
    guard let date = MicrosoftDate.parse(text) else {
      throw .malformed(at: "\(place), \(name)", expected: "a date of ISO 8601")
    }
    return date
  }
}

extension MicrosoftReceipt.App {
  fileprivate init(_ element: XMLElement, _ place: String) throws(Rejection) {
    id = element["Id"]
    appID = element["AppId"]
    licenseType = element["LicenseType"]
    purchasedAt = try MicrosoftReceipt.date("PurchaseDate", element, place)
  }
}

extension MicrosoftReceipt.Product {
  fileprivate init(_ element: XMLElement, _ place: String) throws(Rejection) {
    id = element["Id"]
    appID = element["AppId"]
    productID = element["ProductId"]
    productType = element["ProductType"]
    purchasedAt = try MicrosoftReceipt.date("PurchaseDate", element, place)
    expiresAt = try MicrosoftReceipt.date("ExpirationDate", element, place)
  }
}

/// Parses the Microsoft Store's dates: ISO 8601 with seven fractional digits and an offset; the
/// clawback service omits the seconds (`2022-12-09T02:13Z`).
enum MicrosoftDate {
  static func parse(_ text: String) -> Date? {
    var bytes = Array(text.utf8)
    if let date = RFC3339.parse(bytes.span, 0..<bytes.count) { return date }
    guard bytes.count >= 17, bytes[13] == UInt8(ascii: ":"), bytes[16] != UInt8(ascii: ":") else {
      return nil
    }
    bytes.insert(contentsOf: ":00".utf8, at: 16)
    return RFC3339.parse(bytes.span, 0..<bytes.count)
  }
}
