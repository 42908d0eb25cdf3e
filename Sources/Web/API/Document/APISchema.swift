import Basics
import Entitlements
import Receipts

/// Parts of schemas (JSON Schema 2020-12, as in OpenAPI 3.1).
enum APISchema {
  typealias Members = KeyValuePairs<String, JSONValue>

  /// An object with exactly these members; all are required except the optional ones.
  static func object(
    _ about: String,
    _ members: Members,
    optional: Set<String> = []
  ) -> JSONValue {
    let required = members.map(\.key).filter { !optional.contains($0) }
    return .object([
      .init("type", "object"), .init("description", .string(about)),
      .init("required", .array(required.map { .string($0) })),
      .init("properties", .object(members.map { .init($0.key, $0.value) })),
      .init("additionalProperties", false),
    ])
  }

  static func ref(_ name: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  static func list(of item: JSONValue) -> JSONValue { ["type": "array", "items": item] }
  static func text(_ about: String) -> JSONValue {
    ["type": "string", "description": .string(about)]
  }
  static func maybe(_ about: String) -> JSONValue {
    ["type": ["string", "null"], "description": .string(about)]
  }
  static func instant(_ about: String) -> JSONValue {
    ["type": "string", "format": "date-time", "description": .string(about)]
  }
  static func maybeInstant(_ about: String) -> JSONValue {
    ["type": ["string", "null"], "format": "date-time", "description": .string(about)]
  }
  static func count(_ about: String) -> JSONValue {
    ["type": "integer", "minimum": 0, "description": .string(about)]
  }
  static func flag(_ about: String) -> JSONValue {
    ["type": "boolean", "description": .string(about)]
  }

  /// One of the type's raw values.
  static func word<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type,
    _ about: String
  ) -> JSONValue where Word.RawValue == String {
    [
      "type": "string", "enum": .array(Word.allCases.map { .string($0.rawValue) }),
      "description": .string(about),
    ]
  }

  /// One of the type's raw values, or null.
  static func maybeWord<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type,
    _ about: String
  ) -> JSONValue where Word.RawValue == String {
    [
      "type": ["string", "null"],
      "enum": .array(Word.allCases.map { .string($0.rawValue) } + [.null]),
      "description": .string(about),
    ]
  }

  static let store = word(Store.self, "The shop that took the money.")
  static let environment = word(Environment.self, "Where it was bought or given.")
}
