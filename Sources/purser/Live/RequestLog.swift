import Basics
import Entitlements
import Foundation
import Logging
import Persistence
import ServiceLifecycle
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The last requests at the endpoints, in a file beside the ledger, for other processes. It has no
/// addresses, names or documents.
final class RequestLog: Service {
  let path: String
  private let sideFile: SideFile
  private let lines = Mutex<[UInt8]>([])
  private let (wakes, waker) = AsyncStream.makeStream(
    of: Void.self,
    bufferingPolicy: .bufferingNewest(1)
  )

  /// The size at which the file becomes the older one of two.
  static let maxBytes = 1 << 20
  /// More is left out, so that a slow disk slows no request.
  private static let maxWaitingBytes = 1 << 18
  /// Requests within this time are written together.
  private static let interval = Duration.milliseconds(20)

  init(ledger path: String) {
    self.path = Self.path(ledger: path)
    sideFile = SideFile(ledger: path)
  }

  static func path(ledger: String) -> String { ledger + "-requests" }
  static func olderPath(_ path: String) -> String { path + ".1" }

  func add(_ request: EndpointRequest) {
    let line = JSONText.bytes(of: request.json, .line)
    let isFirst = lines.withLock { lines in
      guard lines.count < Self.maxWaitingBytes else { return false }
      defer { lines += line }
      return lines.isEmpty
    }
    if isFirst { waker.yield() }
  }

  /// Writes requests until the graceful shutdown.
  func run() async throws {
    for await _ in wakes.cancelOnGracefulShutdown() {
      try? await Task.sleep(for: Self.interval)
      write()
    }
    write()
  }

  /// Ignores errors: the requests themselves were answered.
  private func write() {
    let waiting = lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
    guard !waiting.isEmpty else { return }
    let file = sideFile.open(path, O_WRONLY | O_APPEND)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = StandardStream.write(waiting[...], to: file)
    if let status = SideFile.status(of: path), status.size > Self.maxBytes {
      rename(path, Self.olderPath(path))
    }
  }
}

/// Adds each answered request to the request log, and passes on what the log level asks for.
struct RequestLogHandler: LogHandler {
  private var inner: JSONLog
  private let requests: RequestLog
  private let now: @Sendable () -> Date
  var logLevel: Logger.Level

  init(_ inner: JSONLog, _ requests: RequestLog, now: @escaping @Sendable () -> Date = { Date() }) {
    (self.inner, self.requests, self.now) = (inner, requests, now)
    logLevel = min(inner.logLevel, .info)
  }

  var metadata: Logger.Metadata {
    get { inner.metadata }
    set { inner.metadata = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { inner[metadataKey: key] }
    set { inner[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    if let request = EndpointRequest(event, at: now()) { requests.add(request) }
    if event.level >= inner.logLevel { inner.log(event: event) }
  }
}

extension EndpointRequest {
  fileprivate init?(_ event: LogEvent, at now: Date) {
    guard event.message == "answered", let values = event.metadata,
      let status = values["status"].flatMap({ Int("\($0)") })
    else { return nil }
    self.init(
      at: now,
      group: values["endpoint"].map { "\($0)" } ?? "none",
      method: values["method"].map { "\($0)" } ?? "",
      status: status,
      note: values["note"].map { "\($0)" } ?? "",
      milliseconds: values["milliseconds"].flatMap { Double("\($0)") } ?? 0
    )
  }

  var json: JSONValue {
    [
      "at": .time(at), "group": .string(group), "method": .string(method),
      "status": .whole(status), "note": .string(note), "milliseconds": .number("\(milliseconds)"),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let at = json["at"]?.string.flatMap(WrittenTime.date),
      let group = json["group"]?.string, let method = json["method"]?.string,
      let status = json["status"]?.looseNumber, let note = json["note"]?.string,
      let milliseconds = json["milliseconds"]?.looseNumber
    else { return nil }
    self.init(
      at: at,
      group: group,
      method: method,
      status: Int(exactly: status) ?? 0,
      note: note,
      milliseconds: milliseconds
    )
  }
}

/// Reads the requests that a server has logged, from where it stopped before.
struct RequestLogReader {
  let path: String

  private static let maxBytes = 1 << 18

  init(ledger path: String) { self.path = RequestLog.path(ledger: path) }

  /// Sets the mark to the end of the log.
  func skip(_ mark: inout ArrivalMark) {
    guard let status = SideFile.status(of: path) else { return }
    (mark.requestFile, mark.requestOffset) = (status.file, status.size)
  }

  /// The requests after the mark, which moves on; at most a quarter of a megabyte of them.
  func read(_ mark: inout ArrivalMark) -> (requests: [EndpointRequest], hasMore: Bool) {
    guard let status = SideFile.status(of: path) else { return ([], false) }
    if mark.requestFile != 0, mark.requestFile != status.file {
      // The rest of the older file comes first.
      let older = RequestLog.olderPath(path)
      if let old = SideFile.status(of: older), old.file == mark.requestFile,
        old.size > mark.requestOffset
      {
        let rest = requests(in: older, of: old, &mark)
        if !rest.isEmpty { return (rest, true) }
      }
    }
    if mark.requestFile != status.file || status.size < mark.requestOffset {
      (mark.requestFile, mark.requestOffset) = (status.file, 0)
    }
    guard status.size > mark.requestOffset else { return ([], false) }
    let found = requests(in: path, of: status, &mark)
    return (found, !found.isEmpty && mark.requestOffset < status.size)
  }

  private func requests(
    in path: String,
    of status: (file: UInt64, size: Int64),
    _ mark: inout ArrivalMark
  ) -> [EndpointRequest] {
    guard let file = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? file.close() }
    guard (try? file.seek(toOffset: UInt64(mark.requestOffset))) != nil,
      let data = try? file.read(upToCount: Self.maxBytes),
      let end = data.lastIndex(of: UInt8(ascii: "\n"))
    else { return [] }
    let whole = data[...end]
    mark.requestOffset += Int64(whole.count)
    return whole.split(separator: UInt8(ascii: "\n")).compactMap { line in
      (try? JSONReader.value(Array(line))).flatMap { EndpointRequest($0) }
    }
  }
}
