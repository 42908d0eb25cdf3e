import ArgumentParser
import Basics
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
    if let (from, until) = try WebServer.certificateValidity(configuration) {
      let now = Date()
      let state =
        until < now
        ? "expired at \(until.formatted(.iso8601)): renew it, clients refuse it"
        : from > now
          ? "not valid before \(from.formatted(.iso8601)): clients refuse it until then"
          : "valid until \(until.formatted(.iso8601))"
      lines.append("tls       certificate \(state)")
    }
    lines.append("metrics   \(configuration.metrics.map { "http://\($0)/metrics" } ?? "off")")
    for state in states {
      let name = state.name.padded(to: 10)
      switch state {
      case .open(let group):
        for (index, route) in group.routes.enumerated() {
          let head = index == 0 ? "\(name)on   " : String(repeating: " ", count: 15)
          lines.append("\(head)\(route.method.rawValue) \(route.path)")
        }
        if let lack = group.lack { lines.append("\(name)lack \(lack)") }
      case .closed(_, let missing): lines.append("\(name)off  \(missing)")
      case .refused(_, let reason): lines.append("\(name)no   \(reason)")
      }
    }
    lines.append("webhook   \(webhook?.address ?? "off  [serve.webhook] url is not set")")
    if let remark = configuration.verification?.remark { lines += ["", remark + "."] }
    for line in lines { try StandardStream.print(safe: line) }
  }

  /// Throws if the settings enable an endpoint that must not be enabled with them.
  static func expectNoRefusal(_ states: [EndpointState]) throws(FileError) {
    let refused = states.compactMap { state in
      if case .refused(let name, _) = state { name } else { nil }
    }
    guard refused.isEmpty else {
      throw FileError(
        """
        \(refused.joined(separator: ", ")) would grant entitlements for purchases of any app: the \
        settings name no app. Add [[app]] with its bundle-id or package, or start with --any-app.
        """
      )
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
      try StandardStream.print(safe: cells.joined(separator: "  "))
    }
    Console.print("\(entries.count) stored in \(folder)")
  }
}

struct ServeKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "key",
    "Create an API key, which is shown once and stored as a hash.",
    discussion: "Prints the key, which is not saved anywhere, and the settings with its hash."
  )

  @Option(
    help: .value("list", "read, write, personal, profiles, or several separated by commas."),
    transform: ServeKeyCommand.scopes
  )
  var scopes: [APIConfiguration.Scope] = [.read]
  @Option(help: .value("count", "The rate limit, in requests per second.")) var perSecond: Int?
  @Argument(help: .value("name", "The key's name, which the audit log shows.")) var name: String

  func validate() throws {
    // The name is written in quotes in the settings, and in the audit log.
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\"" && scalar != "\\"
    }
    guard isPlain, (1...64).contains(name.utf8.count) else {
      throw ValidationError("A key's name has 1 to 64 bytes without quotes or backslashes.")
    }
    try require(perSecond ?? 1 > 0, "--per-second takes a whole number above 0.")
  }

  func run() throws {
    let key = "pk_\(Setup.randomText())"
    try StandardStream.print(settings(of: APIKeyDigest(of: Secret(key)), key))
  }

  private func settings(of digest: APIKeyDigest, _ key: String) -> String {
    var lines = [
      "The key, shown only once:", "", "  \(key)", "", "For the settings:", "",
      "[[serve.api.key]]", "name = \"\(name)\"", "hash = \"\(digest)\"",
      "scopes = [\(scopes.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]",
    ]
    if let perSecond { lines.append("per-second = \(perSecond)") }
    return lines.joined(separator: "\n")
  }

  private static func scopes(_ text: String) throws -> [APIConfiguration.Scope] {
    let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let scopes = names.compactMap(APIConfiguration.Scope.init)
    guard !names.isEmpty, scopes.count == names.count else {
      throw ValidationError(
        "--scopes takes read, write, personal and profiles, separated by commas."
      )
    }
    return APIConfiguration.Scope.allCases.filter(scopes.contains)
  }
}

/// Writes log lines as JSON to standard error.
struct JSONLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let now = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    var members: [JSONValue.Member] = [
      .init("at", .string(now)), .init("level", .string(event.level.rawValue)),
      .init("message", .string("\(event.message)")),
    ]
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    for (name, value) in all.sorted(by: { $0.key < $1.key }) where "\(value)" != "" {
      members.append(.init(name, Self.json(value)))
    }
    let line = JSONText.bytes(of: .object(members), .line)
    _ = StandardStream.write(line[...], to: STDERR_FILENO)
  }

  private static func json(_ value: Logger.MetadataValue) -> JSONValue {
    if case .stringConvertible(let value) = value, value is Int || value is Double {
      return .number("\(value)")
    }
    return .string("\(value)")
  }
}
