import Basics
import Entitlements
import Foundation
import Receipts

/// The form of a request value. `schema` describes it in the document, and `accepts` validates it.
indirect enum APIForm: Sendable {
  /// One line without control characters.
  case line(most: Int)
  /// ASCII characters without spaces.
  case token(most: Int)
  case anything
  case instant
  case number(ClosedRange<Int>)
  case flag
  case word([String])
  /// The end of a page.
  case pagePosition
  /// A text of several lines.
  case prose(most: Int)
  /// Also accepts null, which means the same as leaving it out.
  case maybe(APIForm)
  /// A list with a maximum length; duplicates are allowed.
  case list(APIForm, most: Int)
  /// A list of objects, whose members are validated one by one.
  case objects(APIBodyForm, most: Int)

  var schema: JSONValue {
    switch self {
    case .line(let most):
      [
        "type": "string", "minLength": 1, "maxLength": .whole(most),
        "pattern": #"^[^\x00-\x1F\x7F-\x9F]+$"#,
      ]
    case .token(let most):
      ["type": "string", "minLength": 1, "maxLength": .whole(most), "pattern": "^[!-~]+$"]
    case .anything: ["type": "string"]
    case .instant: ["type": "string", "format": "date-time"]
    case .number(let range):
      ["type": "integer", "minimum": .whole(range.lowerBound), "maximum": .whole(range.upperBound)]
    case .flag: ["type": "boolean"]
    case .word(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .pagePosition: ["type": "string", "pattern": #"^-?[0-9]{1,15}\.[0-9a-f]{16}$"#]
    case .prose(let most):
      ["type": "string", "minLength": 1, "maxLength": .whole(most), "pattern": #"^[^\x00]+$"#]
    case .maybe(let form):
      .object(
        (form.schema.members ?? []).map { member in
          member.name == "type" ? .init("type", .array([member.value, "null"])) : member
        }
      )
    case .list(let form, let most):
      ["type": "array", "items": form.schema, "maxItems": .whole(most)]
    case .objects(let form, let most):
      ["type": "array", "items": form.schema, "maxItems": .whole(most)]
    }
  }

  /// What the form accepts, as the end of a sentence.
  var expected: String {
    switch self {
    case .line(let most): "1 to \(most) characters, and no control characters"
    case .token(let most): "1 to \(most) letters of ASCII, without spaces"
    case .anything: "a text"
    case .instant: "a date and time as RFC 3339 has it: 2026-01-01T00:00:00Z, a plus sent as %2B"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .word(let words): "one of \(words.joined(separator: ", "))"
    case .pagePosition: "the next of an answer of this version: begin again without it"
    case .prose(let most): "a text of 1 to \(most) characters"
    case .maybe(let form): "\(form.expected), or null"
    case .list(let form, let most): "a list of at most \(most), each \(form.expected)"
    case .objects(_, let most): "a list of at most \(most) objects"
    }
  }

  func accepts(_ text: String) -> Bool {
    switch self {
    case .line(let most):
      return (1...most).contains(text.unicodeScalars.count) && text.isLine
    case .token(let most):
      return (1...most).contains(text.utf8.count)
        && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    case .anything: return true
    case .instant: return APIInstant.read(text) != nil
    case .number(let range):
      let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isPlain && Int(text).map(range.contains) ?? false
    case .flag: return text == "true" || text == "false"
    case .word(let words): return words.contains(text)
    case .pagePosition: return SalePosition(text) != nil
    case .prose(let most):
      let scalars = text.unicodeScalars
      return (1...most).contains(scalars.count) && !scalars.contains { $0.value == 0 }
    case .maybe(let form): return form.accepts(text)
    case .list, .objects: return false
    }
  }

  /// Whether it accepts a member of a body.
  func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .flag: value.bool != nil
    case .maybe(let form): value == .null || form.accepts(value)
    case .list(let form, let most):
      value.array.map { $0.count <= most && $0.allSatisfy { form.accepts($0) } } ?? false
    case .objects(_, let most):
      value.array.map { $0.count <= most && $0.allSatisfy(\.isObject) } ?? false
    default: value.string.map { accepts($0) } ?? false
    }
  }
}

extension SalePosition {
  /// Milliseconds since 1970, and digits.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let isNegative = parts[0].first == "-"
    let number = isNegative ? parts[0].dropFirst() : parts[0]
    guard (1...15).contains(number.utf8.count),
      number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let instant = Int64(number),
      parts[1].utf8.count == 16,
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    let milliseconds = Double(isNegative ? -instant : instant)
    self.init(
      purchasedAt: Date(timeIntervalSince1970: milliseconds / 1_000),
      digits: String(parts[1])
    )
  }

  var text: String { "\(Int64((purchasedAt.timeIntervalSince1970 * 1_000).rounded())).\(digits)" }
}

struct APIParameter: Sendable {
  enum Location: String, Sendable { case path, query, header }

  var location: Location
  var name: String
  var form: APIForm
  var about: String
  var example: JSONValue?
  var standard: JSONValue?

  var json: JSONValue {
    var schema = form.schema
    if let standard, case .object(let members) = schema {
      schema = .object(members + [.init("default", standard)])
    }
    return [
      "name": .string(name), "in": .string(location.rawValue), "required": .bool(location == .path),
      "description": .string(about), "schema": schema, "example": example,
    ]
  }

  func value(in request: WebRequest) -> String? {
    switch location {
    case .path: request.parameters[name]
    case .query: request.value(name)
    case .header: request.headers[name.lowercased()]
    }
  }
}

extension [APIParameter] {
  /// Rejects values of another form and unknown or repeated query parameters (a misspelt one would
  /// be ignored silently).
  func check(_ request: WebRequest) throws(APIProblem) {
    for parameter in self {
      guard let value = parameter.value(in: request) else { continue }
      guard parameter.form.accepts(value) else {
        throw APIProblem(
          .invalidParameter,
          "\(parameter.name) takes \(parameter.form.expected).",
          parameter: parameter.name
        )
      }
    }
    let known = filter { $0.location == .query }.map(\.name)
    var seen: Set<String> = []
    for (name, _) in request.query {
      guard let name = known.first(where: { $0 == name }) else {
        let list = known.isEmpty ? "no parameter" : known.joined(separator: ", ")
        throw APIProblem(.invalidParameter, "The query takes \(list).")
      }
      guard seen.insert(name).inserted else {
        throw APIProblem(.invalidParameter, "\(name) comes more than once.", parameter: name)
      }
    }
  }
}
