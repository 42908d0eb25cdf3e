import ArgumentParser

/// What `purser bench ledger` measures.
enum LedgerRow: String, CaseIterable, ExpressibleByArgument {
  case filing
  case filing64 = "filing-64"
  /// What this process holds after much browsing: before the others, whose work would count.
  case memory
  case page
  case orderPage = "page-orders"
  case documentPage = "page-documents"
  case lastPage = "last-page"
  case lookup, search
  /// Of the user with as near as can be to 1,000 orders, and of the one with the most.
  case timeline
  case longestTimeline = "timeline-busiest"
  case diagnosis
  case longestDiagnosis = "diagnosis-busiest"
  case cappedCount = "capped-count"
  case counts, sizes

  /// Whether it makes a ledger of its own; the others read one that there is.
  var isWriting: Bool { self == .filing || self == .filing64 }
}
