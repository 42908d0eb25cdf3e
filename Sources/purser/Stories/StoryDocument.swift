import Basics
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore

/// One document of a story, and how it arrived.
struct StoryDocument: Sendable {
  enum Content: Sendable {
    /// As somebody sent it.
    case bytes([UInt8])
    case appReceipt(MintedReceipt)
    case microsoftReceipt(MintedMicrosoftReceipt)
    /// What a store says, before it is signed, wrapped or sent as it is.
    case fields(JSONValue, as: ReceiptKind)
    /// An operator's own act.
    case act(Act.Deed, by: String)
  }

  /// `document 2`, in the order of the file.
  var place: String
  var number: Int
  var content: Content
  var receivedAt: Date
  /// Whether somebody who is not the store signs it.
  var isForged: Bool
  /// Whether it has to be believed.
  var isBelieved: Bool
  var user: ID<User>?
  var name: String?
  var email: String?
  var origin: Origin
  var hints: Hints
  var voucher: Entitlements.Provenance?

  /// What is presented to the service, once the bytes are minted.
  func presented(_ bytes: [UInt8]) -> PresentedDocument {
    PresentedDocument(
      bytes: bytes,
      user: user,
      name: name,
      email: email,
      origin: origin,
      hints: hints,
      voucher: voucher
    )
  }

  /// Files it as of when it arrived, by the service's ordinary path; `nil` for an operator's act.
  func file(
    _ bytes: [UInt8],
    in ledger: Ledger,
    _ receipts: ReceiptVerifier,
    _ reader: DocumentReader
  ) async throws -> Validation? {
    let service = EntitlementService(
      ledger: ledger,
      receipts: receipts,
      reader: reader,
      world: Surroundings(now: { receivedAt })
    )
    guard case .act(let deed, let actor) = content else {
      return try await service.validate(presented(bytes))
    }
    _ = try await service.perform(deed, by: actor)
    return nil
  }
}

extension ReceiptKind {
  /// The kinds of which a story gives the decoded fields.
  static let told: [ReceiptKind] = [
    .appReceipt, .signedTransaction, .signedRenewalInfo, .signedAppTransaction,
    .signedNotification, .notificationV1, .verifyReceiptResponse, .appStoreResponse,
    .googlePurchase, .googleProduct, .googleSubscription, .googleOrder, .googleVoided, .googleRTDN,
    .microsoftReceipt, .microsoftResponse, .amazonReceipt, .amazonNotification,
  ]

  /// Whether it carries a signature that a forger would have to make.
  var isSigned: Bool {
    switch self {
    case .appReceipt, .signedTransaction, .signedRenewalInfo, .signedAppTransaction,
      .signedNotification, .appStoreResponse, .googlePurchase, .microsoftReceipt:
      true
    default: false
    }
  }

  /// How such a document comes, where a story does not say.
  var usualOrigin: Origin {
    switch self {
    case .verifyReceiptResponse, .appStoreResponse, .googleProduct, .googleSubscription,
      .googleOrder, .googleVoided, .microsoftResponse, .amazonReceipt:
      .polled
    case .signedNotification, .notificationV1, .googleRTDN, .amazonNotification: .pushed
    default: .uploaded
    }
  }

  /// What one without a signature rests on, where a story does not say: the sender proved to be the
  /// store, or knew the secret. An answer that we asked for needs no voucher.
  var usualVoucher: Entitlements.Provenance? {
    switch self {
    case .notificationV1: .sharedSecret
    case .googleRTDN, .amazonNotification: .storeAnswer
    default: nil
    }
  }
}

/// The answers of stores that a ledger got by now.
struct StoryAnswers {
  private var known: Set<[UInt8]> = []

  /// A store that says the same again, or of somebody else, makes another document, as it does for
  /// jobs.
  mutating func distinguished(_ bytes: [UInt8], of document: StoryDocument) -> [UInt8] {
    var bytes = bytes
    while document.origin == .polled, bytes.first == UInt8(ascii: "{"),
      !known.insert(bytes).inserted
    {
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
