import ArgumentParser
import Basics
import Entitlements
import Foundation

/// A named query.
struct Queue: Equatable, Sendable {
  var name: String
  var list: RowList
  var query: String
  /// Whether the queue is built in.
  var isBuiltIn = false

  /// The queues for a support team's daily checks.
  static let builtIn = [
    ("billing-trouble", .subs, "state:grace,hold"),
    ("lapsing", .subs, "state:off expires<7d"),
    ("refund-asked", .events, "refundRequested since:30d"),
    ("paid-without-right", .users, "is:active -has:entitlement"),
    ("bought-twice", .users, "is:duplicate"),
    ("unmatched", .orders, "-user:*"),
    ("rejected", .receipts, "has:error"),
    ("unverified", .receipts, "is:unverified -has:error"),
  ].map { Queue(name: $0, list: $1, query: $2, isBuiltIn: true) }

  /// Whether `text` is a valid name: short, without special characters of a shell or TOML.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
      } && !text.hasPrefix("-")
  }
}

/// The operator's queues, in `queues.toml` beside the settings.
struct QueueFile {
  let path: String
  private(set) var saved: [Queue]
  /// The lines of the queries, by the queue's name.
  private var lines: [String: Int] = [:]

  /// Reads the file at `path`; a missing file has no queues.
  init(path: String) throws(FileError) {
    self.path = path
    saved = []
    guard FileManager.default.fileExists(atPath: path) else { return }
    let tables = try TOMLTables.read("queue", from: path, keys: ["name", "list", "query"])
    for (table, fields) in tables {
      guard let list = RowList(rawValue: fields["list"] ?? RowList.users.rawValue) else {
        let lists = RowList.allCases.map(\.rawValue).joined(separator: ", ")
        throw .wrongValue(
          path: path,
          line: table.line(of: "list"),
          key: "queue.list",
          expected: "one of \(lists)"
        )
      }
      guard let name = fields["name"], Queue.isName(name), let query = fields["query"] else {
        throw .wrongValue(
          path: path,
          line: table.line(of: "name"),
          key: "queue",
          expected: "a table with a query and a name of letters, digits and dashes"
        )
      }
      saved.append(Queue(name: name, list: list, query: query))
      lines[name] = table.line(of: "query")
    }
  }

  /// The saved queues, then the built-in ones of other names.
  var all: [Queue] {
    saved + Queue.builtIn.filter { known in !saved.contains { $0.name == known.name } }
  }

  /// Throws for a saved queue whose query cannot be read at `instant`, and names the queue.
  func expectQueries(at instant: Date) throws(FileError) {
    for queue in saved {
      do throws(QueryError) {
        _ = try Query(reading: queue.query, at: instant)
      } catch {
        let place = FileError.location(path, lines[queue.name])
        throw FileError("\(place): correct the query of the queue \(queue.name): \(error)")
      }
    }
  }

  mutating func save(_ queue: Queue) throws {
    try change { queues in
      queues.removeAll { $0.name == queue.name }
      queues.append(queue)
    }
  }

  /// Deletes a saved queue; `false` if there is none of that name.
  mutating func drop(_ name: String) throws -> Bool {
    guard saved.contains(where: { $0.name == name }) else { return false }
    try change { $0.removeAll { $0.name == name } }
    return true
  }

  /// Changes the queues as they are in the file now. Another process that changes them waits for
  /// the lock of a file beside it.
  private mutating func change(_ edit: (inout [Queue]) -> Void) throws {
    Paths.makePrivateFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    let lock = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw unwritable }
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else { throw unwritable }
    var queues = try QueueFile(path: path).saved
    edit(&queues)
    try write(queues)
  }

  private var unwritable: Fault {
    Fault("\(path) cannot be written. Correct its permissions, or set $PURSER_CONFIG_DIR.")
  }

  private mutating func write(_ queues: [Queue]) throws(Fault) {
    let text = queues.map { queue in
      """
      [[queue]]
      name = \(CatalogText.quoted(queue.name))
      list = \(CatalogText.quoted(queue.list.rawValue))
      query = \(CatalogText.quoted(queue.query))

      """
    }.joined(separator: "\n")
    do {
      // Private, since a query may name a customer.
      try OutputFile.replace(path, by: Array(text.utf8))
    } catch {
      throw unwritable
    }
    saved = queues
  }
}

/// The text of a query.
struct QueryText: Equatable {
  var text: String

  init(_ text: String) { self.text = text }

  /// The query, or an error whose lines mark the mistake and are safe for a terminal.
  func query(at instant: Date) throws(ExitFault) -> Query {
    do throws(QueryError) {
      return try Query(reading: text, at: instant)
    } catch {
      let picture = error.picture(of: text)
      throw ExitFault(status: 64, lines: picture.split(separator: "\n").map(String.init))
    }
  }

  /// Rejects words with two dashes as unknown options: negation uses one.
  static func expectWords(_ words: [String]) throws {
    guard let option = words.first(where: { $0.hasPrefix("--") }) else { return }
    throw ValidationError("Unknown option \(PlainText.safe(option)).")
  }
}
