import Basics
import Foundation
import Logging
import Receipts

/// Writes log lines as JSON to standard error.
struct JSONLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var members: [(String, JSONValue?)] = [
      ("at", .string(Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))),
      ("level", .string(event.level.rawValue)), ("message", .string("\(event.message)")),
    ]
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    for (name, value) in all.sorted(by: { $0.key < $1.key }) where "\(value)" != "" {
      members.append((name, Self.json(value)))
    }
    let line = JSONText.bytes(of: .of(members), .line)
    _ = StandardStream.write(line[...], to: STDERR_FILENO)
  }

  private static func json(_ value: Logger.MetadataValue) -> JSONValue {
    if case .stringConvertible(let value) = value, value is Int || value is Double {
      return .number("\(value)")
    }
    return .string("\(value)")
  }
}
