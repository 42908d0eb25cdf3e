import Foundation
import Logging
import Persistence
import Receipts
import ServiceCore
import Stores
import Web

/// `purser serve --check`: lists enabled endpoints and what disabled ones lack.
enum ServeCheck {
  /// The endpoints' states, computed with an empty ledger.
  static func states(of configuration: WebConfiguration) throws -> [EndpointState] {
    let service = EntitlementService(
      ledger: try Ledger.inMemory(),
      receipts: try ReceiptVerifier(addedRoots: [], bundleIDs: [])
    )
    let core = WebDependencies(
      service: service,
      fetch: { _ async throws(FetchError) in throw .unreachable },
      log: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
    )
    return Endpoints.states(configuration, core)
  }

  static func write(
    _ configuration: WebConfiguration,
    _ states: [EndpointState],
    webhook: WebhookConfiguration? = nil
  ) throws {
    let scheme = configuration.tls == nil ? "http" : "https"
    var lines = ["listen    \(scheme)://\(configuration.listen)"]
    lines.append("metrics   \(configuration.metrics.map { "http://\($0)/metrics" } ?? "off")")
    for state in states {
      let name = state.name.padding(toLength: 10, withPad: " ", startingAt: 0)
      switch state {
      case .open(let group):
        for (index, route) in group.routes.enumerated() {
          let head = index == 0 ? "\(name)on   " : String(repeating: " ", count: 15)
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

  /// Throws if the settings enable an endpoint that must not be enabled with them.
  static func expectNoRefusal(_ states: [EndpointState]) throws(ServeError) {
    let refused = states.compactMap { state in
      if case .refused(let name, _) = state { name } else { nil }
    }
    guard refused.isEmpty else { throw .noApps(endpoints: refused) }
  }
}

/// The server cannot start.
enum ServeError: Error, Equatable, CustomStringConvertible {
  case noApps(endpoints: [String])

  var description: String {
    switch self {
    case .noApps(let endpoints):
      """
      \(endpoints.joined(separator: ", ")) would grant entitlements for purchases of any app: the \
      settings name no app. Add [[app]] with its bundle-id or package, or start with --any-app.
      """
    }
  }
}

/// `purser serve --rejected`: lists rejected documents, oldest first.
enum RejectedList {
  static func write(_ folder: String?) throws {
    guard let folder else { return }
    let files = RejectedDocumentFiles(folder)
    let entries = files.entries()
    for entry in entries {
      guard let document = files.document(named: entry.name) else { continue }
      let cells = [
        document.at.formatted(.iso8601), document.group, document.code, document.peer,
        "\(document.bytes.count) bytes", entry.name,
      ]
      try StandardStream.print(PlainText.safe(cells.joined(separator: "  ")))
    }
    Console.say("\(entries.count) stored in \(folder)")
  }
}
