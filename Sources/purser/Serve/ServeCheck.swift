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
      case .refused(_, let reason): lines.append("\(name)no   \(reason)")
      }
    }
    lines.append("webhook   \(webhook?.address ?? "off  [serve.webhook] url is not set")")
    if let remark = configuration.verification?.remark { lines += ["", remark + "."] }
    for line in lines { try StandardStream.print(PlainText.safe(line)) }
  }

  /// Fails where the settings open what must not be open as they stand.
  static func expectNoRefusal(_ states: [DoorState]) throws(ServeError) {
    let refused = states.compactMap { state in
      if case .refused(let name, _) = state { name } else { nil }
    }
    guard refused.isEmpty else { throw .noApps(endpoints: refused) }
  }
}

/// Why the server does not start.
enum ServeError: Error, Equatable, CustomStringConvertible {
  case noApps(endpoints: [String])

  var description: String {
    switch self {
    case .noApps(let endpoints):
      """
      \(endpoints.joined(separator: ", ")) would give rights for purchases of any app: the settings \
      name none of yours. Add [[app]] with its bundle-id or package, or start with --any-app.
      """
    }
  }
}

/// `purser serve --rejected`: what was turned away at the doors, the oldest first.
enum RejectedList {
  static func tell(_ folder: String?) throws {
    guard let folder else { return }
    let kept = RejectFolder(folder)
    let entries = kept.entries()
    for entry in entries {
      guard let document = kept.document(named: entry.name) else { continue }
      let words = [
        document.at.formatted(.iso8601), document.door, document.code, document.peer,
        "\(document.bytes.count) bytes", entry.name,
      ]
      try StandardStream.print(PlainText.safe(words.joined(separator: "  ")))
    }
    Narration.say("\(entries.count) kept in \(folder)")
  }
}
