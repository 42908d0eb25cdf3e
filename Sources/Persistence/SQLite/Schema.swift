/// The tables of version 1; `Migrations.swift` has those of later versions.
///
/// Every row has a row ID (`n`) that others refer to; row IDs follow the order of arrival and mean
/// nothing else. Instants are milliseconds since 1970. Small integers are codes of `IntegerCoded`
/// types. Large tables have separate unique indices, which can be created after the rows.
enum Schema {
  // Personal data is in `userName`, `userEmail` and `context` here, in `name` and `email` of users,
  // and in the bytes (`PersonalData` lists every column). `bytes` is last, because reading a column
  // after a long value means reading through it. An erasure sets `erasedAt` and stores a tombstone
  // in `bytes`.
  static let documents = """
    CREATE TABLE certificate (
      n INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE document (
      n INTEGER PRIMARY KEY,
      id TEXT NOT NULL CHECK (id <> ''),
      key TEXT CHECK (key <> ''),
      store TEXT CHECK (store IN ('apple', 'google', 'microsoft', 'amazon')),
      kind TEXT NOT NULL,
      environment TEXT CHECK (environment IN ('production', 'sandbox', 'xcode')),
      app TEXT,
      origin TEXT NOT NULL
        CHECK (origin IN ('uploaded', 'polled', 'pushed', 'imported', 'manual')),
      provenance TEXT NOT NULL CHECK (
        provenance IN (
          'signature', 'storeAnswer', 'sharedSecret', 'operatorAct', 'generated', 'none')),
      rejectionCode TEXT,
      rejectionPlace TEXT,
      rejectionDetail TEXT,
      receivedAt INTEGER NOT NULL,
      appliedAt INTEGER NOT NULL,
      statedAt INTEGER,
      purchases INTEGER NOT NULL CHECK (purchases >= 0),
      claimant TEXT CHECK (claimant <> ''),
      claim TEXT CHECK (claim IN ('named', 'assumed')),
      user INTEGER REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
      account INTEGER,
      userName TEXT,
      userEmail TEXT,
      context TEXT,
      mark INTEGER NOT NULL,
      erasedAt INTEGER,
      byteCount INTEGER NOT NULL CHECK (byteCount >= 0),
      cuts BLOB,
      bytes BLOB NOT NULL,
      CHECK ((rejectionCode IS NULL) = (rejectionDetail IS NULL)),
      CHECK ((claimant IS NULL) = (claim IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX documentByID ON document (id);
    CREATE UNIQUE INDEX documentByKey ON document (key) WHERE key IS NOT NULL;
    CREATE INDEX documentByReceipt ON document (receivedAt DESC, id);
    CREATE INDEX documentByUser ON document (user, receivedAt DESC);
    CREATE INDEX documentByAccount ON document (account, claim, user) WHERE account IS NOT NULL;
    CREATE INDEX documentByClaimant ON document (claimant) WHERE claimant IS NOT NULL;
    CREATE INDEX documentByMark ON document (mark) WHERE rejectionCode IS NULL;
    CREATE INDEX documentRejected ON document (receivedAt DESC, id)
      WHERE rejectionCode IS NOT NULL;
    """

