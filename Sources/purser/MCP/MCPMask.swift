import Basics
import Entitlements

/// Hides what identifies a customer or allows actions: names, e-mail addresses and purchase tokens.
struct MCPMask: Sendable {
  /// Members that hold names of people.
  private static let nameMembers: Set = ["name", "names"]

  /// `hidesNames` says whether the names in the value are of people.
  func masked(_ value: JSONValue, hidesNames: Bool) -> JSONValue {
    masked(value, of: "", hidesNames)
  }

  private func masked(_ value: JSONValue, of member: String, _ hidesNames: Bool) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.map { .init($0.name, masked($0.value, of: $0.name, hidesNames)) })
    case .array(let items): .array(items.map { masked($0, of: member, hidesNames) })
    case .string(let text):
      .string(
        hidesNames && Self.nameMembers.contains(member)
          ? Self.initials(of: text) : Self.masked(text)
      )
    case .null, .bool, .number: value
    }
  }

  static func initials(of name: String) -> String {
    name.split(separator: " ").map { "\($0.prefix(1))…" }.joined(separator: " ")
  }

  /// The text with its addresses and secrets masked.
  private static func masked(_ text: String) -> String {
    Identifier.masking(text) {
      $0.isSecret || $0.kind == .email
    } as: {
      $0.kind == .email ? masked(email: $0.value) : $0.masked
    }
  }

  static func masked(email: String) -> String {
    let at = email.lastIndex(of: "@") ?? email.endIndex
    return "\(email.prefix(1))…\(email[at...])"
  }
}
