/// The table that a condition is on, with a fixed alias.
enum PredicateTable: Hashable, Sendable { case user, chain, sale, entitlement, document, notice }

/// The joins from a list's rows to a condition's table.
struct JoinPath {
  /// The tables, in join order.
  var source: Fragment
  /// The join condition to the list's row.
  var tie: Fragment
  /// The aliases that conditions may use.
  var homes: Set<PredicateTable>

  init(_ source: Fragment, where tie: Fragment, _ homes: Set<PredicateTable>) {
    (self.source, self.tie, self.homes) = (source, tie, homes)
  }

  /// A path to one table under its own name.
  fileprivate static func join(_ table: PredicateTable, on tie: Fragment) -> JoinPath {
    JoinPath(table.table, where: tie, [table])
  }

  /// Whether any row at the end of the path meets the condition.
  func leads(to condition: Fragment) -> Fragment {
    "EXISTS (SELECT 1 FROM \(source) WHERE \(tie) AND \(condition))"
  }
}

extension PredicateTable {
  /// The table with its alias.
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

  /// The path from this table to a condition's table; `nil` if they are the same.
  func path(to home: PredicateTable) -> JoinPath? {
    switch (self, home) {
    case (.user, .sale): Self.sales(where: "sale.user = user.n")
    case (.user, .chain): .join(.chain, on: "chain.user = user.n")
    case (.user, .entitlement): .join(.entitlement, on: "entitlement.user = user.n")
    case (.user, _): .join(.document, on: "document.user = user.n")

    case (.sale, .chain): .join(.chain, on: "chain.n = sale.chain")
    case (.sale, .user): .join(.user, on: "user.n = sale.user")
    case (.sale, .entitlement): .join(.entitlement, on: Self.saleGives)
    case (.sale, _): .join(.document, on: "document.n = sale.evidence")

    case (.chain, .sale):
      JoinPath("\"order\" AS sale", where: "sale.chain = chain.n", [.sale, .chain])
    case (.chain, .user): .join(.user, on: "user.n = chain.user")
    case (.chain, .entitlement):
      JoinPath(
        "\"order\" AS sale CROSS JOIN entitlement ON \(Self.saleGives)",
        where: "sale.chain = chain.n",
        [.entitlement]
      )
    case (.chain, _):
      JoinPath(
        "mention CROSS JOIN document ON document.n = mention.document",
        where: "mention.chain = chain.n",
        [.document]
      )

    case (.entitlement, .user): .join(.user, on: "user.n = entitlement.user")
    case (.entitlement, .document): .join(.document, on: "document.n = entitlement.document")
    case (.entitlement, _): Self.sales(where: "sale.n = entitlement.source")

    case (.document, .user): .join(.user, on: "user.n = document.user")
    case (.document, .sale):
      JoinPath(
        """
        mention CROSS JOIN chain ON chain.n = mention.chain
        CROSS JOIN "order" AS sale ON sale.chain = chain.n
        """,
        where: "mention.document = document.n",
        [.sale, .chain]
      )
    case (.document, .entitlement):
      .join(
        .entitlement,
        on: "entitlement.user = document.user AND entitlement.document = document.n"
      )
    case (.document, _):
      JoinPath(
        "mention CROSS JOIN chain ON chain.n = mention.chain",
        where: "mention.document = document.n",
        [.chain]
      )

    case (.notice, .document): .join(.document, on: "document.n = notice.document")
    case (.notice, .user):
      JoinPath(
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
      JoinPath(
        "\"order\" AS sale CROSS JOIN entitlement ON \(Self.saleGives)",
        where: "sale.chain = notice.chain",
        [.entitlement]
      )
    case (.notice, _): .join(.chain, on: "chain.n = notice.chain")
    }
  }

  private static let saleGives: Fragment =
    "entitlement.user = sale.user AND entitlement.source = sale.n"

  private static func sales(where tie: Fragment) -> JoinPath {
    JoinPath(
      "\"order\" AS sale CROSS JOIN chain ON chain.n = sale.chain",
      where: tie,
      [.sale, .chain]
    )
  }
}

extension PredicateTable {
  /// Converts statements for row IDs into statements for row IDs of this list (of users, for the
  /// list of entitlements). May return too many rows, but never too few; `nil` if no index leads
  /// back.
  func numbers(of home: PredicateTable, among found: Fragment) -> Fragment? {
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

  /// Whether those statements return exactly the rows with a path to the found ones.
  func isLedToExactly(from home: PredicateTable) -> Bool {
    self != .entitlement && (self, home) != (.notice, .sale)
  }
}