  // A chain contains all sales of one original transaction. `account` is the least row ID among the
  // chains of one store account. The claims are documents: the first and the last that named a user
  // (the first only if it differs), and the earliest assumption. The chain's owner applies to its
  // sales, which repeat it in `user` for the index.
  static let facts = """
    CREATE TABLE shop (
      n INTEGER PRIMARY KEY,
      store TEXT NOT NULL CHECK (store IN ('apple', 'google', 'microsoft', 'amazon')),
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      app TEXT NOT NULL,
      UNIQUE (app, store, environment)
    ) STRICT;
    CREATE TABLE product (
      n INTEGER PRIMARY KEY,
      store TEXT NOT NULL CHECK (store IN ('apple', 'google', 'microsoft', 'amazon')),
      id TEXT NOT NULL,
      orders INTEGER NOT NULL DEFAULT 0 CHECK (orders >= 0),
      UNIQUE (id, store)
    ) STRICT;
    CREATE INDEX productByID ON product (id COLLATE NOCASE);
    CREATE TABLE chain (
      n INTEGER PRIMARY KEY,
      shop INTEGER NOT NULL REFERENCES shop (n),
      id TEXT NOT NULL CHECK (id <> ''),
      account INTEGER NOT NULL,
      user INTEGER REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
      appAccount TEXT,
      firstClaim INTEGER REFERENCES document (n),
      lastClaim INTEGER REFERENCES document (n),
      assumedClaim INTEGER REFERENCES document (n),
      product INTEGER REFERENCES product (n),
      startedAt INTEGER,
      accessUntil INTEGER CHECK (accessUntil >= startedAt)
    ) STRICT;
    CREATE UNIQUE INDEX chainByID ON chain (id, shop);
    CREATE INDEX chainByUser ON chain (user);
    CREATE INDEX chainByAccount ON chain (account);
    CREATE INDEX chainByStart ON chain (startedAt) WHERE startedAt IS NOT NULL;
    CREATE INDEX chainByEnd ON chain (accessUntil) WHERE accessUntil IS NOT NULL;
    CREATE INDEX chainByAppAccount ON chain (appAccount) WHERE appAccount IS NOT NULL;
    CREATE TABLE mention (
      chain INTEGER NOT NULL REFERENCES chain (n),
      document INTEGER NOT NULL REFERENCES document (n),
      PRIMARY KEY (chain, document)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mentionByDocument ON mention (document);
    CREATE TABLE "order" (
      n INTEGER PRIMARY KEY,
      chain INTEGER NOT NULL REFERENCES chain (n),
      shop INTEGER NOT NULL REFERENCES shop (n),
      transactionID TEXT NOT NULL CHECK (transactionID <> ''),
      product INTEGER NOT NULL REFERENCES product (n),
      user INTEGER REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
      kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
      quantity INTEGER NOT NULL CHECK (quantity >= 0),
      purchasedAt INTEGER NOT NULL,
      originalPurchasedAt INTEGER,
      expiresAt INTEGER,
      cancelledAt INTEGER,
      cancellation INTEGER CHECK (cancellation BETWEEN 0 AND 2),
      offer INTEGER CHECK (offer BETWEEN 0 AND 2),
      offerID TEXT,
      webOrderLineItemID TEXT,
      statedAt INTEGER NOT NULL,
      evidence INTEGER NOT NULL REFERENCES document (n),
      price INTEGER,
      currency TEXT CHECK (length(currency) = 3),
      country TEXT,
      ownership INTEGER CHECK (ownership BETWEEN 0 AND 1),
      termsAt INTEGER,
      termsIn INTEGER REFERENCES document (n),
      CHECK ((offer IS 2) = (offerID IS NOT NULL)),
      CHECK ((price IS NULL) = (currency IS NULL)),
      CHECK ((termsAt IS NULL) = (termsIn IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX orderByID ON "order" (transactionID, shop);
    CREATE INDEX orderByChain ON "order" (chain, purchasedAt);
    CREATE INDEX orderByUser ON "order" (user, purchasedAt);
    CREATE INDEX orderByTime ON "order" (purchasedAt);
    CREATE INDEX orderByProduct ON "order" (product, purchasedAt);
    CREATE INDEX orderTakenBack ON "order" (cancelledAt) WHERE cancelledAt IS NOT NULL;
    CREATE TABLE standing (
      chain INTEGER NOT NULL REFERENCES chain (n),
      statedAt INTEGER NOT NULL,
      document INTEGER NOT NULL REFERENCES document (n),
      condition INTEGER NOT NULL CHECK (condition BETWEEN 0 AND 6),
      until INTEGER,
      reason INTEGER CHECK (reason BETWEEN 0 AND 7),
      renews INTEGER CHECK (renews IN (0, 1)),
      nextProductID TEXT,
      PRIMARY KEY (chain, statedAt, document, condition)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE notice (
      n INTEGER PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES document (n),
      kind TEXT NOT NULL,
      chain INTEGER REFERENCES chain (n),
      transactionID TEXT,
      detail TEXT,
      statedAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX noticeByChain ON notice (chain, statedAt);
    CREATE INDEX noticeByTime ON notice (statedAt);
    CREATE TABLE link (
      n INTEGER PRIMARY KEY,
      value TEXT NOT NULL CHECK (value <> ''),
      kind TEXT NOT NULL
        CHECK (kind IN ('purchaseToken', 'storeOrder', 'appAccount', 'predecessor')),
      chain INTEGER NOT NULL REFERENCES chain (n),
      document INTEGER NOT NULL REFERENCES document (n)
    ) STRICT;
    CREATE UNIQUE INDEX linkByValue ON link (value, kind, chain);
    CREATE INDEX linkByChain ON link (chain);
    CREATE TABLE act (
      document INTEGER PRIMARY KEY REFERENCES document (n),
      deed TEXT NOT NULL CHECK (
        deed IN ('consume', 'grant', 'withdraw', 'merge', 'transfer', 'note', 'policy')),
      actor TEXT NOT NULL,
      statedAt INTEGER NOT NULL,
      user TEXT,
      other TEXT,
      chain INTEGER REFERENCES chain (n),
      transactionID TEXT,
      key TEXT,
      environment TEXT CHECK (environment IN ('production', 'sandbox', 'xcode')),
      count INTEGER,
      until INTEGER,
      note TEXT
    ) STRICT;
    CREATE INDEX actByUser ON act (user) WHERE user IS NOT NULL;
    CREATE INDEX actByChain ON act (chain) WHERE chain IS NOT NULL;
    CREATE INDEX actBySale ON act (transactionID) WHERE transactionID IS NOT NULL;
    CREATE INDEX actByDeed ON act (deed, statedAt);
    """

