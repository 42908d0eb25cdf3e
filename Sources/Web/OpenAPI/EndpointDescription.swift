import Basics

/// What the OpenAPI document says about an endpoint group.
package struct EndpointDescription: Sendable {
  /// The group's name, which tags its operations.
  var name: String
  var about: String
  var paths: [Path]
  var schemas: [JSONValue.Member]
  var responses: [JSONValue.Member] = []
  var securitySchemes: [JSONValue.Member] = []

  /// An Operation Object (OpenAPI 3.1 §4.8.10) and where it is.
  struct Path: Sendable {
    var path: String
    var method: Route.Method
    var operation: JSONValue
  }

  /// Without the operations that the routes do not serve.
  func limited(to routes: [Route]) -> Self {
    var limited = self
    limited.paths.removeAll { path in
      !routes.contains { $0.path == path.path && $0.method == path.method }
    }
    return limited
  }
}

/// An operation of an endpoint for apps, stores or monitoring.
struct EndpointOperation: Sendable {
  /// A request or a response with its examples. In requests, texts that begin with `$` stand for
  /// what a device or a store holds: `$RECEIPT`.
  struct Content: Sendable {
    var schema: JSONValue
    var examples: [(name: String, value: JSONValue)] = []
    var mediaTypes = ["application/json"]

    var json: JSONValue {
      let examples = JSONValue.object(
        examples.map { .init($0.name, ["value": $0.value]) }
      )
      let media: JSONValue = [
        "schema": schema, "examples": self.examples.isEmpty ? nil : examples,
      ]
      return .object(mediaTypes.map { .init($0, media) })
    }
  }

  struct Response: Sendable {
    var status: Int
    var about: String
    /// `nil` for a response without a body.
    var content: Content?

    init(_ status: Int, _ about: String, _ content: Content? = nil) {
      self.status = status
      self.about = about
      self.content = content
    }

    /// 429 and 503 tell when to send the request again.
    fileprivate var json: JSONValue {
      let retry = JSONValue.object([.header("Retry-After")])
      return [
        "description": .string(about), "headers": status == 429 || status == 503 ? retry : nil,
        "content": content?.json,
      ]
    }
  }

  var id: String
  var method = Route.Method.post
  var path: String
  var summary: String
  var about: String
  /// Security Requirement Objects: one of them suffices.
  var security: [JSONValue] = []
  var parameters: [JSONValue] = []
  var request: Content?
  var responses: [Response]

  func path(tagged tag: String) -> EndpointDescription.Path {
    .init(
      path: path,
      method: method,
      operation: [
        "operationId": .string(id), "tags": [.string(tag)], "summary": .string(summary),
        "description": .string(about), "security": .array(security),
        "parameters": parameters.isEmpty ? nil : .array(parameters),
        "requestBody": request.map { ["required": true, "content": $0.json] },
        "responses": .object(
          responses.map { .init("\($0.status)", $0.json) }
        ),
      ]
    )
  }
}

extension EndpointDescription {
  init(
    _ name: String,
    _ about: String,
    _ operations: [EndpointOperation],
    schemas: [JSONValue.Member] = [],
    securitySchemes: [JSONValue.Member] = []
  ) {
    self.init(
      name: name,
      about: about,
      paths: operations.map { $0.path(tagged: name) },
      schemas: schemas,
      securitySchemes: securitySchemes
    )
  }
}

extension JSONValue.Member {
  /// A reference to one of the document's headers.
  static func header(_ name: String) -> JSONValue.Member {
    .init(name, ["$ref": .string("#/components/headers/\(name)")])
  }
}
