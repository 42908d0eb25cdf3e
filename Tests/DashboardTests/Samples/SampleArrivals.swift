import Entitlements
import Foundation

extension Sample {
  /// One of each kind, a rejected document and a refused request among them.
  static let arrivals = Arrivals(
    rows: documents.prefix(3).map { .document($0) } + notices.prefix(2).map { .event($0) }
      + jobRows.prefix(3).map { .job($0) } + [
        .request(request("validate", 200, "ok", 12.5)),
        .request(request("playfab", 401, "playfab-1074", 0.4)),
        .request(request("google", 503, "fetch", 903)),
      ],
    mark: ArrivalMark(document: 3, event: 2, job: 45),
    skipped: 240
  )

  private static func request(
    _ group: String,
    _ status: Int,
    _ note: String,
    _ milliseconds: Double
  ) -> EndpointRequest {
    EndpointRequest(
      at: now.addingTimeInterval(-1),
      group: group,
      method: "POST",
      status: status,
      note: note,
      milliseconds: milliseconds
    )
  }
}
