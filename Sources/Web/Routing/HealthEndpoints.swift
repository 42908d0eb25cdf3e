import Basics
import Receipts
import ServiceCore

/// Liveness and readiness endpoints.
enum HealthEndpoints {
  static let name = "house"

  static func group(_ core: WebDependencies) -> EndpointGroup {
    let service = core.service
    let readiness = Readiness { await service.maintenance.canWrite() }
    return EndpointGroup(
      name,
      routes: [
        Route(.get, "/health") { _ in WebResponse(200, ["status": "ok"]) },
        Route(.get, "/ready") { _ in
          guard await readiness.isReady() else {
            return WebResponse(503, ["status": "the ledger takes no writes"], note: "ledger")
              .with("Retry-After", "1")
          }
          return WebResponse(200, ["status": "ok"])
        },
      ]
    )
  }
}
