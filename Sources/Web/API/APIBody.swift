import Basics
import Foundation
import Receipts

/// The schema of a request body: an object of these members and no others.
struct APIBodyForm: Sendable {
  struct Member: Sendable {
    var name: String
    var form: APIForm
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
    return try values(in: json)
  }

  /// Validates a body or, with its `place`, an object in it.
  func values(
    in json: JSONValue,
    at place: String? = nil
  ) throws(APIProblem) -> [String: JSONValue] {
    let subject = place ?? "The body"
    func path(_ name: String) -> String { place.map { "\($0).\(name)" } ?? name }
    guard let found = json.members else {
      throw APIProblem(.invalidBody, "\(subject) has to be an object.", parameter: place)
    }
    var values: [String: JSONValue] = [:]
    for member in found {
      guard let known = members.first(where: { $0.name == member.name }) else {
        let names = members.map(\.name).joined(separator: ", ")
        let text = "\(subject) has \(names), and no other members."
        throw APIProblem(.invalidBody, text, parameter: place)
      }
      guard known.form.accepts(member.value) else {
        let text = "\(path(known.name)) takes \(known.form.expected)."
        throw APIProblem(.invalidBody, text, parameter: path(known.name))
      }
      values[known.name] = member.value
    }
    for member in members where member.isRequired && values[member.name] == nil {
      let name = path(member.name)
      throw APIProblem(.invalidBody, "\(name) is missing.", parameter: name)
    }
    return values
  }

  var schema: JSONValue {
    [
      "type": "object",
      "required": .array(members.filter(\.isRequired).map { .string($0.name) }),
      "properties": .object(members.map { .init($0.name, $0.schema) }),
      "additionalProperties": false, "example": example,
    ]
  }
}

extension APIBodyForm.Member {
  fileprivate var schema: JSONValue {
    let described = [JSONValue.Member("description", .string(about))]
    let standard = standard.map { [JSONValue.Member("default", $0)] } ?? []
    return .object((form.schema.members ?? []) + described + standard)
  }
}
