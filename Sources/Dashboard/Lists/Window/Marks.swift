/// The records that the next act is about, in the order in which they were marked.
struct Marks: Equatable, Sendable {
  private(set) var records: [Record] = []
  private var identities: Set<String> = []

  /// More than anybody looks through by hand; a query names more.
  static let most = 10_000

  var isEmpty: Bool { records.isEmpty }
  var count: Int { records.count }
  var isFull: Bool { records.count >= Self.most }

  func contains(_ record: Record) -> Bool {
    !isEmpty && identities.contains(record.identity)
  }

  /// Marks the record, or takes its mark away.
  mutating func toggle(_ record: Record) {
    let identity = record.identity
    if identities.remove(identity) != nil {
      records.removeAll { $0.identity == identity }
    } else {
      add([record])
    }
  }

  /// Marks those that are not marked yet, as far as there is room.
  mutating func add(_ new: some Sequence<Record>) {
    for record in new where !isFull {
      if identities.insert(record.identity).inserted { records.append(record) }
    }
  }
}
