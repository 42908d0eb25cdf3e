import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore

/// A service over an empty ledger in memory, with a store of its own and a clock that stands still.
struct ServiceFixture {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
  static let day: TimeInterval = 86_400
  static let authority = Result {
    try TestAuthority(
      ChainPlan(
        validity: now.addingTimeInterval(-400 * day)...now.addingTimeInterval(400 * day)
      )
    )
  }

  let ledger: Ledger
  let service: EntitlementService
  let replay: LedgerRebuild
  private let receipts: ReceiptVerifier
  private let mint: ReceiptMint

  /// Over an empty ledger in memory, or over `ledger`.
  init(_ ledger: Ledger? = nil) throws {
    let authority = try Self.authority.get()
    self.ledger = try ledger ?? Ledger.inMemory()
    mint = ReceiptMint(authority)
    receipts = try ReceiptVerifier(roots: [authority.rootDER])
    replay = LedgerRebuild(reader: DocumentReader(receipts: receipts))
    service = EntitlementService(
      ledger: self.ledger,
      receipts: receipts,
      world: Dependencies(now: { Self.now })
    )
  }

  /// The service at another time.
  func service(at instant: Date, directory: Directory? = nil) -> EntitlementService {
    EntitlementService(
      ledger: ledger,
      receipts: receipts,
      world: Dependencies(now: { instant }),
      directory: directory
    )
  }

  /// A receipt of this app's with these purchases, made `age` days ago.
  func receipt(
    _ purchases: [MintedPurchase],
    age: Double = 0,
    as envelope: Envelope = .appStore
  ) throws -> [UInt8] {
    try mint.mint(
      MintedReceipt(
        bundleID: "com.example.reader",
        creationDate: Self.now.addingTimeInterval(-age * Self.day),
        purchases: purchases
      ),
      as: envelope
    )
  }

  /// A month of a subscription that began so many days ago.
  func month(
    _ transaction: String,
    of original: String? = nil,
    begun: Double,
    cancelled: Double? = nil
  ) -> MintedPurchase {
    let start = Self.now.addingTimeInterval(-begun * Self.day)
    return MintedPurchase(
      productID: "pro",
      transactionID: transaction,
      originalTransactionID: original,
      purchaseDate: start,
      expiresDate: start.addingTimeInterval(30 * Self.day),
      cancellationDate: cancelled.map { Self.now.addingTimeInterval(-$0 * Self.day) }
    )
  }

  /// The rights that hold now.
  func keys(of user: ID<User>) async throws -> [String] {
    try await ledger.users.details(of: user)?.entitlements.filter { $0.isActive(at: Self.now) }
      .map(\.key) ?? []
  }
}
