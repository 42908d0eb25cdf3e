/// The marked records, which the next action applies to, in marking order.
struct Marks: Equatable, Sendable {
  private(set) var records: [Record] = []
  private var identities: Set<String> = []

  /// The maximum number of marks.
  static let most = 10_000

  var isEmpty: Bool { records.isEmpty }
  var count: Int { records.count }
  var isFull: Bool { records.count >= Self.most }

  func contains(_ record: Record) -> Bool {
    !isEmpty && identities.contains(record.identity)
  }

  /// Marks or unmarks the record.
  mutating func toggle(_ record: Record) {
    let identity = record.identity
    if identities.remove(identity) != nil {
      records.removeAll { $0.identity == identity }
    } else {
      add([record])
    }
  }

  /// Marks records up to the maximum.
  mutating func add(_ new: some Sequence<Record>) {
    for record in new where !isFull {
      if identities.insert(record.identity).inserted { records.append(record) }
    }
  }
}
