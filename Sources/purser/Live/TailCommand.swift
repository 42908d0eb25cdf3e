import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence

struct TailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "tail",
    "Print what arrives as it arrives: documents, events, jobs and requests.",
    discussion: """
      Reads the ledger that any process fills, and the requests at its server's endpoints. With a \
      query, prints only documents and events that match. Ctrl-C ends it.
      """
  )

  @OptionGroup var place: LedgerAccess
  @Option(name: .shortAndLong, help: .value("count", "Begin with the last rows of each kind."))
  var last = 0
  @Flag(help: "Print one JSON object per line.") var json = false
  @Flag(help: "Print what has arrived, and end.") var once = false
  @Argument(help: .value("query", "Only what matches, as in the lists.")) var query: [String] = []

  func validate() throws {
    try expect("--last", last, in: 0...10_000)
    try QueryText.expectWords(query)
  }

  func run() throws {
    let text = QueryText(query.joined(separator: " "))
    let query = try text.query(at: Date())
    let ledger = try place.open()
    let reader = LiveReader(ledger: ledger)
    Blocking.run {
      var mark = try await reader.mark(before: last)
      let wakes = Wakes(ledger, requests: !once)
      repeat {
        var hasMore = true
        while hasMore {
          let arrivals = try await reader.read(after: mark, matching: query, at: Date())
          try print(arrivals.rows)
          (mark, hasMore) = (arrivals.mark, arrivals.hasMore)
        }
        if once { return .success }
      } while await wakes.next()
      return .success
    }
  }

  private func print(_ arrivals: [Arrival]) throws {
    guard !arrivals.isEmpty else { return }
    let lines = arrivals.map { json ? $0.jsonLine : $0.line }
    try StandardStream.print(lines.joined(separator: "\n"))
  }
}

/// Waits for commits of any process, and for requests.
private struct Wakes: Sendable {
  private let stream: AsyncStream<Void>

  /// Time between two looks at the log of requests, of which the ledger reports nothing.
  private static let interval = Duration.milliseconds(50)

  init(_ ledger: Ledger, requests: Bool) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    self.stream = stream
    guard requests else { return }
    let log = RequestLogReader(ledger: ledger.path)
    Task {
      for await _ in ledger.changes() { continuation.yield() }
    }
    Task {
      var before = ArrivalMark(document: 0, event: 0, job: 0)
      log.skip(&before)
      while (try? await Task.sleep(for: Self.interval)) != nil {
        var now = before
        log.skip(&now)
        if now != before { continuation.yield() }
        before = now
      }
    }
  }

  /// `false` if nothing follows.
  func next() async -> Bool { await stream.first { _ in true } != nil }
}

extension Arrival {
  fileprivate var line: String {
    let text = ArrivalText(self)
    let parts = [
      at.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      text.kind.padded(to: 8), text.title.padded(to: 24), text.result.padded(to: 8), text.detail,
    ]
    return PlainText.safe(parts.joined(separator: "  "))
  }

  fileprivate var jsonLine: String {
    let text = ArrivalText(self)
    let common: [JSONValue.Member] = [
      .init("schemaVersion", 1), .init("arrival", .string(text.kind)),
      .init("at", .time(at) ?? .null),
      .init("title", .string(text.title)), .init("result", .string(text.result)),
      .init("detail", .string(text.detail)),
    ]
    let own: [(String, JSONValue?)] =
      switch self {
      case .document(let row):
        [
          ("document", .string(row.id.raw)), ("kind", .string(row.kind)),
          ("origin", .string(row.origin.rawValue)), ("user", .text(row.user?.raw)),
        ]
      case .event(let row):
        [
          ("document", .string(row.notice.statementSource.evidence.raw)),
          ("kind", .string(row.notice.kind.rawValue)), ("user", .text(row.user?.raw)),
          ("statedAt", .time(row.notice.statementSource.statedAt)),
        ]
      case .job(let row):
        [
          ("job", .string(row.id)), ("kind", .string(row.kind)),
          ("state", .string(row.state.rawValue)), ("attempts", .whole(row.attempts)),
        ]
      case .request(let request):
        [
          ("group", .string(request.group)), ("method", .string(request.method)),
          ("status", .whole(request.status)), ("note", .string(request.note)),
          ("milliseconds", .number("\(request.milliseconds)")),
        ]
      }
    let object = JSONValue.object(common + own.map { .init($0.0, $0.1 ?? .null) })
    return String(decoding: JSONText.bytes(of: object, .line).dropLast(), as: UTF8.self)
  }
}
