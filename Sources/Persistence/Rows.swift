import Entitlements
import Foundation
internal import GRDB

/// A stored row, read with suspicion: a damaged page must end in an error, never in a trap.
struct Cells {
  let row: Row

  func text(_ column: String) throws -> String {
    guard let text = try optionalText(column) else { throw UnreadableRow(column: column) }
    return text
  }

  func optionalText(_ column: String) throws -> String? {
    switch (row[column] as DatabaseValue).storage {
    case .null: return nil
    case .string(let text): return text
    default: throw UnreadableRow(column: column)
    }
  }

  func number(_ column: String) throws -> Int64 {
    guard let number = try optionalNumber(column) else { throw UnreadableRow(column: column) }
    return number
  }

  func optionalNumber(_ column: String) throws -> Int64? {
    switch (row[column] as DatabaseValue).storage {
    case .null: return nil
    case .int64(let number): return number
    default: throw UnreadableRow(column: column)
    }
  }

  func count(_ column: String) throws -> Int { Int(clamping: try number(column)) }

  func instant(_ column: String) throws -> Date { Date(milliseconds: try number(column)) }

  func optionalInstant(_ column: String) throws -> Date? {
    try optionalNumber(column).map(Date.init(milliseconds:))
  }

  func bytes(_ column: String) throws -> [UInt8] {
    switch (row[column] as DatabaseValue).storage {
    case .blob(let data): return [UInt8](data)
    default: throw UnreadableRow(column: column)
    }
  }

  func id<Entity>(_ column: String) throws -> ID<Entity> { ID(try text(column)) }

  func optionalID<Entity>(_ column: String) throws -> ID<Entity>? {
    try optionalText(column).map(ID.init)
  }

  func word<Word: RawRepresentable<String>>(_ column: String) throws -> Word {
    guard let word = Word(rawValue: try text(column)) else { throw UnreadableRow(column: column) }
    return word
  }

  /// Words of one vocabulary, separated by spaces.
  func words<Word: RawRepresentable<String>>(_ column: String) throws -> [Word] {
    try text(column).split(separator: " ").map { part in
      guard let word = Word(rawValue: String(part)) else { throw UnreadableRow(column: column) }
      return word
    }
  }
}

extension Date {
  /// Milliseconds since 1970, as stored. Instants beyond the years 1 to 9999 are stored as the
  /// nearest of them.
  var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    guard !value.isNaN else { return Self.earliest }
    return Int64(min(max(value, Double(Self.earliest)), Double(Self.latest)))
  }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// What `distantPast` becomes: a user who has bought nothing comes last in the list.
  private static let earliest: Int64 = -62_135_769_600_000
  private static let latest: Int64 = 253_402_300_799_999
}

extension Order {
  init(_ cells: Cells) throws {
    let offer: Offer? =
      switch try cells.optionalText("offer") {
      case nil: nil
      case "trial": .trial
      case "introductory": .introductory
      default: .promotional(try cells.text("offerID"))
      }
    self.init(
      store: try cells.word("store"),
      environment: try cells.word("environment"),
      app: try cells.text("app"),
      transactionID: try cells.text("transactionID"),
      originalTransactionID: try cells.text("originalTransactionID"),
      webOrderLineItemID: try cells.optionalText("webOrderLineItemID"),
      productID: try cells.text("productID"),
      kind: try cells.word("kind"),
      quantity: try cells.count("quantity"),
      purchasedAt: try cells.instant("purchasedAt"),
      originalPurchasedAt: try cells.instant("originalPurchasedAt"),
      expiresAt: try cells.optionalInstant("expiresAt"),
      cancelledAt: try cells.optionalInstant("cancelledAt"),
      offer: offer,
      user: try cells.optionalID("user"),
      evidence: try cells.id("evidence"),
      statedAt: try cells.instant("statedAt")
    )
  }
}

extension DocumentRow {
  /// Everything of a document but its bytes, as a list of columns to select.
  static let columns = """
    id, store, kind, environment, app, rejectionCode, rejectionPlace, rejectionDetail,
    receivedAt, statedAt, purchases, user, length(bytes) AS byteCount
    """

  init(_ cells: Cells) throws {
    let verdict: Document.Verdict =
      if let code = try cells.optionalText("rejectionCode") {
        .rejected(
          code: code,
          at: try cells.optionalText("rejectionPlace"),
          detail: try cells.text("rejectionDetail")
        )
      } else {
        .genuine
      }
    let environment: Environment? =
      try cells.optionalText("environment") == nil ? nil : try cells.word("environment")
    self.init(
      id: try cells.id("id"),
      store: try cells.word("store"),
      kind: try cells.text("kind"),
      environment: environment,
      app: try cells.optionalText("app"),
      byteCount: try cells.count("byteCount"),
      verdict: verdict,
      receivedAt: try cells.instant("receivedAt"),
      statedAt: try cells.optionalInstant("statedAt"),
      purchases: try cells.count("purchases"),
      user: try cells.optionalID("user")
    )
  }
}

extension Entitlement {
  init(_ cells: Cells) throws {
    self.init(
      key: try cells.text("key"),
      user: try cells.id("user"),
      environment: try cells.word("environment"),
      source: try cells.id("source"),
      from: try cells.instant("from"),
      until: try cells.optionalInstant("until")
    )
  }
}
