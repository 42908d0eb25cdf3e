import Basics
import Foundation

/// Writes the members of a JSON object. Values need no escapes. Omits members without a value.
struct JSONMembers {
  private var members: [String] = []

  var text: String { "{\(members.joined(separator: ","))}" }

  mutating func add(_ name: String, _ text: String?) {
    if let text { members.append("\"\(name)\":\"\(text)\"") }
  }

  mutating func add(_ name: String, _ number: Int64?) {
    if let number { members.append("\"\(name)\":\(number)") }
  }

  mutating func add(_ name: String, _ flag: Bool?) {
    if let flag { members.append("\"\(name)\":\(flag)") }
  }

  mutating func add(_ name: String, _ object: JSONMembers?) {
    if let object { members.append("\"\(name)\":\(object.text)") }
  }

  mutating func add(_ name: String, _ list: [JSONMembers]) {
    members.append("\"\(name)\":[\(list.map(\.text).joined(separator: ","))]")
  }

  /// Adds an instant, in seconds since 1970, in RFC 3339 format.
  mutating func add(_ name: String, time seconds: Int64?) {
    add(name, seconds.map { CivilTime(clamping: Date(timeIntervalSince1970: Double($0))).rfc3339 })
  }

  /// Adds an instant, in seconds since 1970, in milliseconds.
  mutating func add(_ name: String, milliseconds seconds: Int64?) {
    add(name, seconds.map { $0 * 1_000 })
  }
}
