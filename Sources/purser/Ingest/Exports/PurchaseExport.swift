import ArgumentParser
import Basics
import Entitlements
import Foundation

/// Services that export purchases without the stores' documents. What they say is no evidence: it
/// names users, and what to ask the stores.
enum PurchaseExport: String, CaseIterable, ExpressibleByArgument {
  /// "Transactions feed" and "Data Export Version 7" in RevenueCat's documentation of scheduled data
  /// exports.
  case revenuecat = "revenuecat"
  /// "Amazon S3", section "Table structure", in Adapty's documentation of its integrations.
  case adapty = "adapty"

  /// The columns by what they hold, the preferred ones first.
  fileprivate enum Part: CaseIterable {
    case user, alias, transaction, store, sandbox, attributes
  }

  fileprivate func headings(of part: Part) -> [String] {
    switch (self, part) {
    case (.revenuecat, .user): ["rc_last_seen_app_user_id_alias", "rc_original_app_user_id"]
    case (.revenuecat, .alias): ["rc_original_app_user_id"]
    case (.revenuecat, .transaction): ["original_store_transaction_id", "store_transaction_id"]
    case (.revenuecat, .store): ["store"]
    case (.revenuecat, .sandbox): ["is_sandbox"]
    case (.revenuecat, .attributes): ["reserved_subscriber_attributes"]
    case (.adapty, .user): ["customer_user_id", "profile_id"]
    case (.adapty, .alias): ["profile_id"]
    case (.adapty, .transaction):
      [
        "original_transaction_id", "vendor_original_transaction_id", "transaction_id",
        "vendor_transaction_id",
      ]
    case (.adapty, .store): ["store"]
    case (.adapty, .sandbox): ["environment"]
    case (.adapty, .attributes): ["user_attributes", "email"]
    }
  }
}

/// What a row of an export says: somebody's claim.
struct ExportedPurchase: Equatable, Sendable {
  var user: ID<User>
  var aliases: [String] = []
  var emails: [String] = []
  /// `nil` for a store that is not among ours, such as Stripe.
  var store: Store?
  var environment: Entitlements.Environment
  /// `nil` if no store can be asked by it.
  var transaction: String?
}

/// Which columns of an export hold what.
struct ExportColumns: Sendable {
  private let export: PurchaseExport
  private var indices: [PurchaseExport.Part: [Int]] = [:]
  private let count: Int

  init(_ header: [String], of export: PurchaseExport) throws(Fault) {
    let names = header.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    (self.export, count) = (export, header.count)
    for part in PurchaseExport.Part.allCases {
      indices[part] = export.headings(of: part).compactMap { names.firstIndex(of: $0) }
    }
    for part in [PurchaseExport.Part.user, .transaction, .store] where indices[part] == [] {
      throw Fault(
        "This is no export of \(export.rawValue): it has no column "
          + "\(export.headings(of: part).joined(separator: " or "))."
      )
    }
  }

  func purchase(in fields: [String]) throws(Fault) -> ExportedPurchase {
    guard fields.count == count else {
      throw Fault("It has \(fields.count) fields, but the header has \(count).")
    }
    func values(_ part: PurchaseExport.Part) -> [String] {
      (indices[part] ?? []).map { fields[$0].trimmingCharacters(in: .whitespaces) }
        .filter { !["", "NULL", "null", "\\N"].contains($0) }
    }
    let users = values(.user)
    // An ID that the service made up is used only if there is no other.
    guard let user = users.first(where: { !$0.hasPrefix("$RCAnonymousID:") }) ?? users.first else {
      throw Fault("It names no user.")
    }
    guard user.utf8.count <= UserProfile.maxLength else {
      throw Fault("Its user ID has more than \(UserProfile.maxLength) bytes.")
    }
    let store = values(.store).first.flatMap(Self.store)
    let transaction = values(.transaction).first.flatMap { Self.transaction($0, store) }
    return ExportedPurchase(
      user: ID(user),
      aliases: (users + values(.alias)).filter { $0 != user && $0.utf8.count <= 256 },
      emails: values(.attributes).flatMap(Self.emails),
      store: store,
      environment: Self.isSandbox(values(.sandbox).first) ? .sandbox : .production,
      transaction: transaction
    )
  }

  private static func store(_ name: String) -> Store? {
    switch name.lowercased() {
    case "app_store", "mac_app_store": .apple
    case "play_store": .google
    case "amazon": .amazon
    default: nil
    }
  }

  private static func isSandbox(_ text: String?) -> Bool {
    ["true", "t", "1", "sandbox"].contains(text?.lowercased())
  }

  /// The ID by which the store answers; Google's of the first charge, without the renewal's number.
  private static func transaction(_ text: String, _ store: Store?) -> String? {
    switch store {
    case .apple:
      let isNumber = (1...30).contains(text.utf8.count) && text.utf8.allSatisfy { 48...57 ~= $0 }
      return isNumber ? text : nil
    case .google:
      let order = text.components(separatedBy: "..")[0]
      let isOrder = order.hasPrefix("GPA.") && order.utf8.count <= 64
      let isPlain = order.utf8.dropFirst(4).allSatisfy { 48...57 ~= $0 || $0 == UInt8(ascii: "-") }
      return isOrder && isPlain ? order : nil
    case .microsoft, .amazon, nil: return nil
    }
  }

  /// The addresses in RevenueCat's attributes, or one address.
  private static func emails(_ text: String) -> [String] {
    var found = [text]
    if text.hasPrefix("{") {
      let attributes = try? JSONReader.value(text)
      let value = attributes?["$email"] ?? attributes?["email"]
      found = [value?["value"]?.string ?? value?.string].compactMap(\.self)
    }
    return found.filter { $0.contains("@") && $0.utf8.count <= 254 && !$0.contains(" ") }
  }
}
