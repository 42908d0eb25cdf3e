package import Basics

/// The OpenAPI 3.1 document of endpoint groups, and the endpoint that serves it.
package enum OpenAPIDocument {
  static let path = "/v1/openapi.json"
  static let groupName = "openapi"

  /// The document of all endpoints, open or not.
  package static var ofAllEndpoints: JSONValue {
    json(
      [
        ValidateEndpoint.description, PlayFabEndpoints.description, VerifyEndpoint.description,
        UploadEndpoint.description, AppleNotificationEndpoint.description,
        AppleV1NotificationEndpoint.description, GoogleNotificationEndpoint.description,
        AmazonNotificationEndpoint.description, APIEndpoints.description,
        HealthEndpoints.description, description,
      ],
      at: nil
    )
  }

  /// `GET /v1/openapi.json`: describes these groups, health and itself. It takes no key.
  package static func group(
    of groups: [EndpointGroup],
    at publicURL: String?,
    _ core: WebDependencies
  ) -> EndpointGroup {
    let open = groups.compactMap { $0.description?.limited(to: $0.routes) }
    let document = json(open + [HealthEndpoints.description, description], at: publicURL)
    let route = operation(document).route(APIGuard([], now: { .now }), core)
    return EndpointGroup(
      groupName,
      routes: [route],
      refusal: { rejection, _ in APIProblem(rejection).response }
    )
  }

  /// `publicURL` is `nil` for the URL that the document was fetched from.
  private static func json(_ groups: [EndpointDescription], at publicURL: String?) -> JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "purser", "version": "1",
        "summary": "Who may use what: the entitlement ledger over HTTP.",
        "description": .string(about),
      ],
      "servers": [["url": .string(publicURL ?? "/")]],
      "tags": .array(
        groups.map { ["name": .string($0.name), "description": .string($0.about)] }
      ),
      "paths": .object(paths(groups.flatMap(\.paths))),
      "components": [
        "securitySchemes": .object(groups.flatMap(\.securitySchemes)),
        "schemas": .object(groups.flatMap(\.schemas)),
        "responses": .object(groups.flatMap(\.responses)), "headers": .object(headers),
      ],
    ]
  }

  private static let about = """
    Members of answers and codes of problems are only ever added. The endpoints of each tag follow \
    the contract of the clients that they are for. In examples, a text that begins with $ stands \
    for what a device or a store holds, such as a receipt.
    """

  private static func paths(_ all: [EndpointDescription.Path]) -> [JSONValue.Member] {
    var order: [String] = []
    for path in all where !order.contains(path.path) { order.append(path.path) }
    return order.map { path in
      let methods = all.filter { $0.path == path }.map {
        JSONValue.Member($0.method.rawValue.lowercased(), $0.operation)
      }
      return JSONValue.Member(path, .object(methods))
    }
  }

  private static var headers: [JSONValue.Member] {
    func header(
      _ name: String,
      _ about: String,
      _ schema: JSONValue = ["type": "string"],
      isAlwaysSent: Bool = true
    ) -> JSONValue.Member {
      .init(
        name,
        ["required": .bool(isAlwaysSent), "description": .string(about), "schema": schema]
      )
    }
    return [
      header("ETag", "Names these letters: send it as If-None-Match."),
      header("Cache-Control", "It may be kept, and has to be asked about again."),
      header("WWW-Authenticate", "What is missing (RFC 6750)."),
      header("Allow", "The methods that the path takes."),
      header("Retry-After", "Seconds after which to ask again.", ["type": "integer"]),
      header(
        "Idempotency-Replayed",
        "Sent if the request came before under its Idempotency-Key: this is the first answer.",
        ["type": "string", "enum": ["true"]],
        isAlwaysSent: false
      ),
    ]
  }

  private static let description = EndpointDescription(
    name: groupName,
    about: "This document.",
    paths: [operation(.null).path(tagged: groupName)],
    schemas: [.init("Document", documentSchema)] + APIDocument.problemSchema,
    responses: APIDocument.problemResponses
  )

  private static let documentSchema: JSONValue = [
    "type": "object", "required": ["openapi", "info", "paths"],
    "description": "An OpenAPI document.",
  ]

  private static func operation(_ document: JSONValue) -> APIOperation {
    // Anybody may ask for the document, so that it is encoded and hashed once.
    let body = CompactJSON.bytes(document)
    let tag = APITag.tag(of: body)
    return APIOperation(
      id: "getDocument",
      path: path,
      summary: "This document",
      about: "It takes no key.",
      scope: nil,
      answer: .init(
        status: 200,
        about: "The OpenAPI document.",
        schema: "Document",
        example: ["openapi": "3.1.0", "info": ["title": "purser", "version": "1"], "paths": [:]]
      )
    ) { call async throws(APIProblem) in call.tagged(body, tag) }
  }
}
