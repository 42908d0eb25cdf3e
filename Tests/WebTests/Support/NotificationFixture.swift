import Entitlements
import Foundation
import Logging
import Mint
import Persistence
import Receipts
import ServiceCore
import Synchronization
import Web

/// The endpoints for notifications over an empty ledger, with stores of their own, a clock that stands
/// still, and a folder for what is refused, which goes with the stand.
final class NotificationFixture: Sendable {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
  static let app = "com.example.reader"

  static let authority = Result { try payloadAuthority() }
  static let stranger = Result { try payloadAuthority() }

  let ledger: Ledger
  let core: WebDependencies
  let folder: RejectedDocumentFiles
  let published: PublishedDocuments
  let clock: NotificationClock
  private let place: URL
  private let configuration: WebConfiguration

  /// Into a ledger that `isReadOnly` nothing can be filed: a disk that gave out.
  init(
    isReadOnly: Bool = false,
    _ configure: (inout WebConfiguration) -> Void
  ) throws {
    let (clock, published) = (NotificationClock(Self.now), PublishedDocuments())
    (self.clock, self.published) = (clock, published)
    place = FileManager.default.temporaryDirectory.appending(path: "stand-\(UUID())")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    folder = RejectedDocumentFiles(place.appending(path: "rejected").path)
    if isReadOnly {
      let path = place.appending(path: "ledger.sqlite").path
      _ = try Ledger(path: path)
      ledger = try Ledger(readingOnly: path)
    } else {
      ledger = try Ledger.inMemory()
    }
    let receipts = try ReceiptVerifier()
    let root = try Self.authority.get().rootDER
    let service = EntitlementService(
      ledger: ledger,
      receipts: receipts,
      reader: DocumentReader(receipts: receipts, payloads: try PayloadVerifier(roots: [root])),
      world: .patient { clock.now }
    )
    var core = WebDependencies(
      service: service,
      now: { clock.now },
      fetch: { url throws(FetchError) in try published.fetch(url) },
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    core.rejects = RejectedDocuments(folder)
    self.core = core
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = ([Self.app], [Self.app])
    configure(&configuration)
    self.configuration = configuration
  }

  deinit { try? FileManager.default.removeItem(at: place) }

  /// The endpoints that are open, as a server that was just started has them.
  var router: WebRouter {
    WebRouter(Endpoints.states(configuration, core))
  }

  /// What an endpoint lacks; `nil` for one that lacks nothing.
  func lack(of name: String) -> String? {
    let states = Endpoints.states(configuration, core)
    for case .closed(name, let missing) in states { return missing }
    return states.first { $0.name == name }?.lack
  }

  var documents: [Document] {
    get async throws { try await ledger.documents.all().map(\.filing.document) }
  }

  /// What was refused and kept, the oldest first.
  var refused: [RejectedDocument] {
    folder.entries().compactMap { folder.document(named: $0.name) }
  }

  var codes: [String] { refused.map(\.code) }

  static func sign(
    _ payload: String,
    by authority: Result<PayloadAuthority, any Error> = authority
  ) throws -> String {
    try PayloadMint(authority.get()).sign(payload)
  }

  static func milliseconds(days: Double = 0) -> Int {
    Int((now.timeIntervalSince1970 + days * 86_400) * 1_000)
  }

  private static func payloadAuthority() throws -> PayloadAuthority {
    let year: TimeInterval = 400 * 86_400
    return try PayloadAuthority(
      ChainPlan(validity: now.addingTimeInterval(-year)...now.addingTimeInterval(year))
    )
  }
}

/// A clock that a test moves.
final class NotificationClock: Sendable {
  private let instant: Mutex<Date>

  init(_ now: Date) { instant = Mutex(now) }

  var now: Date { instant.withLock(\.self) }

  func advance(_ seconds: TimeInterval) {
    instant.withLock { $0.addTimeInterval(seconds) }
  }
}

/// What lies at which address, and what was asked for.
final class PublishedDocuments: Sendable {
  private struct State {
    var documents: [String: FetchedDocument] = [:]
    var asked: [String] = []
  }

  private let state = Mutex(State())

  var asked: [String] { state.withLock(\.asked) }

  func put(_ text: String, at url: String, status: Int = 200, keepsFor: TimeInterval? = nil) {
    let document = FetchedDocument(status: status, bytes: Array(text.utf8), keepsFor: keepsFor)
    state.withLock { $0.documents[url] = document }
  }

  func remove(_ url: String) { state.withLock { $0.documents[url] = nil } }

  func fetch(_ url: String) throws(FetchError) -> FetchedDocument {
    let found = state.withLock { state in
      state.asked.append(url)
      return state.documents[url]
    }
    guard let found else { throw .unreachable }
    return found
  }
}

extension WebResponse {
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
