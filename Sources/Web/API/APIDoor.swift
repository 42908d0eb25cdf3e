import Basics
import Receipts

/// Reads for our own back ends: GET /v1/users/{id} and the like; and what they may do.
package enum APIDoor {
  package static let name = "api"

  /// `clock` counts how often keys are used.
  package static func state(
    _ configuration: WebConfiguration,
    _ core: WebCore,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) -> DoorState {
    guard let keys = configuration.api?.keys, !keys.isEmpty else {
      return .closed(name: name, missing: "[[serve.api.key]]")
    }
    let gate = APIGuard(keys, now: clock)
    let routes = operations(at: configuration.publicURL).map { $0.route(gate, core) }
    return .open(Door(name, routes: routes) { APIProblem($0).response })
  }

  /// All there are, that of the document included.
  static func operations(at publicURL: String?) -> [APIOperation] {
    let told = APIReads.all + APIActs.all
    let own = APIDocument.operation { .null }
    // It tells of itself: what is written in the table of it does not depend on what it answers.
    let document = APIDocument(operations: told + [own], publicURL: publicURL).json
    return told + [APIDocument.operation { document }]
  }
}
