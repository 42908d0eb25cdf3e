/// The sizes of a ledger.
package struct LedgerSummary: Equatable, Sendable {
  package var users: Int
  package var orders: Int
  /// All documents, including rejected ones.
  package var documents: Int
  package var rejected: Int
  /// Whether all of it was made by `purser generate`.
  package var isGenerated: Bool
  /// The size of the file and its write-ahead log; zero for an in-memory ledger.
  package var fileBytes: Int

  package init(
    users: Int,
    orders: Int,
    documents: Int,
    rejected: Int,
    isGenerated: Bool = false,
    fileBytes: Int
  ) {
    self.users = users
    self.orders = orders
    self.documents = documents
    self.rejected = rejected
    self.isGenerated = isGenerated
    self.fileBytes = fileBytes
  }
}
