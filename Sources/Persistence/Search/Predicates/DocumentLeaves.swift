import Entitlements

/// What is asked of documents.
enum DocumentLeaves {
  static func id(_ values: [String]) -> SearchLeaf {
    let column = TextColumn("document.id")
    return SearchLeaf(
      .document,
      column.walked.equals(values),
      ["SELECT n FROM document WHERE \(column.equals(values))"],
      .one,
      isExact: true
    )
  }

  static func stores(_ stores: [Store]) -> SearchLeaf {
    SearchLeaf(.document, "+document.store IN (\(stores.map(\.rawValue)))")
  }

  static func environments(_ environments: [Environment]) -> SearchLeaf {
    SearchLeaf(.document, "+document.environment IN (\(environments.map(\.rawValue)))")
  }

  static func app(_ matches: [Query.TextMatch]) -> SearchLeaf {
    SearchLeaf(.document, TextColumn("document.app").meets(matches, in: .app))
  }

  static let isBelieved = SearchLeaf(.document, "+document.rejectionCode IS NULL")

  static let isRejected = SearchLeaf(
    .document,
    "document.rejectionCode IS NOT NULL",
    ["SELECT n FROM document WHERE rejectionCode IS NOT NULL ORDER BY receivedAt DESC"]
  )

  /// It proves nothing: rejected, or no more than hearsay.
  static let isUnproven = SearchLeaf(
    .document,
    "(+document.rejectionCode IS NOT NULL OR +document.provenance IN ('sharedSecret', 'none'))"
  )

  static func received(_ ranges: [Query.TimeRange]) -> SearchLeaf {
    SearchHome.document.leaf("document.receivedAt", in: ranges)
  }

  static func verified(_ ranges: [Query.TimeRange]) -> SearchLeaf {
    let test = Fragment.any(ranges.map { $0.contains("+document.appliedAt") })
    return SearchLeaf(.document, "(+document.rejectionCode IS NULL AND \(test))")
  }
}

extension Query.TimeRange {
  var isBounded: Bool { from != nil || until != nil }

  /// Whether the column's instant lies in the range.
  func contains(_ column: Fragment) -> Fragment {
    switch (from?.milliseconds, until?.milliseconds) {
    case (nil, nil): "\(column) IS NOT NULL"
    case (let from?, nil): "\(column) >= \(from)"
    case (nil, let until?): "\(column) < \(until)"
    case (let from?, let until?): "(\(column) >= \(from) AND \(column) < \(until))"
    }
  }
}
