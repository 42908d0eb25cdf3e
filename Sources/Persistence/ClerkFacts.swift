import Entitlements
import Foundation
internal import GRDB

/// The facts a document states, written as stated.
extension Clerk {
  func write(_ filing: Filing, account: String?) throws {
    let document = filing.document
    var rejection: (code: String?, place: String?, detail: String?)
    if case .rejected(let code, let place, let detail) = document.verdict {
      rejection = (code, place, detail)
    }
    let user: String? =
      switch filing.attribution {
      case .user(let user): user.raw
      // The owner of the sales is settled once they are written.
      case .owner(orElse: let user): account == nil ? user.raw : nil
      case .nobody: nil
      }
    var followsOwner = false
    if case .owner = filing.attribution { followsOwner = account != nil }
    try db.run(
      Self.documentStatement,
      [
        document.id.raw, filing.key, document.store.rawValue, document.kind,
        document.environment?.rawValue, document.app, rejection.code, rejection.place,
        rejection.detail, document.receivedAt.milliseconds, document.statedAt?.milliseconds,
        document.purchases, user, account, followsOwner, filing.userName, filing.userEmail,
        DocumentMark.mark(of: document.bytes), Data(document.bytes),
      ]
    )
  }

  /// Writes `order` unless a later document already told of the sale.
  mutating func write(_ order: Order, account: String) throws {
    chains.insert(Chain(order))
    var offer: (word: String?, id: String?)
    switch order.offer {
    case .trial: offer.word = "trial"
    case .introductory: offer.word = "introductory"
    case .promotional(let id): offer = ("promotional", id)
    case nil: break
    }
    try db.run(
      Self.orderStatement,
      [
        order.id.raw, order.store.rawValue, order.environment.rawValue, order.app,
        order.transactionID, order.originalTransactionID, order.webOrderLineItemID,
        order.productID, order.kind.rawValue, order.quantity, order.purchasedAt.milliseconds,
        order.originalPurchasedAt.milliseconds, order.expiresAt?.milliseconds,
        order.cancelledAt?.milliseconds, offer.word, offer.id, order.evidence.raw,
        order.statedAt.milliseconds, account,
      ]
    )
  }

  private static let documentStatement = """
    INSERT INTO document (
      id, key, store, kind, environment, app, rejectionCode, rejectionPlace, rejectionDetail,
      receivedAt, statedAt, purchases, user, account, followsOwner, userName, userEmail,
      mark, bytes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      key = excluded.key, store = excluded.store, kind = excluded.kind,
      environment = excluded.environment, app = excluded.app,
      rejectionCode = excluded.rejectionCode, rejectionPlace = excluded.rejectionPlace,
      rejectionDetail = excluded.rejectionDetail, receivedAt = excluded.receivedAt,
      statedAt = excluded.statedAt, purchases = excluded.purchases, user = excluded.user,
      account = excluded.account, followsOwner = excluded.followsOwner,
      userName = excluded.userName, userEmail = excluded.userEmail
    """

  private static let orderStatement = """
    INSERT INTO "order" (
      id, store, environment, app, transactionID, originalTransactionID, webOrderLineItemID,
      productID, kind, quantity, purchasedAt, originalPurchasedAt, expiresAt, cancelledAt,
      offer, offerID, evidence, statedAt, account)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      app = excluded.app, originalTransactionID = excluded.originalTransactionID,
      webOrderLineItemID = excluded.webOrderLineItemID, productID = excluded.productID,
      kind = excluded.kind, quantity = excluded.quantity, purchasedAt = excluded.purchasedAt,
      originalPurchasedAt = excluded.originalPurchasedAt, expiresAt = excluded.expiresAt,
      cancelledAt = excluded.cancelledAt, offer = excluded.offer, offerID = excluded.offerID,
      evidence = excluded.evidence, statedAt = excluded.statedAt
    WHERE (excluded.statedAt, excluded.evidence) > ("order".statedAt, "order".evidence)
    """
}

extension Clerk.Chain {
  init(_ order: Order) {
    self.init(
      store: order.store.rawValue,
      environment: order.environment.rawValue,
      app: order.app,
      originalTransactionID: order.originalTransactionID
    )
  }

  init(_ cells: Cells) throws {
    self.init(
      store: try cells.text("store"),
      environment: try cells.text("environment"),
      app: try cells.text("app"),
      originalTransactionID: try cells.text("originalTransactionID")
    )
  }
}
