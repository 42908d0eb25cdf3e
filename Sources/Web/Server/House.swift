import Receipts
import ServiceCore

/// What the house itself answers: whether it lives, and whether it can work.
enum House {
  static let name = "house"

  static func door(_ core: WebCore) -> Door {
    Door(
      name,
      routes: [
        Route(.get, "/health") { _ in WebResponse(200, ["status": "ok"]) },
        Route(.get, "/ready") { _ in
          guard await core.service.canAnswer() else {
            return WebResponse(503, ["status": "the ledger does not answer"], note: "ledger")
              .with("Retry-After", "1")
          }
          return WebResponse(200, ["status": "ok"])
        },
      ]
    )
  }
}
