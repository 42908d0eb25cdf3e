import Entitlements
import Foundation

/// A query that has a name.
struct Queue: Equatable, Sendable {
  var name: String
  var list: RowList
  var query: String
  /// Whether it comes with the program.
  var isBuiltIn = false

  /// What a desk looks through every day.
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

  /// Short, and nothing that a shell or TOML would read otherwise.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
      } && !text.hasPrefix("-")
  }
}

/// The queues that somebody saved, in `queues.toml` beside the settings.
struct QueueFile {
  let path: String
  private(set) var saved: [Queue]

  /// The file at `path`; without queues where there is none.
  init(path: String) throws(SettingsError) {
    self.path = path
    saved = []
    guard FileManager.default.fileExists(atPath: path) else { return }
    for fields in try TOMLTables.read("queue", from: path, keys: ["name", "list", "query"]) {
      guard let list = RowList(rawValue: fields["list"] ?? RowList.users.rawValue) else {
        let lists = RowList.allCases.map(\.rawValue).joined(separator: ", ")
        throw .wrongValue(path: path, key: "queue.list", expected: "one of \(lists)")
      }
      guard let name = fields["name"], Queue.isName(name), let query = fields["query"] else {
        throw .wrongValue(
          path: path,
          key: "queue",
          expected: "given a name of letters, digits and dashes, and a query"
        )
      }
      saved.append(Queue(name: name, list: list, query: query))
    }
  }

  /// Those of the operator before those that come with the program, of one name the former.
  var all: [Queue] {
    saved + Queue.builtIn.filter { known in !saved.contains { $0.name == known.name } }
  }

  mutating func save(_ queue: Queue) throws(QueueFileError) {
    var queues = saved.filter { $0.name != queue.name }
    queues.append(queue)
    try write(queues)
  }

  /// `false` for a name that was not saved.
  mutating func drop(_ name: String) throws(QueueFileError) -> Bool {
    let rest = saved.filter { $0.name != name }
    guard rest.count < saved.count else { return false }
    try write(rest)
    return true
  }

  private mutating func write(_ queues: [Queue]) throws(QueueFileError) {
    let text = queues.map { queue in
      """
      [[queue]]
      name = \(CatalogText.quoted(queue.name))
      list = \(CatalogText.quoted(queue.list.rawValue))
      query = \(CatalogText.quoted(queue.query))

      """
    }.joined(separator: "\n")
    let file = URL(fileURLWithPath: path)
    Paths.makePrivateFolder(file.deletingLastPathComponent().path)
    do {
      // A query may name a customer.
      try OutputFile.replace(path, by: Array(text.utf8))
    } catch {
      throw QueueFileError(path: path)
    }
    saved = queues
  }
}

/// The saved queues could not be written.
struct QueueFileError: Error, Equatable, CustomStringConvertible {
  var path: String

  var description: String {
    "\(path) cannot be written. Correct its permissions, or set $PURSER_CONFIG_DIR."
  }
}
