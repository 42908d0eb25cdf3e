internal import GRDB

/// The schema migrations. A released migration is never edited: it uses plain SQL rather than
/// current types, so that its meaning never changes.
enum Migrations {
  static var all: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1 keep what documents state, and what follows from it") { db in
      for part in [
        Schema.documents, Schema.facts, Schema.beliefs, Schema.counts, Schema.books, Schema.jobs,
      ] {
        try db.execute(sql: part)
      }
      try db.execute(sql: Schema.search)
      try db.execute(sql: Schema.vouchers)
      try db.execute(sql: "PRAGMA application_id = 1886745203")
    }
    migrator.registerMigration("v2 know players by their logins") { db in
      try db.execute(sql: Schema.players)
    }
    migrator.registerMigration("v3 show an answer's newest receipt as its voucher") { db in
      try db.execute(sql: Schema.newerVouchers)
    }
    migrator.registerMigration("v4 keep claims apart from documents") { db in
      try db.execute(sql: Schema.claims)
      try db.separateStoreAccounts()
    }
    migrator.registerMigration("v5 make public player IDs with a key") { db in
      try db.execute(sql: Schema.playerIDs)
    }
    migrator.registerMigration("v6 find what rests on a shared secret") { db in
      try db.execute(sql: Schema.hearsay)
    }
    migrator.registerMigration("v7 confirm an answer that a store repeats") { db in
      try db.execute(sql: Schema.answers)
      try db.execute(sql: Schema.quotas)
    }
    migrator.registerMigration("v8 keep the audit log's newest entry apart") { db in
      try db.execute(sql: Schema.auditHead)
    }
    migrator.registerMigration("v9 keep until when each answer said it was paid") { db in
      try db.execute(sql: "ALTER TABLE standing ADD COLUMN paidUntil INTEGER")
    }
    migrator.registerMigration("v10 name jobs alike on every machine") { db in
      try db.execute(sql: Schema.jobNames)
    }
    migrator.registerMigration("v11 know the place in a shared log") { db in
      try db.execute(sql: Schema.followedLog)
    }
    migrator.registerMigration("v12 find users by what their team states") { db in
      try db.execute(sql: Schema.handles)
    }
    migrator.registerMigration("v13 count arrivals by hour, money by day and the ends of access") {
      try $0.execute(sql: Schema.overviewCounts)
    }
    migrator.registerMigration("v14 assign cases to operators") {
      try $0.execute(sql: Schema.assignments)
    }
    migrator.registerMigration("v15 count money by store, and orders by product and app") {
      try $0.execute(sql: Schema.saleStores)
    }
    migrator.registerMigration("v16 list orders of one environment without reading the others") {
      try $0.execute(sql: Schema.ordersByTime)
    }
    migrator.registerMigration("v17 follow every merge and the last of several transfers") {
      // `LedgerWriter.deriveOwnersAnew` does it.
      try $0.execute(
        sql: """
          INSERT OR IGNORE INTO meta (name, value)
          SELECT 'ownersAreStale', 1 WHERE EXISTS (SELECT 1 FROM act WHERE deed = 'merge')
            OR EXISTS (
              SELECT 1 FROM act WHERE deed = 'transfer' GROUP BY chain HAVING count(*) > 1)
          """
      )
    }
    migrator.registerMigration("v18 separate what a sale states of its cancellation") {
      try $0.execute(sql: Schema.statedCancellations)
    }
    migrator.registerMigration("v19 find due jobs beside webhook messages that wait") {
      try $0.execute(sql: Schema.jobLanes)
    }
    migrator.registerMigration("v20 find refunds after which access goes on") {
      try $0.execute(sql: Schema.refundNotices)
    }
    migrator.registerMigration("v21 mark what earlier rules derived") {
      try $0.markRulesAsStale()
    }
    migrator.registerMigration("v22 mark what earlier rules derived of charges, ends and refunds") {
      try $0.markRulesAsStale()
    }
    migrator.registerMigration("v23 finish erasures in a shared log's order; mark earlier rules") {
      try $0.execute(sql: "ALTER TABLE erasure ADD COLUMN position INTEGER")
      try $0.markRulesAsStale()
    }
    return migrator
  }
}

