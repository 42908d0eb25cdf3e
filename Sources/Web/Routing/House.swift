import Basics
import Receipts
import ServiceCore

/// What the house itself answers: whether it lives, and whether it can work.
enum House {
  static let name = "house"

  static func door(_ core: WebCore) -> Door {
    let service = core.service
    let readiness = Readiness { await service.canWrite() }
    return Door(
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
