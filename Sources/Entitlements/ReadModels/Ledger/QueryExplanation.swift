/// How a ledger comes by the rows of a list that match a query.
package struct QueryExplanation: Equatable, Sendable {
  package enum Way: Equatable, Sendable {
    /// Everything matches: the list's index is read in its order.
    case whole
    /// Indices find all that matches: so many rows, which are sorted in memory.
    case found(Int)
    /// Indices find what may match: so many rows, which are looked for along the list's own index.
    case sieved(Int)
    /// The list's index is read in its order, and every row of it tested.
    case walked
  }

  /// What is asked of SQLite; values are bound, and show as `?`.
  package struct Statement: Equatable, Sendable {
    package var sql: String
    /// SQLite's own words of how it answers, a step each.
    package var steps: [String]

    package init(sql: String, steps: [String]) {
      self.sql = sql
      self.steps = steps
    }
  }

  package var way: Way
  /// What finds rows by index; none where the list is read.
  package var sources: [Statement]
  /// What reads the first page of the list.
  package var page: [Statement]

  package init(way: Way, sources: [Statement], page: [Statement]) {
    self.way = way
    self.sources = sources
    self.page = page
  }
}