  static let beliefs = """
    CREATE TABLE user (
      n INTEGER PRIMARY KEY,
      id TEXT NOT NULL CHECK (id <> ''),
      name TEXT,
      email TEXT,
      firstSeenAt INTEGER NOT NULL,
      lastPurchasedAt INTEGER NOT NULL,
      orders INTEGER NOT NULL CHECK (orders >= 0),
      stores TEXT NOT NULL,
      environments TEXT NOT NULL,
      leading INTEGER REFERENCES "order" (n) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE UNIQUE INDEX userByExactID ON user (id);
    CREATE INDEX userByPurchase ON user (lastPurchasedAt DESC, id);
    CREATE INDEX userByID ON user (id COLLATE NOCASE);
    CREATE INDEX userByName ON user (name COLLATE NOCASE);
    CREATE INDEX userByEmail ON user (email COLLATE NOCASE);
    CREATE TABLE phase (
      chain INTEGER NOT NULL REFERENCES chain (n),
      "from" INTEGER NOT NULL,
      until INTEGER CHECK (until > "from"),
      state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 11),
      reason INTEGER CHECK (reason BETWEEN 0 AND 7),
      renews INTEGER CHECK (renews IN (0, 1)),
      document INTEGER NOT NULL REFERENCES document (n),
      PRIMARY KEY (chain, "from")
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX phaseByState ON phase (state, until);
    CREATE TABLE entitlement (
      user INTEGER NOT NULL REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
      key TEXT NOT NULL,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      "from" INTEGER NOT NULL,
      until INTEGER CHECK (until >= "from"),
      source INTEGER REFERENCES "order" (n) DEFERRABLE INITIALLY DEFERRED,
      document INTEGER NOT NULL REFERENCES document (n),
      PRIMARY KEY (user, key, environment, "from")
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE inventory (
      user INTEGER NOT NULL REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
      source INTEGER NOT NULL REFERENCES "order" (n) DEFERRABLE INITIALLY DEFERRED,
      item TEXT NOT NULL,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      granted INTEGER NOT NULL,
      used INTEGER NOT NULL,
      "from" INTEGER NOT NULL,
      until INTEGER,
      PRIMARY KEY (user, source, item)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE balance (
      user INTEGER NOT NULL REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      currency TEXT NOT NULL,
      amount INTEGER NOT NULL,
      PRIMARY KEY (user, environment, currency)
    ) STRICT, WITHOUT ROWID;
    """

  // The chains in each state at the instant `countedAt` in `meta`. Later counts follow from the
  // phases that ended since.
  static let counts = """
    CREATE TABLE stateCount (
      state INTEGER PRIMARY KEY CHECK (state BETWEEN 0 AND 11),
      chains INTEGER NOT NULL CHECK (chains >= 0)
    ) STRICT;
    CREATE TABLE dayCount (
      day INTEGER PRIMARY KEY,
      orders INTEGER NOT NULL CHECK (orders >= 0)
    ) STRICT;
    CREATE TABLE meta (
      name TEXT NOT NULL PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO meta (name, value) VALUES ('countedAt', 0), ('users', 0), ('orders', 0);
    """

  static let books = """
    CREATE TABLE catalog (
      version TEXT NOT NULL PRIMARY KEY CHECK (version <> ''),
      isPrimary INTEGER CHECK (isPrimary = 1) UNIQUE,
      importedAt INTEGER NOT NULL,
      content TEXT NOT NULL
    ) STRICT;
    CREATE TABLE audit (
      n INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      deed TEXT NOT NULL,
      subject BLOB NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    CREATE TRIGGER auditStays BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
    CREATE TRIGGER auditKeeps BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
    CREATE TRIGGER auditGrows BEFORE INSERT ON audit
    WHEN EXISTS (SELECT 1 FROM audit WHERE n = NEW.n)
    BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
    """
}
