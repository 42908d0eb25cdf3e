/// How much a ledger holds.
package struct LedgerSummary: Equatable, Sendable {
  package var users: Int
  package var orders: Int
  /// All documents, the rejected ones among them.
  package var documents: Int
  package var rejected: Int
  /// Whether `purser generate` made all of it.
  package var isGenerated: Bool
  /// The size of the file and of what is not yet merged into it; zero for a ledger in memory.
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
