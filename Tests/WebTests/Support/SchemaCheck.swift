import Basics
import Receipts

/// As much of JSON Schema 2020-12 as the API's document uses.
struct SchemaCheck {
  let document: JSONValue

  /// What is wrong with a value, with its place; empty where nothing is.
  func faults(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
    if let name = schema["$ref"]?.string {
      guard let found = resolved(name) else { return ["\(place): nothing at \(name)"] }
      return faults(value, found, at: place)
    }
    if let choices = schema["oneOf"]?.array {
      let fitting = choices.filter { faults(value, $0, at: place).isEmpty }
      return fitting.count == 1 ? [] : ["\(place): \(fitting.count) of oneOf fit"]
    }
    var found: [String] = []
    if let type = schema["type"], !types(type).contains(self.type(of: value)) {
      found.append("\(place): \(self.type(of: value)) is no \(types(type))")
    }
    if let words = schema["enum"]?.array, !words.contains(value) {
      found.append("\(place): none of the enum's")
    }
    if let least = schema["minimum"]?.integer, let number = value.integer, number < least {
      found.append("\(place): less than \(least)")
    }
    if schema["format"]?.string == "date-time", let text = value.string {
      if !text.hasSuffix("Z") || value.instant == nil { found.append("\(place): no date-time") }
    }
    if let items = schema["items"], let values = value.array {
      for (index, item) in values.enumerated() {
        found += faults(item, items, at: "\(place)[\(index)]")
      }
    }
    return found + memberFaults(value, schema, at: place)
  }

  func resolved(_ name: String) -> JSONValue? {
    name.split(separator: "/").dropFirst().reduce(document) { part, name in
      part?[String(name)]
    }
  }

  private func memberFaults(
    _ value: JSONValue,
    _ schema: JSONValue,
    at place: String
  ) -> [String] {
    guard let members = value.members else { return [] }
    var found: [String] = []
    for name in schema["required"]?.array?.compactMap(\.string) ?? [] where value[name] == nil {
      found.append("\(place): \(name) is missing")
    }
    for member in members {
      if let known = schema["properties"]?[member.name] {
        found += faults(member.value, known, at: "\(place).\(member.name)")
      } else if let other = schema["additionalProperties"], other.isObject {
        found += faults(member.value, other, at: "\(place).\(member.name)")
      } else if schema["additionalProperties"]?.bool == false {
        found.append("\(place): \(member.name) is not in the schema")
      }
    }
    return found
  }

  private func types(_ type: JSONValue) -> [String] {
    type.string.map { [$0] } ?? type.array?.compactMap(\.string) ?? []
  }

  private func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number: value.integer == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
