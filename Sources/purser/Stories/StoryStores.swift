import Foundation
import Mint
import Receipts
import ServiceCore

/// The stores of stories: keys that exist in this process only, and a reader that trusts them.
struct StoryStores: Sendable {
  /// From 2005 to 2040: stories may be of any year that stores were open in.
  private static let validity =
    Date(timeIntervalSince1970: 1_104_537_600)...Date(timeIntervalSince1970: 2_208_988_800)

  private static func plan(_ name: String) -> ChainPlan {
    ChainPlan(validity: validity, name: name)
  }

  let receipts: ReceiptVerifier
  let reader: DocumentReader
  private let store: StorySigner
  private let stranger: StorySigner

  /// Costs two RSA keys.
  init() throws {
    let purchases = try PurchaseMint()
    let authority = try TestAuthority(Self.plan("purser story"))
    store = StorySigner(
      authority,
      try PayloadAuthority(Self.plan("purser story")),
      purchases: purchases
    )
    // The RSA key of the store saves the time to make one; the chain above it is another all the
    // same.
    stranger = StorySigner(
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

  /// The document as it arrives; none for an operator's act, which is performed.
  func bytes(of document: StoryDocument) throws(MintError) -> [UInt8] {
    try (document.isForged ? stranger : store).bytes(of: document)
  }
}
