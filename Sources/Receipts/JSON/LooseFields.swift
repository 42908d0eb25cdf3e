package import Basics
import Foundation

/// A store's word for something: as it was written, and what it means where it is one we know.
/// Stores add words without notice, so an unknown one is no fault.
package struct StoreWord<Known: RawRepresentable & Equatable & Sendable>: Equatable, Sendable
where Known.RawValue: StoreWordValue {
  package let raw: Known.RawValue
  package let known: Known?

  /// Known or not: a word's text or number stays as it came.
  package init(_ raw: Known.RawValue) {
    self.raw = raw
    known = Known(rawValue: raw)
  }
}

/// What an enumeration is written as: a name (newer Google bodies, Amazon) or a number.
package protocol StoreWordValue: Equatable, Sendable {
  static func read(_ value: JSONValue) -> Self?
}

extension String: StoreWordValue {
  /// Text only: a number is no name.
  package static func read(_ value: JSONValue) -> String? { value.string }
}

extension Int: StoreWordValue {
  /// Also a number in quotes: Google writes 64-bit numbers so.
  package static func read(_ value: JSONValue) -> Int? {
    value.integer ?? value.string.flatMap { Int($0) }
  }
}

/// Reads an object's members without judging: what is absent, `null` or of another type is `nil`,
/// because stores change their answers, and the payload keeps everything as it came.
struct LooseFields {
  let value: JSONValue
  /// Amazon has written one and the same name as `autoRenewing` and `AutoRenewing`.
  var ignoresCase = false

  init?(_ value: JSONValue?, ignoringCase: Bool = false) {
    guard let value, value.members != nil else { return nil }
    self.value = value
    ignoresCase = ignoringCase
  }

  /// The member as it is; an exact name goes before one that differs in case. `nil` for `null`.
  subscript(name: String) -> JSONValue? {
    var found = value[name]
    if found == nil, ignoresCase {
      let lowered = name.lowercased()
      found = value.members?.first { $0.name.lowercased() == lowered }?.value
    }
    return found == .null ? nil : found
  }

  func text(_ name: String) -> String? { self[name]?.looseText }
  func flag(_ name: String) -> Bool? { self[name]?.bool }
  func integer(_ name: String) -> Int? { self[name].flatMap(Int.read) }
  func fields(_ name: String) -> LooseFields? { .init(self[name], ignoringCase: ignoresCase) }

  /// Whether there is an object of that name; Google signals with empty ones.
  func has(_ name: String) -> Bool { self[name]?.members != nil }

  func list(_ name: String) -> [LooseFields] {
    (self[name]?.array ?? []).compactMap { .init($0, ignoringCase: ignoresCase) }
  }

  func texts(_ name: String) -> [String]? { self[name]?.array?.compactMap(\.looseText) }

  func word<Known>(_ name: String) -> StoreWord<Known>? {
    self[name].flatMap(Known.RawValue.read).map { .init($0) }
  }

  /// An instant in milliseconds since 1970, as a number or in quotes, within the years 1 to 9999.
  func milliseconds(_ name: String) -> Date? {
    guard let count = integer(name), (-62_135_596_800_000..<253_402_300_800_000).contains(count)
    else { return nil }
    return Date(timeIntervalSince1970: Double(count) / 1_000)
  }

  /// An instant as RFC 3339 with up to nine digits of a second.
  func instant(_ name: String) -> Date? {
    self[name]?.string.flatMap(RFC3339.parse)
  }

  func money(_ name: String) -> GoogleMoney? { fields(name).flatMap(GoogleMoney.init) }
}
