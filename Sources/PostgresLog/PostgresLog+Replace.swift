package import Persistence

extension PostgresLog {
  /// The most entries whose bodies one transaction replaces.
  private static let maxReplacements = 256
  /// More than any entry has, so that a damaged number takes no memory.
  private static let maxPieces = 1 << 16

  package func replace(_ bodies: [EntryID: [UInt8]]) throws(SharedLogError) {
    let ids = Array(bodies.keys)
    for start in stride(from: 0, to: ids.count, by: Self.maxReplacements) {
      let group = ids[start..<min(start + Self.maxReplacements, ids.count)]
      try perform { connection in
        try verifyGenesis(on: connection)
        // The rows stay, so that no position changes: a shorter body leaves the last ones empty.
        let rows = try pieceCounts(of: group, on: connection).flatMap { id, count in
          Piece.split(bodies[id] ?? [], into: count).enumerated().map {
            NewBody(id: id, piece: Int32(clamping: $0 + 1), bytes: $1)
          }
        }
        try connection.transaction {
          for batch in Piece.batches(of: rows, bytes: { $0.bytes.count }) {
            try write(batch, on: connection)
          }
        }
      }
    }
  }

  private struct NewBody {
    let id: EntryID
    let piece: Int32
    let bytes: ArraySlice<UInt8>
  }

  private func pieceCounts(
    of ids: ArraySlice<EntryID>,
    on connection: Connection
  ) throws -> [(EntryID, Int)] {
    var parameters = Parameters()
    parameters.add(part)
    parameters.add(ids.map(\.value))
    let rows = try connection.run(
      """
      SELECT id, pieces FROM purser_entry WHERE part = $1 AND id = ANY($2) AND piece = 1
      ORDER BY seq
      """,
      parameters
    )
    return try (0..<rows.count).map { row in
      let count = Int(try rows.int32(row, 1))
      guard 1...Self.maxPieces ~= count else {
        throw SharedLogError.failed(reason: "an entry has \(count) pieces")
      }
      return (try rows.id(row, 0), count)
    }
  }

  private func write(_ bodies: ArraySlice<NewBody>, on connection: Connection) throws {
    var parameters = Parameters(capacity: bodies.reduce(0) { $0 + $1.bytes.count + 40 } + 128)
    parameters.add(part)
    parameters.add(bodies.map(\.id.value))
    parameters.add(bodies.map(\.piece))
    parameters.add(bodies.map(\.bytes))
    _ = try connection.run(
      """
      UPDATE purser_entry SET body = d.body FROM unnest($2, $3, $4) d(id, piece, body)
      WHERE purser_entry.part = $1 AND purser_entry.id = d.id AND purser_entry.piece = d.piece
      """,
      parameters
    )
  }
}
