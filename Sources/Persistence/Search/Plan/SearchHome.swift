/// What a condition is about: each has a row of its own, under this alias, wherever it is asked.
enum SearchHome: Hashable, Sendable { case user, chain, sale, entitlement, document, notice }

/// How the rows of a list are joined to what a condition is about.
///
/// All joins are cross joins: the first table named is read first, and the others by their keys.
struct SearchPath {
  /// What is read, in this order.
  var source: Fragment
  /// What ties it to the list's row.
  var tie: Fragment
  /// The aliases that conditions may use.
  var homes: Set<SearchHome>

  init(_ source: Fragment, where tie: Fragment, _ homes: Set<SearchHome>) {
    self.source = source
    self.tie = tie
    self.homes = homes
  }

  /// Whether anything at the end of the path meets the condition.
  func leads(to condition: Fragment) -> Fragment {
    "EXISTS (SELECT 1 FROM \(source) WHERE \(tie) AND \(condition))"
  }
}

extension SearchHome {
  /// What it is read from, under its alias.
  var table: Fragment {
    switch self {
    case .sale: "\"order\" AS sale"
    case .user: "user"
    case .chain: "chain"
    case .entitlement: "entitlement"
    case .document: "document"
    case .notice: "notice"
    }
  }

  /// From a row of this to what a condition is about; `nil` where that is the row itself.
  func path(to home: SearchHome) -> SearchPath? {
    switch (self, home) {
    case (.user, .sale): Self.sales(where: "sale.user = user.n")
    case (.user, .chain): SearchPath("chain", where: "chain.user = user.n", [.chain])
    case (.user, .entitlement):
      SearchPath("entitlement", where: "entitlement.user = user.n", [.entitlement])
    case (.user, _): SearchPath("document", where: "document.user = user.n", [.document])

    case (.sale, .chain): SearchPath("chain", where: "chain.n = sale.chain", [.chain])
    case (.sale, .user): SearchPath("user", where: "user.n = sale.user", [.user])
    case (.sale, .entitlement): SearchPath("entitlement", where: Self.saleGives, [.entitlement])
    case (.sale, _): SearchPath("document", where: "document.n = sale.evidence", [.document])

    case (.chain, .sale):
      SearchPath("\"order\" AS sale", where: "sale.chain = chain.n", [.sale, .chain])
    case (.chain, .user): SearchPath("user", where: "user.n = chain.user", [.user])
    case (.chain, .entitlement):
      SearchPath(
        "\"order\" AS sale CROSS JOIN entitlement ON \(Self.saleGives)",
        where: "sale.chain = chain.n",
        [.entitlement]
      )
    case (.chain, _):
      SearchPath(
        "mention CROSS JOIN document ON document.n = mention.document",
        where: "mention.chain = chain.n",
        [.document]
      )

    case (.entitlement, .user): SearchPath("user", where: "user.n = entitlement.user", [.user])
    case (.entitlement, .document):
      SearchPath("document", where: "document.n = entitlement.document", [.document])
    case (.entitlement, _): Self.sales(where: "sale.n = entitlement.source")

    case (.document, .user): SearchPath("user", where: "user.n = document.user", [.user])
    case (.document, .sale):
      SearchPath(
        """
        mention CROSS JOIN chain ON chain.n = mention.chain
        CROSS JOIN "order" AS sale ON sale.chain = chain.n
        """,
        where: "mention.document = document.n",
        [.sale, .chain]
      )
    case (.document, .entitlement):
      SearchPath(
        "entitlement",
        where: "entitlement.user = document.user AND entitlement.document = document.n",
        [.entitlement]
      )
    case (.document, _):
      SearchPath(
        "mention CROSS JOIN chain ON chain.n = mention.chain",
        where: "mention.document = document.n",
        [.chain]
      )

    case (.notice, .document):
      SearchPath("document", where: "document.n = notice.document", [.document])
    case (.notice, .user):
      SearchPath(
        "chain CROSS JOIN user ON user.n = chain.user",
        where: "chain.n = notice.chain",
        [.user]
      )
    case (.notice, .sale):
      Self.sales(
        where: """
          sale.chain = notice.chain
          AND (notice.transactionID IS NULL OR notice.transactionID = sale.transactionID)
          """
      )
    case (.notice, .entitlement):
      SearchPath(
        "\"order\" AS sale CROSS JOIN entitlement ON \(Self.saleGives)",
        where: "sale.chain = notice.chain",
        [.entitlement]
      )
    case (.notice, _): SearchPath("chain", where: "chain.n = notice.chain", [.chain])
    }
  }

  private static let saleGives: Fragment =
    "entitlement.user = sale.user AND entitlement.source = sale.n"

  private static func sales(where tie: Fragment) -> SearchPath {
    SearchPath(
      "\"order\" AS sale CROSS JOIN chain ON chain.n = sale.chain",
      where: tie,
      [.sale, .chain]
    )
  }
}

extension SearchHome {
  /// Statements of row numbers turned into those of this list's rows: of users where the list is
  /// that of entitlements. What they find may be too much, and never too little; `nil` where no
  /// index leads back.
  func numbers(of home: SearchHome, among found: Fragment) -> Fragment? {
    if self == home { return found }
    let tables: Fragment
    let column: Fragment
    switch (self, home) {
    case (.user, .sale), (.entitlement, .sale):
      (column, tables) = ("sale.user", "\"order\" AS sale ON sale.n = found.n")
    case (.user, .chain), (.entitlement, .chain):
      (column, tables) = ("chain.user", "chain ON chain.n = found.n")
    case (.user, .document):
      (column, tables) = ("document.user", "document ON document.n = found.n")
    case (.entitlement, .user): return found

    case (.sale, .chain): (column, tables) = ("sale.n", "\"order\" AS sale ON sale.chain = found.n")
    case (.sale, .user): (column, tables) = ("sale.n", "\"order\" AS sale ON sale.user = found.n")

    case (.chain, .sale): (column, tables) = ("sale.chain", "\"order\" AS sale ON sale.n = found.n")
    case (.chain, .user): (column, tables) = ("chain.n", "chain ON chain.user = found.n")
    case (.chain, .document):
      (column, tables) = ("mention.chain", "mention ON mention.document = found.n")

    case (.document, .user):
      (column, tables) = ("document.n", "document ON document.user = found.n")
    case (.document, .chain):
      (column, tables) = ("mention.document", "mention ON mention.chain = found.n")
    case (.document, .sale):
      column = "mention.document"
      tables = """
        "order" AS sale ON sale.n = found.n CROSS JOIN mention ON mention.chain = sale.chain
        """

    case (.notice, .chain): (column, tables) = ("notice.n", "notice ON notice.chain = found.n")
    case (.notice, .document):
      (column, tables) = ("notice.n", "notice ON notice.document = found.n")
    case (.notice, .sale):
      column = "notice.n"
      tables = """
        "order" AS sale ON sale.n = found.n CROSS JOIN notice ON notice.chain = sale.chain
        """
    case (.notice, .user):
      column = "notice.n"
      tables = """
        chain ON chain.user = found.n CROSS JOIN notice ON notice.chain = chain.n
        """
    default: return nil
    }
    return "SELECT \(column) AS n FROM (\(found)) AS found CROSS JOIN \(tables)"
  }

  /// Whether those statements find exactly the rows from which a path leads to what was found.
  func isLedToExactly(from home: SearchHome) -> Bool {
    self != .entitlement && (self, home) != (.notice, .sale)
  }
}
