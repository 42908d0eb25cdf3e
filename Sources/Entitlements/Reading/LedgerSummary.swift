/// How much a ledger holds.
package struct LedgerSummary: Equatable, Sendable {
  package var users: Int
  package var orders: Int
  /// All documents, the rejected ones among them.
  package var documents: Int
  package var rejected: Int
  /// The size of the file and of what is not yet merged into it; zero for a ledger in memory.
  package var fileBytes: Int
  /// Whether its documents were made by purser itself, and prove nothing.
  package var isGenerated: Bool

  package init(
    users: Int,
    orders: Int,
    documents: Int,
    rejected: Int,
    fileBytes: Int,
    isGenerated: Bool = false
  ) {
    self.users = users
    self.orders = orders
    self.documents = documents
    self.rejected = rejected
    self.fileBytes = fileBytes
    self.isGenerated = isGenerated
  }
}
