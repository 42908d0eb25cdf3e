import Basics
internal import Foundation

/// Reads the members of one JSON object into typed fields. Absent and `null` members are `nil`; a
/// member of an undocumented type is rejected, not ignored.
struct PayloadFields {
  private let members: [JSONValue.Member]
  private let place: String

  /// `place` names the object in error messages, for example `payload`.
  init(_ value: JSONValue, _ place: String) throws(Rejection) {
    guard let members = value.members else {
      throw .malformed(at: place, expected: "a JSON object")
    }
    self.members = members
    self.place = place
  }

  func value(_ name: String) -> JSONValue? { members.valueNotNull(named: name) }

  private func fault(_ name: String, _ expected: String) -> Rejection {
    .malformed(at: "\(place), \(name)", expected: expected)
  }

  /// Text; an identifier that is written as a number keeps its digits.
  func text(_ name: String) throws(Rejection) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.looseText else { throw fault(name, "text") }
    return text
  }

  func requiredText(_ name: String) throws(Rejection) -> String {
    guard let text = try text(name), !text.isEmpty else { throw fault(name, "text") }
    return text
  }

  func texts(_ name: String) throws(Rejection) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let items = value.array else { throw fault(name, "a list of texts") }
    var texts: [String] = []
    for item in items {
      guard let text = item.string else { throw fault(name, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// A whole number of 64 bits.
  func integer(_ name: String) throws(Rejection) -> Int? {
    guard let value = value(name) else { return nil }
    guard let integer = value.integer else { throw fault(name, "a whole number of 64 bits") }
    return integer
  }

  func flag(_ name: String) throws(Rejection) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let flag = value.bool else { throw fault(name, "true or false") }
    return flag
  }

  /// Milliseconds since 1970: integers from the server, with fractions from Xcode, and before the
  /// year 1 for an app whose purchase Xcode does not know (apple.md §3.6, §3.8).
  func date(_ name: String) throws(Rejection) -> Date? {
    guard let value = value(name) else { return nil }
    // From the year before 1 to the year 9999: beyond these, calendar text is unreliable.
    guard case .number(let digits) = value, let milliseconds = Double(digits),
      (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds)
    else { throw fault(name, "milliseconds since 1970, up to the year 9999") }
    return Date(timeIntervalSince1970: milliseconds / 1_000)
  }

  func object(_ name: String) throws(Rejection) -> PayloadFields? {
    guard let value = value(name) else { return nil }
    return try PayloadFields(value, place == "payload" ? name : "\(place).\(name)")
  }
}
