import Dashboard
import Entitlements
import Foundation

/// What the tests' stores make of jobs.
extension Sample {
  /// Of Ada's purchases, newest first.
  static let chains = [
    "2000000712345601", "2000000799990001", "2000000709990009", "2000000911110002",
  ].map { id in
    Subscription.id(
      store: .apple,
      environment: id.hasPrefix("20000009") ? .sandbox : .production,
      app: app,
      originalTransactionID: id
    )
  }

  static func job(
    _ place: Int,
    _ state: JobState,
    _ outcome: String? = nil,
    _ detail: String? = nil,
    due: Double = 0
  ) -> BatchJob {
    BatchJob(
      id: Int64(place + 1),
      chain: chains[place],
      state: state,
      dueAt: days(due),
      outcome: outcome,
      detail: detail
    )
  }

  /// One of every fate.
  static let jobs = [
    job(0, .done, "answered", "2 documents"),
    job(
      1,
      .failed,
      "refused",
      "the App Store answered 401; look at the store's settings and keys"
    ),
    job(
      2,
      .waiting,
      "store-unavailable",
      "the App Store could not be reached: it took too long",
      due: 0.01
    ),
    job(3, .running),
  ]

  static let over = [
    job(0, .done, "answered", "2 documents"),
    job(1, .done, "unknown-there", "the store knows nothing of it"),
  ]

  static func lookedUp(_ text: String) -> Outcome<RestorePlan> {
    switch text {
    case "receipt.b64": .value(RestorePlan(text: text, source: .file(bytes: 9_842)))
    case "2000000812345101":
      .value(
        RestorePlan(
          text: text,
          source: .purchase(
            Subscription.id(
              store: .apple,
              environment: .production,
              app: app,
              originalTransactionID: text
            ),
            product: "\(app).pro.yearly",
            owner: ID("grace")
          )
        )
      )
    default: .failure("No purchase on file goes by \(text).")
    }
  }
}
