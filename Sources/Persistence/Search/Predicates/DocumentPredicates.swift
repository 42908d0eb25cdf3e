import Entitlements

/// Conditions on documents.
enum DocumentPredicates {
  static func id(_ values: [String]) -> SearchPredicate {
    let column = TextColumn("document.id")
    return SearchPredicate(
      .document,
      column.walked.equals(values),
      ["SELECT n FROM document WHERE \(column.equals(values))"],
      .one,
      isExact: true
    )
  }

  static func stores(_ stores: [Store]) -> SearchPredicate {
    SearchPredicate(.document, "+document.store IN (\(stores.map(\.rawValue)))")
  }

  static func environments(_ environments: [Environment]) -> SearchPredicate {
    SearchPredicate(.document, "+document.environment IN (\(environments.map(\.rawValue)))")
  }

  static func app(_ matches: [Query.TextMatch]) -> SearchPredicate {
    SearchPredicate(.document, TextColumn("document.app").meets(matches, in: .app))
  }

  static let isBelieved = SearchPredicate(.document, "+document.rejectionCode IS NULL")

  static let isRejected = SearchPredicate(
    .document,
    "document.rejectionCode IS NOT NULL",
    ["SELECT n FROM document WHERE rejectionCode IS NOT NULL ORDER BY receivedAt DESC"]
  )

  /// Proves nothing: rejected or unsigned.
  static let isUnproven = SearchPredicate(
    .document,
    "(+document.rejectionCode IS NOT NULL OR +document.provenance IN ('sharedSecret', 'none'))"
  )

  static func received(_ ranges: [Query.TimeRange]) -> SearchPredicate {
    PredicateTable.document.predicate("document.receivedAt", in: ranges)
  }

  static func verified(_ ranges: [Query.TimeRange]) -> SearchPredicate {
    let test = Fragment.any(ranges.map { $0.contains("+document.appliedAt") })
    return SearchPredicate(.document, "(+document.rejectionCode IS NULL AND \(test))")
  }
}

extension Query.TimeRange {
  var isBounded: Bool { from != nil || until != nil }

  /// Tests whether the column's instant is in the range.
  func contains(_ column: Fragment) -> Fragment {
    switch (from?.milliseconds, until?.milliseconds) {
    case (nil, nil): "\(column) IS NOT NULL"
    case (let from?, nil): "\(column) >= \(from)"
    case (nil, let until?): "\(column) < \(until)"
    case (let from?, let until?): "(\(column) >= \(from) AND \(column) < \(until))"
    }
  }
}
