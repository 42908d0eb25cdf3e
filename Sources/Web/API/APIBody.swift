import Basics
import Foundation
import Receipts

/// The schema of a request body: an object of these members and no others.
struct APIBodyForm: Sendable {
  enum Form: Sendable {
    case of(APIForm)
    /// Also accepts null, which means the same as leaving it out.
    case maybe(APIForm)
    /// A text of several lines.
    case prose(most: Int)
    /// A list with a maximum length; duplicates are allowed.
    case list(APIForm, most: Int)
  }

  struct Member: Sendable {
    var name: String
    var form: Form
    var about: String
    var isRequired = false
    var standard: JSONValue?
  }

  /// The schema's name.
  var name: String
  var members: [Member]
  var example: JSONValue

  /// Reads a body and validates it.
  func read(_ request: WebRequest) throws(APIProblem) -> [String: JSONValue] {
    let type = request.headers["content-type"]?.split(separator: ";").first ?? "application/json"
    guard type.trimmingCharacters(in: .whitespaces).lowercased() == "application/json" else {
      throw APIProblem(.wrongMediaType, "Send Content-Type: application/json.")
    }
    let json: JSONValue
    do throws(Rejection) {
      json = try request.json()
    } catch {
      throw APIProblem(.malformedBody, "The body is no JSON text of RFC 8259.")
    }
    guard let found = json.members else {
      throw APIProblem(.invalidBody, "The body has to be an object.")
    }
    var values: [String: JSONValue] = [:]
    for member in found {
      guard let known = members.first(where: { $0.name == member.name }) else {
        let names = members.map(\.name).joined(separator: ", ")
        throw APIProblem(.invalidBody, "The body has \(names), and no other members.")
      }
      guard known.form.accepts(member.value) else {
        let text = "\(known.name) takes \(known.form.expected)."
        throw APIProblem(.invalidBody, text, parameter: known.name)
      }
      values[known.name] = member.value
    }
    for member in members where member.isRequired && values[member.name] == nil {
      throw APIProblem(.invalidBody, "\(member.name) is missing.", parameter: member.name)
    }
    return values
  }

  var schema: JSONValue {
    .object([
      .init("type", "object"),
      .init(
        "required",
        .array(members.filter(\.isRequired).map { .string($0.name) })
      ),
      .init("properties", .object(members.map { .init($0.name, $0.schema) })),
      .init("additionalProperties", false), .init("example", example),
    ])
  }
}

extension APIBodyForm.Member {
  fileprivate var schema: JSONValue {
    guard case .object(let members) = form.schema else { return form.schema }
    return .object(
      members + [.init("description", .string(about))]
        + (standard.map { [.init("default", $0)] } ?? [])
    )
  }
}

extension APIBodyForm.Form {
  fileprivate var schema: JSONValue {
    switch self {
    case .of(let form): return form.schema
    case .maybe(let form):
      guard case .object(let members) = form.schema else { return form.schema }
      return .object(
        members.map { member in
          guard member.name == "type" else { return member }
          return .init("type", .array([member.value, "null"]))
        }
      )
    case .list(let form, let most):
      return ["type": "array", "items": form.schema, "maxItems": .whole(most)]
    case .prose(let most):
      return [
        "type": "string", "minLength": 1, "maxLength": .whole(most), "pattern": #"^[^\x00]+$"#,
      ]
    }
  }

  fileprivate var expected: String {
    switch self {
    case .of(let form): form.expected
    case .maybe(let form): "\(form.expected), or null"
    case .list(let form, let most): "a list of at most \(most), each \(form.expected)"
    case .prose(let most): "a text of 1 to \(most) characters"
    }
  }

  fileprivate func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .of(.flag): return value.bool != nil
    case .of(let form): return value.string.map(form.accepts) ?? false
    case .maybe(let form): return value == .null || (value.string.map(form.accepts) ?? false)
    case .list(let form, let most):
      guard let elements = value.array, elements.count <= most else { return false }
      return elements.allSatisfy { $0.string.map(form.accepts) ?? false }
    case .prose(let most):
      guard let scalars = value.string?.unicodeScalars else { return false }
      return (1...most).contains(scalars.count) && !scalars.contains { $0.value == 0 }
    }
  }
}
