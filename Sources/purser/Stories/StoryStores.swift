import Foundation
import Mint
import Receipts
import ServiceCore

/// The signing keys for stories, which exist only in this process, and a reader that trusts them.
struct StoryStores: Sendable {
  /// From 2005 to 2040, to cover all years in which the stores existed.
  private static let validity =
    Date(timeIntervalSince1970: 1_104_537_600)...Date(timeIntervalSince1970: 2_208_988_800)

  private static func plan(_ name: String) -> ChainPlan {
    ChainPlan(validity: validity, name: name)
  }

  let receipts: ReceiptVerifier
  let reader: DocumentReader
  private let store: StorySigner
  private let forger: StorySigner

  /// Generates two RSA keys.
  init() throws {
    let purchases = try PurchaseMint()
    let authority = try TestAuthority(Self.plan("purser story"))
    store = StorySigner(
      authority,
      try PayloadAuthority(Self.plan("purser story")),
      purchases: purchases
    )
    // Reuses the store's RSA key to save time; the certificate chain differs.
    forger = StorySigner(
      try TestAuthority(Self.plan("somebody else"), keyOf: authority),
      try PayloadAuthority(Self.plan("somebody else")),
      purchases: purchases
    )
    receipts = try ReceiptVerifier(addedRoots: [authority.rootDER])
    reader = DocumentReader(
      receipts: receipts,
      google: .init(key: try GoogleLicenceKey(Array(purchases.licenceKey.utf8))),
      microsoft: try MicrosoftReceiptVerifier(certificates: [authority.signerDER]),
      payloads: try PayloadVerifier(addedRoots: [store.payloadRootDER])
    )
  }

  /// The document's bytes; empty for an operator action, which is performed instead.
  func bytes(of document: StoryDocument) throws(MintError) -> [UInt8] {
    try (document.isForged ? forger : store).bytes(of: document)
  }
}
