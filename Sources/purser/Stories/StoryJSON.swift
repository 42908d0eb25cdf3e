import Basics
import Foundation
import Receipts
import TOMLKit

/// Turns the fields of a story's document into the JSON that the store would write: the same names
/// and values, and instants in the form that the store gives them.
struct StoryJSON {
  /// How a store writes an instant.
  private enum Form {
    /// A number of milliseconds since 1970.
    case milliseconds
    /// RFC 3339 in UTC.
    case text
    /// `2026-03-01 10:00:00 Etc/GMT`, of Apple's older documents.
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

  /// `place` names the table in refusals.
  func value(_ table: TOMLTable, _ place: String) throws(FileFault) -> JSONValue {
    var members: [JSONValue.Member] = []
    for key in table.keys {
      guard let value = table[key] else { continue }
      members.append(.init(key, try self.value(value, named: key, "\(place), \(key)")))
    }
    return .object(members)
  }

  private func value(
    _ value: any TOMLValueConvertible,
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
    if let number = value.double, number.isFinite { return .number("\(number)") }
    throw FileFault(place: place, expected: "a value that JSON has, or an instant with its offset")
  }

  /// Names tell as well: Google's older ones end in `Millis`, Apple's in `_ms`, both with the number
  /// in quotes.
  private func value(_ instant: Date, named key: String) -> JSONValue {
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
  /// With milliseconds where the instant has any.
  fileprivate static func iso8601(_ instant: Date) -> Date.ISO8601FormatStyle {
    let seconds = instant.timeIntervalSince1970
    return Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded())
  }
}
