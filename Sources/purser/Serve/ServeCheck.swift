import Foundation
import Logging
import Persistence
import Receipts
import ServiceCore
import Stores
import Web

/// `purser serve --check`: what is open, and what the rest lacks.
enum ServeCheck {
  /// The doors as they would be, over a ledger of nothing.
  static func states(of configuration: WebConfiguration) throws -> [DoorState] {
    let service = EntitlementService(
      ledger: try Ledger.inMemory(),
      receipts: try ReceiptVerifier(addedRoots: [], bundleIDs: [])
    )
    let core = WebCore(
      service: service,
      fetch: { _ async throws(FetchError) in throw .unreachable },
      log: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
    )
    return Doors.states(configuration, core)
  }

  static func tell(
    _ configuration: WebConfiguration,
    _ states: [DoorState],
    webhook: WebhookConfiguration? = nil
  ) throws {
    let scheme = configuration.tls == nil ? "http" : "https"
    var lines = ["listen    \(scheme)://\(configuration.listen)"]
    lines.append("metrics   \(configuration.metrics.map { "http://\($0)/metrics" } ?? "off")")
    for state in states {
      let name = state.name.padding(toLength: 10, withPad: " ", startingAt: 0)
      switch state {
      case .open(let door):
        for (place, route) in door.routes.enumerated() {
          let head = place == 0 ? "\(name)on   " : String(repeating: " ", count: 15)
          lines.append("\(head)\(route.method.rawValue) \(route.path)")
        }
      case .closed(_, let missing): lines.append("\(name)off  \(missing) is not set")
      }
    }
    lines.append("webhook   \(webhook?.address ?? "off  [serve.webhook] url is not set")")
    if let remark = configuration.verification?.remark { lines += ["", remark + "."] }
    for line in lines { try StandardStream.print(PlainText.safe(line)) }
  }
}
