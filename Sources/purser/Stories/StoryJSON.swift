import Basics
import Foundation
import Receipts
import TOMLKit

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
    throw FileFault(place: place, expected: "a JSON value, or a time with its offset")
  }

  /// Keys that end in `Millis` (Google's older ones) or `_ms` (Apple's) have milliseconds as a
  /// string.
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
  /// With milliseconds if the time has any.
  fileprivate static func iso8601(_ instant: Date) -> Date.ISO8601FormatStyle {
    let seconds = instant.timeIntervalSince1970
    return Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded())
  }
}
