import Basics
internal import Foundation

/// Reads the members of one object. Absent and `null` are `nil`; a mistyped field is rejected,
/// because it may be the one that ends access.
struct MicrosoftFields {
  let object: JSONValue
  let place: String

  init(_ object: JSONValue, at place: String) {
    self.object = object
    self.place = place
  }

  private func malformed(_ name: String, _ expected: String) -> Rejection {
    .malformed(at: place.isEmpty ? name : "\(place).\(name)", expected: expected)
  }

  private func value(_ name: String) -> JSONValue? {
    guard let value = object[name], value != .null else { return nil }
    return value
  }

  func text(_ name: String) throws(Rejection) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw malformed(name, "text") }
    return text
  }

  /// The second name if the first has no value: the services' versions differ.
  func text(_ name: String, or other: String) throws(Rejection) -> String? {
    if let text = try text(name) { return text }
    return try text(other)
  }

  func required(_ name: String) throws(Rejection) -> String {
    guard let text = try text(name), !text.isEmpty else { throw malformed(name, "text") }
    return text
  }

  func word<Known>(
    _ name: String,
    or other: String? = nil
  ) throws(Rejection) -> OpenEnum<Known>?
  where Known.RawValue == String {
    try text(name, or: other ?? name).map { OpenEnum($0) }
  }

  func bool(_ name: String) throws(Rejection) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let bool = value.bool else { throw malformed(name, "true or false") }
    return bool
  }

  func integer(_ name: String) throws(Rejection) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer ?? value.string.flatMap({ Int($0) }) else {
      throw malformed(name, "a whole number")
    }
    return number
  }

  func date(_ name: String) throws(Rejection) -> Date? {
    guard let text = try text(name) else { return nil }
    guard let date = MicrosoftDate.parse(text) else {
      throw malformed(name, "a date of ISO 8601 with its offset")
    }
    return date
  }

  /// A JWT's NumericDate (RFC 7519 §2), within the years 1970 to 9999.
  func seconds(_ name: String) throws(Rejection) -> Date? {
    guard let value = value(name) else { return nil }
    guard case .number = value, let seconds = value.looseNumber,
      (0..<253_402_300_800).contains(seconds)
    else { throw malformed(name, "seconds since 1970") }
    return Date(timeIntervalSince1970: seconds)
  }

  func object(_ name: String) throws(Rejection) -> MicrosoftFields? {
    guard let value = value(name) else { return nil }
    guard value.isObject else { throw malformed(name, "an object") }
    return MicrosoftFields(value, at: place.isEmpty ? name : "\(place).\(name)")
  }

  /// The objects of an array; empty if there is none.
  func list(_ name: String) throws(Rejection) -> [MicrosoftFields] {
    guard let value = value(name) else { return [] }
    guard let items = value.array else { throw malformed(name, "an array") }
    var list: [MicrosoftFields] = []
    for (index, item) in items.enumerated() {
      let inner = "\(name)[\(index)]"
      guard item.isObject else { throw malformed(inner, "an object") }
      list.append(MicrosoftFields(item, at: place.isEmpty ? inner : "\(place).\(inner)"))
    }
    return list
  }
}
