import Basics
import Receipts

/// The API for the operator's own back ends: GET /v1/users/{id} and others, and operator actions.
package enum APIEndpoints {
  package static let name = "api"

  /// `clock` is used to limit the rate of each key.
  package static func state(
    _ configuration: WebConfiguration,
    _ core: WebDependencies,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) -> EndpointState {
    guard let keys = configuration.api?.keys, !keys.isEmpty else {
      return .closed(name: name, missing: "[[serve.api.key]]")
    }
    let gate = APIGuard(keys, now: clock)
    let routes = operations(at: configuration.publicURL).map { $0.route(gate, core) }
    return .open(EndpointGroup(name, routes: routes) { APIProblem($0).response })
  }

  /// All operations, including that of the API document.
  static func operations(at publicURL: String?) -> [APIOperation] {
    let allOperations = APIReads.all + APIActions.all
    let draft = APIDocument.operation { .null }
    // The document describes its own operation, so it is built from one without content.
    let document = APIDocument(operations: allOperations + [draft], publicURL: publicURL)
      .json
    return allOperations + [APIDocument.operation { document }]
  }
}
