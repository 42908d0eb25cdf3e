import Entitlements
import Foundation
import GRDB
import Testing

@testable import Persistence

/// A ledger of a version that let one claim take along every purchase of the same app account.
@Suite struct `A ledger written before claims were kept apart` {
  private static let victims = ID<Subscription>("google:production:com.example.app:GPA.2")
  private static let own = ID<Subscription>("apple:sandbox:com.example.app:1")

  /// The stranger's sandbox purchase and the victim's, made one account's by the name that both carry.
  private func oldLedger(in folder: TemporaryFolder) throws -> String {
    let path = folder.path("ledger.sqlite")
    let queue = try DatabaseQueue(path: path)
    try Migrations.all.migrate(queue, upTo: "v3 show an answer's newest receipt as its voucher")
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO shop VALUES (1, 'apple', 'sandbox', 'com.example.app'),
            (2, 'google', 'production', 'com.example.app');
          INSERT INTO product VALUES (1, 'apple', 'pro', 1), (2, 'google', 'pro', 1);
          INSERT INTO user VALUES (1, 'mallory', NULL, NULL, 0, 0, 2, 'apple google',
            'production sandbox', NULL);
          INSERT INTO document (n, id, store, kind, environment, app, origin, provenance, receivedAt,
            appliedAt, statedAt, purchases, claimant, claim, user, account, mark, byteCount, bytes)
          VALUES
            (1, 'own', 'apple', 'jws-transaction', 'sandbox', 'com.example.app', 'uploaded',
              'signature', 2000, 2000, 2000, 1, 'mallory', 'named', 1, 1, 0, 0, x''),
            (2, 'paid', 'google', 'google-product', 'production', 'com.example.app', 'polled',
              'storeAnswer', 1000, 1000, 1000, 1, 'ada', 'assumed', 1, 1, 0, 0, x'');
          INSERT INTO chain (n, shop, id, account, user, appAccount, lastClaim, assumedClaim) VALUES
            (1, 1, '1', 1, 1, 'ada', 1, NULL), (2, 2, 'GPA.2', 1, 1, 'ada', NULL, 2);
          INSERT INTO mention VALUES (1, 1), (2, 2);
          INSERT INTO link (value, kind, chain, document) VALUES ('ada', 'appAccount', 1, 1),
            ('ada', 'appAccount', 2, 2);
          INSERT INTO "order" (chain, shop, transactionID, product, user, kind, quantity,
            purchasedAt, statedAt, evidence) VALUES (1, 1, '1', 1, 1, 1, 1, 2000, 2000, 1),
            (2, 2, 'GPA.2', 2, 1, 1, 1, 1000, 1000, 2);
          """
      )
    }
    try queue.close()
    return path
  }

  @Test func `gives what went astray back to whose account it carries, once`() async throws {
    let folder = try TemporaryFolder()
    let path = try oldLedger(in: folder)
    for _ in 0..<2 {
      let ledger = try Ledger(path: path)
      let records = try await ledger.purchases.records(of: [Self.own, Self.victims])
      let owners = records.map { $0.sales.first?.user }
      #expect(owners == [ID("mallory"), ID("ada")])
      let moves = try await ledger.purchases.ownerMoves()
      #expect(
        moves == [OwnerMove(chain: Self.victims, former: ID("mallory"), owner: ID("ada"))]
      )
      let audits = try await ledger.database.read { db in
        try String.fetchAll(db, sql: "SELECT deed || ' by ' || actor FROM audit")
      }
      #expect(audits == ["owner-moved by migration"])
      let rights = try await ledger.users.rights(of: ID("ada"))?.rights.map(\.entitlement.key)
      #expect(rights == ["pro"])
      try await ledger.close()
    }
  }
}
