/// How a ledger finds the rows of a list that match a query.
package struct QueryExplanation: Equatable, Sendable {
  package enum Way: Equatable, Sendable {
    /// Every row matches: the list's index is read in order.
    case whole
    /// Indices find all matches: so many rows, which are sorted in memory.
    case found(Int)
    /// Indices find candidates: so many rows, which are looked up along the list's own index.
    case sieved(Int)
    /// The list's index is read in order, and every row is tested.
    case walked
  }

  /// An SQL statement; values are bound, and shown as `?`.
  package struct Statement: Equatable, Sendable {
    package var sql: String
    /// SQLite's query plan, step by step.
    package var steps: [String]

    package init(sql: String, steps: [String]) {
      self.sql = sql
      self.steps = steps
    }
  }

  package var way: Way
  /// The statements that find rows by index; empty if the whole list is read.
  package var sources: [Statement]
  /// The statements that read the first page of the list.
  package var page: [Statement]

  package init(way: Way, sources: [Statement], page: [Statement]) {
    self.way = way
    self.sources = sources
    self.page = page
  }
}