/// The tables of later versions.
extension Schema {
  // The log that the ledger follows, and the entry that it applied last. `outcome` keeps outcomes for
  // processes that submitted an entry and left the applying to another one. `erasure` keeps persons
  // that this ledger erased until the log is without them, too, and where the log has the erasure.
  static let followedLog = """
    CREATE TABLE followedLog (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      genesis TEXT NOT NULL,
      part INTEGER NOT NULL,
      node TEXT NOT NULL CHECK (node <> ''),
      position INTEGER NOT NULL CHECK (position >= 0),
      lastPosition INTEGER NOT NULL CHECK (lastPosition >= position),
      entry BLOB
    ) STRICT;
    CREATE TABLE outcome (
      n INTEGER PRIMARY KEY,
      entry BLOB NOT NULL UNIQUE,
      body BLOB,
      rejection TEXT
    ) STRICT;
    CREATE TABLE erasure (
      entry BLOB PRIMARY KEY,
      person BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  // With the shop, so that orders of other environments, of which there may be thousands on top, are
  // passed over without reading them.
  static let ordersByTime = """
    DROP INDEX orderByTime;
    CREATE INDEX orderByTime ON "order" (purchasedAt, n, shop);
    """

  // What the documents of a sale state itself. `cancelledAt` and `cancellation` also include the
  // reversals that other documents report (`[Order].withReversals`); those of Google's sales are
  // derived when the ledger is next opened.
  static let statedCancellations = """
    ALTER TABLE "order" ADD COLUMN statedCancelledAt INTEGER;
    ALTER TABLE "order" ADD COLUMN statedCancellation INTEGER
      CHECK (statedCancellation BETWEEN 0 AND 2);
    UPDATE "order" SET statedCancelledAt = cancelledAt, statedCancellation = cancellation
    WHERE cancelledAt IS NOT NULL;
    INSERT INTO meta (name, value) SELECT 'reversalsAreStale', 1
    WHERE EXISTS (SELECT 1 FROM shop WHERE store = 'google');
    """

  // Revocations that only notifications report, and reversals of several products at once, are
  // derived when the ledger is next opened.
  static let refundNotices = """
    CREATE INDEX noticeOfRefund ON notice (chain, transactionID, statedAt)
    WHERE kind IN ('refunded', 'refundedInPart');
    CREATE INDEX noticeOfRefundByTime ON notice (statedAt)
    WHERE kind IN ('refunded', 'refundedInPart');
    INSERT OR IGNORE INTO meta (name, value) SELECT 'reversalsAreStale', 1
    WHERE EXISTS (SELECT 1 FROM shop WHERE store = 'google');
    """

  // Further names and addresses of users, and the app's accounts, as the latest profile states them.
  static let handles = """
    CREATE TABLE handle (
      n INTEGER PRIMARY KEY,
      user INTEGER NOT NULL REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
      kind TEXT NOT NULL CHECK (kind IN ('name', 'email', 'account')),
      value TEXT NOT NULL CHECK (value <> '')
    ) STRICT;
    CREATE INDEX handleByUser ON handle (user);
    CREATE INDEX handleByValue ON handle (value COLLATE NOCASE, kind);
    """

  // The newest audit entry, to detect a truncated log.
  static let auditHead = """
    CREATE TABLE auditHead (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      n INTEGER NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    INSERT INTO auditHead (only, n, hash) SELECT 1, n, hash FROM audit ORDER BY n DESC LIMIT 1;
    CREATE TRIGGER auditHeadGrows BEFORE UPDATE ON auditHead WHEN NEW.n <> OLD.n + 1
    BEGIN SELECT RAISE(ABORT, 'the head of the audit log only moves on'); END;
    CREATE TRIGGER auditHeadKeeps BEFORE DELETE ON auditHead
    BEGIN SELECT RAISE(ABORT, 'the head of the audit log only moves on'); END;
    CREATE TRIGGER auditHeadStays BEFORE INSERT ON auditHead
    WHEN EXISTS (SELECT 1 FROM auditHead)
    BEGIN SELECT RAISE(ABORT, 'the head of the audit log only moves on'); END;
    """

  // Jobs outlive the requesting process. At most one job per key is open, and a runner owns a job
  // until its lease ends.
  static let jobs = """
    CREATE TABLE job (
      n INTEGER PRIMARY KEY,
      key TEXT NOT NULL CHECK (key <> ''),
      kind TEXT NOT NULL,
      task TEXT NOT NULL,
      actor TEXT NOT NULL,
      batch TEXT,
      state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
      attempts INTEGER NOT NULL CHECK (attempts >= 0),
      createdAt INTEGER NOT NULL,
      dueAt INTEGER NOT NULL,
      endedAt INTEGER,
      runner TEXT,
      leasedUntil INTEGER,
      outcome TEXT,
      detail TEXT,
      CHECK ((runner IS NULL) = (leasedUntil IS NULL)),
      CHECK ((endedAt IS NULL) = (state < 2)),
      CHECK ((runner IS NULL) = (state <> 1))
    ) STRICT;
    CREATE UNIQUE INDEX jobOpen ON job (key) WHERE endedAt IS NULL;
    CREATE INDEX jobByKey ON job (key);
    CREATE INDEX jobDue ON job (dueAt, n) WHERE state = 0;
    CREATE INDEX jobLeased ON job (leasedUntil) WHERE state = 1;
    CREATE INDEX jobByBatch ON job (batch, state) WHERE batch IS NOT NULL;
    """

  // Jobs had numbers, by which those of then are still found.
  static let jobNames = """
    ALTER TABLE job ADD COLUMN name TEXT;
    UPDATE job SET name = CAST(n AS TEXT);
    CREATE UNIQUE INDEX jobByName ON job (name);
    """

  static let jobLanes = """
    DROP INDEX jobDue;
    CREATE INDEX jobDue ON job (dueAt, n) WHERE state = 0 AND kind <> 'tell';
    CREATE INDEX jobDueMessage ON job (dueAt, n) WHERE state = 0 AND kind = 'tell';
    """

  // Both indices cover the users table; the second finds any three consecutive characters.
  static let search = """
    CREATE VIRTUAL TABLE userWord USING fts5 (
      name, email, content = 'user', content_rowid = 'n',
      tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
    CREATE VIRTUAL TABLE userPart USING fts5 (
      name, email, content = 'user', content_rowid = 'n', tokenize = 'trigram', detail = none);
    CREATE VIRTUAL TABLE noteWord USING fts5 (
      note, content = 'act', content_rowid = 'document',
      tokenize = 'unicode61 remove_diacritics 2');
    """

  // Players' logins and redeemed purchases. Sessions are stored by the hash of their ticket, so
  // that reading the file doesn't allow impersonation.
  static let players = """
    CREATE TABLE login (
      n INTEGER PRIMARY KEY,
      provider TEXT NOT NULL CHECK (provider IN ('custom', 'ios', 'android')),
      name TEXT NOT NULL CHECK (name <> ''),
      user TEXT NOT NULL CHECK (user <> ''),
      createdAt INTEGER NOT NULL,
      lastAt INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX loginByName ON login (name, provider);
    CREATE INDEX loginByUser ON login (user);
    CREATE TABLE session (
      n INTEGER PRIMARY KEY,
      ticket BLOB NOT NULL,
      login INTEGER NOT NULL REFERENCES login (n),
      endsAt INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX sessionByTicket ON session (ticket);
    CREATE INDEX sessionByLogin ON session (login);
    CREATE INDEX sessionByEnd ON session (endsAt);
    CREATE TABLE redemption (
      sale INTEGER PRIMARY KEY REFERENCES "order" (n),
      redeemedAt INTEGER NOT NULL
    ) STRICT;
    """

  // A claim is a separate fact: it names the document that proves the purchase, and several users
  // may claim with one document. `accountName` finds users by the digest of an account derived from
  // their names. `ownerMove` lists purchases whose owner changed with the ownership rule. The table
  // of operator actions is recreated for its new kinds.
  static let claims = """
    CREATE TABLE claim (
      n INTEGER PRIMARY KEY,
      chain INTEGER NOT NULL REFERENCES chain (n),
      user TEXT NOT NULL CHECK (user <> ''),
      endpoint TEXT NOT NULL,
      basis TEXT NOT NULL CHECK (
        basis IN ('presented', 'confirmed', 'trusted', 'transferred', 'forgotten')),
      evidence TEXT NOT NULL CHECK (evidence <> ''),
      at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX claimByChain ON claim (chain, user, at, basis, endpoint, evidence);
    CREATE INDEX claimByUser ON claim (user, at);
    CREATE TABLE accountName (
      digest BLOB NOT NULL,
      user TEXT NOT NULL CHECK (user <> ''),
      PRIMARY KEY (digest, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX accountNameByUser ON accountName (user);
    CREATE TABLE ownerMove (
      n INTEGER PRIMARY KEY,
      chain INTEGER NOT NULL REFERENCES chain (n),
      former TEXT,
      owner TEXT,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE newAct (
      document INTEGER PRIMARY KEY REFERENCES document (n),
      deed TEXT NOT NULL CHECK (
        deed IN ('consume', 'grant', 'withdraw', 'merge', 'transfer', 'note', 'policy', 'account',
          'accountForms')),
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
    INSERT INTO newAct SELECT document, deed, actor, statedAt, user, other, chain, transactionID,
      key, environment, count, until, note FROM act;
    DROP TABLE act;
    ALTER TABLE newAct RENAME TO act;
    CREATE INDEX actByUser ON act (user) WHERE user IS NOT NULL;
    CREATE INDEX actByChain ON act (chain) WHERE chain IS NOT NULL;
    CREATE INDEX actBySale ON act (transactionID) WHERE transactionID IS NOT NULL;
    CREATE INDEX actByDeed ON act (deed, statedAt);
    CREATE INDEX actByAccount ON act (other) WHERE deed = 'account';
    """

  static let assignments = """
    CREATE TABLE newAct (
      document INTEGER PRIMARY KEY REFERENCES document (n),
      deed TEXT NOT NULL CHECK (
        deed IN ('consume', 'grant', 'withdraw', 'merge', 'transfer', 'note', 'policy', 'account',
          'accountForms', 'assign')),
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
    INSERT INTO newAct SELECT document, deed, actor, statedAt, user, other, chain, transactionID,
      key, environment, count, until, note FROM act;
    DROP TABLE act;
    ALTER TABLE newAct RENAME TO act;
    CREATE INDEX actByUser ON act (user) WHERE user IS NOT NULL;
    CREATE INDEX actByChain ON act (chain) WHERE chain IS NOT NULL;
    CREATE INDEX actBySale ON act (transactionID) WHERE transactionID IS NOT NULL;
    CREATE INDEX actByDeed ON act (deed, statedAt);
    CREATE INDEX actByAccount ON act (other) WHERE deed = 'account';
    CREATE INDEX assignment ON act (user, statedAt, key) WHERE deed = 'assign';
    CREATE INDEX assignmentByName ON act (key, user) WHERE deed = 'assign';
    """

  // Keys that the ledger generated. Older public player IDs were unkeyed hashes of names (`isKeyed`
  // 0); their players keep them.
  static let playerIDs = """
    CREATE TABLE secret (
      name TEXT NOT NULL PRIMARY KEY,
      value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE login ADD COLUMN isKeyed INTEGER NOT NULL DEFAULT 0 CHECK (isKeyed IN (0, 1));
    """

  static let hearsay = """
    CREATE INDEX documentOfHearsay ON document (n) WHERE provenance = 'sharedSecret';
    """

  // Responses to queries, and when each was last confirmed by an equal one. `restatedAt` is the
  // store's time of that.
  static let answers = """
    CREATE TABLE answer (
      document INTEGER PRIMARY KEY REFERENCES document (n),
      question TEXT NOT NULL,
      meaning BLOB NOT NULL,
      confirmedAt INTEGER,
      restatedAt INTEGER
    ) STRICT;
    CREATE INDEX answerByMeaning ON answer (meaning);
    """

  // The latest warning of each quota, for the dashboard, which may run in another process.
  static let quotas = """
    CREATE TABLE quotaNotice (
      endpoint TEXT NOT NULL,
      scope TEXT NOT NULL,
      percent INTEGER NOT NULL CHECK (percent >= 0),
      at INTEGER NOT NULL,
      PRIMARY KEY (endpoint, scope)
    ) STRICT, WITHOUT ROWID;
    """
}
