import ArgumentParser

/// A measurement of `purser bench ledger`.
enum LedgerRow: String, CaseIterable, ExpressibleByArgument {
  case filing
  case filing64 = "filing-64"
  /// This process's memory after much browsing. Runs first, so that other rows don't add to it.
  case memory
  case page
  case orderPage = "page-orders"
  case documentPage = "page-documents"
  case lastPage = "last-page"
  case lookup, search
  /// Timelines of the user with about 1,000 orders and of the one with the most.
  case timeline
  case longestTimeline = "timeline-busiest"
  case diagnosis
  case longestDiagnosis = "diagnosis-busiest"
  case cappedCount = "capped-count"
  case counts, sizes

  /// Whether the row creates its own ledger; the others read an existing one.
  var isWriting: Bool { self == .filing || self == .filing64 }
}
