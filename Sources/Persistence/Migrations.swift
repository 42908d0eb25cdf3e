internal import GRDB

/// The history of the file's shape. A migration that has shipped is never edited: it speaks in
/// plain SQL rather than in the types of today, so that it means the same for ever.
enum Migrations {
  static var all: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1 keep users, their orders and the documents that prove them") {
      db in
      try db.execute(sql: documents)
      try db.execute(sql: orders)
      try db.execute(sql: users)
      try db.execute(sql: rights)
      try db.execute(sql: "PRAGMA application_id = 1886745203")
    }
    return migrator
  }

  // `bytes` stands last: whatever follows a long value is found only by walking through it.
  private static let documents = """
    CREATE TABLE document (
      id TEXT NOT NULL PRIMARY KEY,
      key TEXT NOT NULL UNIQUE CHECK (key <> ''),
      store TEXT NOT NULL CHECK (store IN ('apple', 'google', 'microsoft', 'amazon')),
      kind TEXT NOT NULL,
      environment TEXT CHECK (environment IN ('production', 'sandbox', 'xcode')),
      app TEXT,
      rejectionCode TEXT,
      rejectionPlace TEXT,
      rejectionDetail TEXT,
      receivedAt INTEGER NOT NULL,
      statedAt INTEGER,
      purchases INTEGER NOT NULL CHECK (purchases >= 0),
      user TEXT REFERENCES user (id) DEFERRABLE INITIALLY DEFERRED,
      account TEXT,
      followsOwner INTEGER NOT NULL CHECK (followsOwner IN (0, 1)),
      userName TEXT,
      userEmail TEXT,
      mark INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      CHECK ((rejectionCode IS NULL) = (rejectionDetail IS NULL)),
      CHECK (rejectionCode IS NULL OR account IS NULL)
    ) STRICT;
    CREATE INDEX documentByReceipt ON document (receivedAt DESC, id);
    CREATE INDEX documentByUser ON document (user, receivedAt DESC, id);
    CREATE INDEX documentByAccount ON document (account) WHERE account IS NOT NULL;
    CREATE INDEX documentByMark ON document (mark) WHERE rejectionCode IS NULL;
    CREATE INDEX documentRejected ON document (receivedAt DESC, id)
      WHERE rejectionCode IS NOT NULL;
    """

  // `account` joins the sales one store account must have made: those a document lists together
  // and those of one chain. It is the least ID among them, so it does not depend on the order of
  // filing; neither do the latest claim to a sale (`named…`) and the earliest guess (`assumed…`).
  private static let orders = """
    CREATE TABLE "order" (
      id TEXT NOT NULL PRIMARY KEY,
      store TEXT NOT NULL CHECK (store IN ('apple', 'google', 'microsoft', 'amazon')),
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      app TEXT NOT NULL,
      transactionID TEXT NOT NULL CHECK (transactionID <> ''),
      originalTransactionID TEXT NOT NULL CHECK (originalTransactionID <> ''),
      webOrderLineItemID TEXT,
      productID TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (
        kind IN ('consumable', 'nonConsumable', 'nonRenewing', 'autoRenewable', 'unknown')),
      quantity INTEGER NOT NULL CHECK (quantity >= 0),
      purchasedAt INTEGER NOT NULL,
      originalPurchasedAt INTEGER NOT NULL,
      expiresAt INTEGER,
      cancelledAt INTEGER,
      offer TEXT CHECK (offer IN ('trial', 'introductory', 'promotional')),
      offerID TEXT,
      user TEXT REFERENCES user (id) DEFERRABLE INITIALLY DEFERRED,
      evidence TEXT NOT NULL REFERENCES document (id) DEFERRABLE INITIALLY DEFERRED,
      statedAt INTEGER NOT NULL,
      account TEXT NOT NULL,
      namedUser TEXT,
      namedAt INTEGER,
      namedIn TEXT,
      assumedUser TEXT,
      assumedAt INTEGER,
      assumedIn TEXT,
      UNIQUE (store, environment, app, transactionID),
      CHECK ((offer IS 'promotional') = (offerID IS NOT NULL))
    ) STRICT;
    CREATE INDEX orderByUser ON "order" (user, purchasedAt DESC, id);
    CREATE INDEX orderByTransaction ON "order" (transactionID, user);
    CREATE INDEX orderByChain ON "order" (originalTransactionID, store, environment, app, user);
    CREATE INDEX orderByProduct ON "order" (productID COLLATE NOCASE, user);
    CREATE INDEX orderByAccount ON "order" (account);
    """

  private static let users = """
    CREATE TABLE user (
      id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
      name TEXT,
      email TEXT,
      firstSeenAt INTEGER NOT NULL,
      lastPurchasedAt INTEGER NOT NULL,
      orders INTEGER NOT NULL CHECK (orders >= 0),
      stores TEXT NOT NULL,
      environments TEXT NOT NULL,
      leading TEXT REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE INDEX userByPurchase ON user (lastPurchasedAt DESC, id);
    CREATE INDEX userByID ON user (id COLLATE NOCASE);
    CREATE INDEX userByName ON user (name COLLATE NOCASE);
    CREATE INDEX userByEmail ON user (email COLLATE NOCASE);
    """

  private static let rights = """
    CREATE TABLE subscription (
      id TEXT NOT NULL PRIMARY KEY,
      store TEXT NOT NULL,
      environment TEXT NOT NULL,
      app TEXT NOT NULL,
      originalTransactionID TEXT NOT NULL,
      user TEXT REFERENCES user (id) DEFERRABLE INITIALLY DEFERRED,
      productID TEXT NOT NULL,
      startedAt INTEGER NOT NULL,
      accessUntil INTEGER NOT NULL CHECK (accessUntil >= startedAt),
      UNIQUE (store, environment, app, originalTransactionID)
    ) STRICT;
    CREATE INDEX subscriptionByUser ON subscription (user);
    CREATE TABLE entitlement (
      user TEXT NOT NULL REFERENCES user (id) DEFERRABLE INITIALLY DEFERRED,
      key TEXT NOT NULL,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      source TEXT NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
      "from" INTEGER NOT NULL,
      until INTEGER CHECK (until >= "from"),
      PRIMARY KEY (user, key, environment)
    ) STRICT, WITHOUT ROWID;
    """
}
