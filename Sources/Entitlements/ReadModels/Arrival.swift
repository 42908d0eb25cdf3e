package import Foundation

/// Something that arrived: in the ledger, or at an endpoint.
package enum Arrival: Equatable, Sendable {
  case document(DocumentRow)
  case event(EventRow)
  /// A job that was added, or has ended.
  case job(JobRow)
  case request(EndpointRequest)

  package var at: Date {
    switch self {
    case .document(let row): max(row.receivedAt, row.appliedAt)
    case .event(let row): row.receivedAt
    case .job(let row): row.endedAt ?? row.createdAt
    case .request(let request): request.at
    }
  }
}

/// A request at an endpoint, without what it contained.
package struct EndpointRequest: Equatable, Sendable {
  package var at: Date
  /// The group of endpoints, such as `validate`.
  package var group: String
  package var method: String
  package var status: Int
  /// The keyword of the answer, such as the reason of a refusal.
  package var note: String
  package var milliseconds: Double

  package init(
    at: Date,
    group: String,
    method: String,
    status: Int,
    note: String,
    milliseconds: Double
  ) {
    (self.at, self.group, self.method) = (at, group, method)
    (self.status, self.note, self.milliseconds) = (status, note, milliseconds)
  }
}

/// A position in what has arrived. Row IDs grow with each commit, so nothing is missed.
package struct ArrivalMark: Equatable, Sendable {
  package var document: Int64
  package var event: Int64
  package var job: Int64
  /// The jobs whose end has not been read.
  package var openJobs: [Int64] = []
  /// The file of requests, and how far it was read.
  package var requestFile: UInt64 = 0
  package var requestOffset: Int64 = 0

  package init(document: Int64, event: Int64, job: Int64) {
    (self.document, self.event, self.job) = (document, event, job)
  }
}

/// What arrived after a position.
package struct Arrivals: Equatable, Sendable {
  /// In the order of arrival.
  package var rows: [Arrival]
  package var mark: ArrivalMark
  /// Rows that were left out because too many had arrived.
  package var skipped: Int
  package var hasMore: Bool

  package init(rows: [Arrival], mark: ArrivalMark, skipped: Int = 0, hasMore: Bool = false) {
    (self.rows, self.mark) = (rows, mark)
    (self.skipped, self.hasMore) = (skipped, hasMore)
  }
}
