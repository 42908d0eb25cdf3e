CREATE TABLE accessEndCount (
  day INTEGER NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 11),
  renews INTEGER NOT NULL CHECK (renews IN (0, 1)),
  chains INTEGER NOT NULL CHECK (chains >= 0),
  PRIMARY KEY (day, environment, state, renews)
) STRICT, WITHOUT ROWID;
CREATE TABLE accountName (
  digest BLOB NOT NULL,
  user TEXT NOT NULL CHECK (user <> ''),
  PRIMARY KEY (digest, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX accountNameByUser ON accountName (user);
CREATE TABLE "act" (
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
CREATE INDEX actByAccount ON act (other) WHERE deed = 'account';
CREATE INDEX actByChain ON act (chain) WHERE chain IS NOT NULL;
CREATE INDEX actByDeed ON act (deed, statedAt);
CREATE INDEX actBySale ON act (transactionID) WHERE transactionID IS NOT NULL;
CREATE INDEX actByUser ON act (user) WHERE user IS NOT NULL;
CREATE INDEX assignment ON act (user, statedAt, key) WHERE deed = 'assign';
CREATE INDEX assignmentByName ON act (key, user) WHERE deed = 'assign';
CREATE TABLE answer (
  document INTEGER PRIMARY KEY REFERENCES document (n),
  question TEXT NOT NULL,
  meaning BLOB NOT NULL,
  confirmedAt INTEGER,
  restatedAt INTEGER
) STRICT;
CREATE INDEX answerByMeaning ON answer (meaning);
CREATE TABLE arrivalCount (
  hour INTEGER NOT NULL,
  store TEXT NOT NULL,
  environment TEXT NOT NULL,
  kind TEXT NOT NULL,
  rejection TEXT NOT NULL,
  delay INTEGER NOT NULL CHECK (delay BETWEEN -1 AND 19),
  documents INTEGER NOT NULL CHECK (documents >= 0),
  PRIMARY KEY (hour, store, environment, kind, rejection, delay)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER auditGrows BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER auditKeeps BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER auditStays BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
CREATE TABLE audit (
  n INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  deed TEXT NOT NULL,
  subject BLOB NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE TRIGGER auditHeadGrows BEFORE UPDATE ON auditHead WHEN NEW.n <> OLD.n + 1
BEGIN SELECT RAISE(ABORT, 'the head of the audit log only moves on'); END;
CREATE TRIGGER auditHeadKeeps BEFORE DELETE ON auditHead
BEGIN SELECT RAISE(ABORT, 'the head of the audit log only moves on'); END;
CREATE TRIGGER auditHeadStays BEFORE INSERT ON auditHead
WHEN EXISTS (SELECT 1 FROM auditHead)
BEGIN SELECT RAISE(ABORT, 'the head of the audit log only moves on'); END;
CREATE TABLE auditHead (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  n INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE TABLE balance (
  user INTEGER NOT NULL REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
  environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (user, environment, currency)
) STRICT, WITHOUT ROWID;
CREATE TABLE catalog (
  version TEXT NOT NULL PRIMARY KEY CHECK (version <> ''),
  isPrimary INTEGER CHECK (isPrimary = 1) UNIQUE,
  importedAt INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE TABLE certificate (
  n INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  bytes BLOB NOT NULL
) STRICT;
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
CREATE INDEX chainByAccount ON chain (account);
CREATE INDEX chainByAppAccount ON chain (appAccount) WHERE appAccount IS NOT NULL;
CREATE INDEX chainByEnd ON chain (accessUntil) WHERE accessUntil IS NOT NULL;
CREATE UNIQUE INDEX chainByID ON chain (id, shop);
CREATE INDEX chainByStart ON chain (startedAt) WHERE startedAt IS NOT NULL;
CREATE INDEX chainByUser ON chain (user);
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
CREATE VIEW dayCount AS SELECT day, sum(orders) AS orders FROM saleCount GROUP BY day;
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
CREATE INDEX documentByAccount ON document (account, claim, user) WHERE account IS NOT NULL;
CREATE INDEX documentByClaimant ON document (claimant) WHERE claimant IS NOT NULL;
CREATE UNIQUE INDEX documentByID ON document (id);
CREATE UNIQUE INDEX documentByKey ON document (key) WHERE key IS NOT NULL;
CREATE INDEX documentByMark ON document (mark) WHERE rejectionCode IS NULL;
CREATE INDEX documentByReceipt ON document (receivedAt DESC, id);
CREATE INDEX documentByUser ON document (user, receivedAt DESC);
CREATE INDEX documentOfHearsay ON document (n) WHERE provenance = 'sharedSecret';
CREATE INDEX documentRejected ON document (receivedAt DESC, id)
  WHERE rejectionCode IS NOT NULL;
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
CREATE TABLE erasure (
  entry BLOB PRIMARY KEY,
  person BLOB NOT NULL
, position INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE followedLog (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  genesis TEXT NOT NULL,
  part INTEGER NOT NULL,
  node TEXT NOT NULL CHECK (node <> ''),
  position INTEGER NOT NULL CHECK (position >= 0),
  lastPosition INTEGER NOT NULL CHECK (lastPosition >= position),
  entry BLOB
) STRICT;
CREATE TABLE handle (
  n INTEGER PRIMARY KEY,
  user INTEGER NOT NULL REFERENCES user (n) DEFERRABLE INITIALLY DEFERRED,
  kind TEXT NOT NULL CHECK (kind IN ('name', 'email', 'account')),
  value TEXT NOT NULL CHECK (value <> '')
) STRICT;
CREATE INDEX handleByUser ON handle (user);
CREATE INDEX handleByValue ON handle (value COLLATE NOCASE, kind);
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
  detail TEXT, name TEXT,
  CHECK ((runner IS NULL) = (leasedUntil IS NULL)),
  CHECK ((endedAt IS NULL) = (state < 2)),
  CHECK ((runner IS NULL) = (state <> 1))
) STRICT;
CREATE INDEX jobByBatch ON job (batch, state) WHERE batch IS NOT NULL;
CREATE INDEX jobByKey ON job (key);
CREATE UNIQUE INDEX jobByName ON job (name);
CREATE INDEX jobDue ON job (dueAt, n) WHERE state = 0 AND kind <> 'tell';
CREATE INDEX jobDueMessage ON job (dueAt, n) WHERE state = 0 AND kind = 'tell';
CREATE INDEX jobLeased ON job (leasedUntil) WHERE state = 1;
CREATE UNIQUE INDEX jobOpen ON job (key) WHERE endedAt IS NULL;
CREATE TABLE link (
  n INTEGER PRIMARY KEY,
  value TEXT NOT NULL CHECK (value <> ''),
  kind TEXT NOT NULL
    CHECK (kind IN ('purchaseToken', 'storeOrder', 'appAccount', 'predecessor')),
  chain INTEGER NOT NULL REFERENCES chain (n),
  document INTEGER NOT NULL REFERENCES document (n)
) STRICT;
CREATE INDEX linkByChain ON link (chain);
CREATE UNIQUE INDEX linkByValue ON link (value, kind, chain);
CREATE TABLE login (
  n INTEGER PRIMARY KEY,
  provider TEXT NOT NULL CHECK (provider IN ('custom', 'ios', 'android')),
  name TEXT NOT NULL CHECK (name <> ''),
  user TEXT NOT NULL CHECK (user <> ''),
  createdAt INTEGER NOT NULL,
  lastAt INTEGER NOT NULL
, isKeyed INTEGER NOT NULL DEFAULT 0 CHECK (isKeyed IN (0, 1))) STRICT;
CREATE UNIQUE INDEX loginByName ON login (name, provider);
CREATE INDEX loginByUser ON login (user);
CREATE TABLE mention (
  chain INTEGER NOT NULL REFERENCES chain (n),
  document INTEGER NOT NULL REFERENCES document (n),
  PRIMARY KEY (chain, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentionByDocument ON mention (document);
CREATE TABLE meta (
  name TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE VIEW newestVoucher AS
SELECT
  (SELECT transactionID FROM "order" AS sale WHERE sale.chain = chain.n
    AND sale.purchasedAt <= coalesce(document.statedAt, document.receivedAt)
    ORDER BY sale.purchasedAt DESC, transactionID DESC LIMIT 1) AS transation_id,
  chain.id AS original_transaction_id,
  CASE WHEN erasedAt IS NOT NULL THEN NULL
    WHEN document.kind = 'verify-receipt-response' THEN
      iif(json_valid(CAST(document.bytes AS TEXT)),
        json_extract(CAST(document.bytes AS TEXT), '$.latest_receipt'), NULL)
    WHEN NOT (origin = 'pushed' OR document.kind IN (
  'jws-notification', 'server-notification-v1', 'google-rtdn', 'amazon-notification')) THEN CASE WHEN document.cuts IS NULL THEN document.bytes ELSE (
      WITH RECURSIVE joined (cut, taken, whole) AS (
        SELECT 1, 0, x''
        UNION ALL
        SELECT cut + 16, taken + ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 2)) - 17) * 4294967296) - length(whole),
          CAST(whole || substr(document.bytes, taken + 1, ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 2)) - 17) * 4294967296) - length(whole))
            || (SELECT bytes FROM certificate WHERE n = ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 8, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 8, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 9, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 9, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 10, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 10, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 11, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 11, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 12, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 12, 1)), 2)) - 17) * 4294967296)) AS BLOB)
        FROM joined WHERE cut < length(document.cuts))
      SELECT CAST(whole || substr(document.bytes, taken + 1) AS BLOB) FROM joined
      ORDER BY cut DESC LIMIT 1) END
    WHEN json_valid(CAST(document.bytes AS TEXT)) THEN
      json_extract(CAST(document.bytes AS TEXT), '$.unified_receipt.latest_receipt') END AS receipt,
  (SELECT min(first.receivedAt) / 1000 FROM mention JOIN document AS first
    ON first.n = mention.document WHERE mention.chain = chain.n) AS createtime,
  document.receivedAt / 1000 AS updatetime
FROM chain JOIN document ON document.n = (
  SELECT document.n FROM mention CROSS JOIN document ON document.n = mention.document
  WHERE mention.chain = chain.n AND document.store IS NOT NULL AND (CASE WHEN erasedAt IS NOT NULL THEN NULL
    WHEN document.kind = 'verify-receipt-response' THEN
      iif(json_valid(CAST(document.bytes AS TEXT)),
        json_extract(CAST(document.bytes AS TEXT), '$.latest_receipt'), NULL)
    WHEN NOT (origin = 'pushed' OR document.kind IN (
  'jws-notification', 'server-notification-v1', 'google-rtdn', 'amazon-notification')) THEN CASE WHEN document.cuts IS NULL THEN document.bytes ELSE (
      WITH RECURSIVE joined (cut, taken, whole) AS (
        SELECT 1, 0, x''
        UNION ALL
        SELECT cut + 16, taken + ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 2)) - 17) * 4294967296) - length(whole),
          CAST(whole || substr(document.bytes, taken + 1, ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 2)) - 17) * 4294967296) - length(whole))
            || (SELECT bytes FROM certificate WHERE n = ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 8, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 8, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 9, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 9, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 10, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 10, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 11, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 11, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 12, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 12, 1)), 2)) - 17) * 4294967296)) AS BLOB)
        FROM joined WHERE cut < length(document.cuts))
      SELECT CAST(whole || substr(document.bytes, taken + 1) AS BLOB) FROM joined
      ORDER BY cut DESC LIMIT 1) END
    WHEN json_valid(CAST(document.bytes AS TEXT)) THEN
      json_extract(CAST(document.bytes AS TEXT), '$.unified_receipt.latest_receipt') END) IS NOT NULL
  ORDER BY coalesce(document.statedAt, document.receivedAt) DESC, document.id DESC LIMIT 1);
CREATE VIRTUAL TABLE noteWord USING fts5 (
  note, content = 'act', content_rowid = 'document',
  tokenize = 'unicode61 remove_diacritics 2');
CREATE TABLE 'noteWord_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE 'noteWord_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE 'noteWord_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE 'noteWord_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
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
CREATE INDEX noticeOfRefund ON notice (chain, transactionID, statedAt)
WHERE kind IN ('refunded', 'refundedInPart');
CREATE INDEX noticeOfRefundByTime ON notice (statedAt)
WHERE kind IN ('refunded', 'refundedInPart');
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
  termsIn INTEGER REFERENCES document (n), statedCancelledAt INTEGER, statedCancellation INTEGER
  CHECK (statedCancellation BETWEEN 0 AND 2),
  CHECK ((offer IS 2) = (offerID IS NOT NULL)),
  CHECK ((price IS NULL) = (currency IS NULL)),
  CHECK ((termsAt IS NULL) = (termsIn IS NULL))
) STRICT;
CREATE INDEX orderByChain ON "order" (chain, purchasedAt);
CREATE UNIQUE INDEX orderByID ON "order" (transactionID, shop);
CREATE INDEX orderByProduct ON "order" (product, purchasedAt);
CREATE INDEX orderByTime ON "order" (purchasedAt, n, shop);
CREATE INDEX orderByUser ON "order" (user, purchasedAt);
CREATE INDEX orderTakenBack ON "order" (cancelledAt) WHERE cancelledAt IS NOT NULL;
CREATE TABLE orderCount (
  product INTEGER NOT NULL,
  shop INTEGER NOT NULL,
  kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
  orders INTEGER NOT NULL CHECK (orders >= 0),
  PRIMARY KEY (product, shop, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE outcome (
  n INTEGER PRIMARY KEY,
  entry BLOB NOT NULL UNIQUE,
  body BLOB,
  rejection TEXT
) STRICT;
CREATE TABLE ownerMove (
  n INTEGER PRIMARY KEY,
  chain INTEGER NOT NULL REFERENCES chain (n),
  former TEXT,
  owner TEXT,
  at INTEGER NOT NULL
) STRICT;
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
CREATE TABLE product (
  n INTEGER PRIMARY KEY,
  store TEXT NOT NULL CHECK (store IN ('apple', 'google', 'microsoft', 'amazon')),
  id TEXT NOT NULL,
  UNIQUE (id, store)
) STRICT;
CREATE INDEX productByID ON product (id COLLATE NOCASE);
CREATE TABLE quotaNotice (
  endpoint TEXT NOT NULL,
  scope TEXT NOT NULL,
  percent INTEGER NOT NULL CHECK (percent >= 0),
  at INTEGER NOT NULL,
  PRIMARY KEY (endpoint, scope)
) STRICT, WITHOUT ROWID;
CREATE TABLE redemption (
  sale INTEGER PRIMARY KEY REFERENCES "order" (n),
  redeemedAt INTEGER NOT NULL
) STRICT;
CREATE TABLE saleCount (
  day INTEGER NOT NULL,
  store TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
  currency TEXT NOT NULL,
  orders INTEGER NOT NULL CHECK (orders >= 0),
  revenue INTEGER NOT NULL,
  refunds INTEGER NOT NULL CHECK (refunds >= 0),
  refunded INTEGER NOT NULL,
  PRIMARY KEY (day, store, environment, currency)
) STRICT, WITHOUT ROWID;
CREATE TABLE secret (
  name TEXT NOT NULL PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE session (
  n INTEGER PRIMARY KEY,
  ticket BLOB NOT NULL,
  login INTEGER NOT NULL REFERENCES login (n),
  endsAt INTEGER NOT NULL
) STRICT;
CREATE INDEX sessionByEnd ON session (endsAt);
CREATE INDEX sessionByLogin ON session (login);
CREATE UNIQUE INDEX sessionByTicket ON session (ticket);
CREATE TABLE shop (
  n INTEGER PRIMARY KEY,
  store TEXT NOT NULL CHECK (store IN ('apple', 'google', 'microsoft', 'amazon')),
  environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
  app TEXT NOT NULL,
  UNIQUE (app, store, environment)
) STRICT;
CREATE TABLE standing (
  chain INTEGER NOT NULL REFERENCES chain (n),
  statedAt INTEGER NOT NULL,
  document INTEGER NOT NULL REFERENCES document (n),
  condition INTEGER NOT NULL CHECK (condition BETWEEN 0 AND 6),
  until INTEGER,
  reason INTEGER CHECK (reason BETWEEN 0 AND 7),
  renews INTEGER CHECK (renews IN (0, 1)),
  nextProductID TEXT, paidUntil INTEGER,
  PRIMARY KEY (chain, statedAt, document, condition)
) STRICT, WITHOUT ROWID;
CREATE TABLE stateCount (
  state INTEGER PRIMARY KEY CHECK (state BETWEEN 0 AND 11),
  chains INTEGER NOT NULL CHECK (chains >= 0)
) STRICT;
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
CREATE INDEX userByEmail ON user (email COLLATE NOCASE);
CREATE UNIQUE INDEX userByExactID ON user (id);
CREATE INDEX userByID ON user (id COLLATE NOCASE);
CREATE INDEX userByName ON user (name COLLATE NOCASE);
CREATE INDEX userByPurchase ON user (lastPurchasedAt DESC, id);
CREATE VIRTUAL TABLE userPart USING fts5 (
  name, email, content = 'user', content_rowid = 'n', tokenize = 'trigram', detail = none);
CREATE TABLE 'userPart_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE 'userPart_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE 'userPart_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE 'userPart_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE VIRTUAL TABLE userWord USING fts5 (
  name, email, content = 'user', content_rowid = 'n',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
CREATE TABLE 'userWord_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE 'userWord_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE 'userWord_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE 'userWord_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE VIEW voucher AS
SELECT
  (SELECT transactionID FROM "order" AS sale WHERE sale.chain = mention.chain
    AND sale.purchasedAt <= coalesce(document.statedAt, document.receivedAt)
    ORDER BY sale.purchasedAt DESC, transactionID DESC LIMIT 1) AS transation_id,
  chain.id AS original_transaction_id,
  CASE WHEN erasedAt IS NOT NULL THEN NULL
    WHEN document.kind = 'verify-receipt-response' THEN
      iif(json_valid(CAST(document.bytes AS TEXT)),
        json_extract(CAST(document.bytes AS TEXT), '$.latest_receipt'), NULL)
    WHEN NOT (origin = 'pushed' OR document.kind IN (
  'jws-notification', 'server-notification-v1', 'google-rtdn', 'amazon-notification')) THEN CASE WHEN document.cuts IS NULL THEN document.bytes ELSE (
      WITH RECURSIVE joined (cut, taken, whole) AS (
        SELECT 1, 0, x''
        UNION ALL
        SELECT cut + 16, taken + ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 2)) - 17) * 4294967296) - length(whole),
          CAST(whole || substr(document.bytes, taken + 1, ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 0, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 1, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 2, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 3, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 4, 1)), 2)) - 17) * 4294967296) - length(whole))
            || (SELECT bytes FROM certificate WHERE n = ((instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 8, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 8, 1)), 2)) - 17) * 1 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 9, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 9, 1)), 2)) - 17) * 256 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 10, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 10, 1)), 2)) - 17) * 65536 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 11, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 11, 1)), 2)) - 17) * 16777216 + (instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 12, 1)), 1, 1)) * 16 + instr('0123456789ABCDEF', substr(hex(substr(document.cuts, cut + 12, 1)), 2)) - 17) * 4294967296)) AS BLOB)
        FROM joined WHERE cut < length(document.cuts))
      SELECT CAST(whole || substr(document.bytes, taken + 1) AS BLOB) FROM joined
      ORDER BY cut DESC LIMIT 1) END
    WHEN json_valid(CAST(document.bytes AS TEXT)) THEN
      json_extract(CAST(document.bytes AS TEXT), '$.unified_receipt.latest_receipt') END AS receipt_data,
  document.receivedAt / 1000 AS createtime,
  iif(json_valid(document.context), json_extract(document.context, '$.device'), NULL) AS uuid,
  user.id AS uid,
  CASE WHEN erasedAt IS NOT NULL THEN NULL WHEN (origin = 'pushed' OR document.kind IN (
  'jws-notification', 'server-notification-v1', 'google-rtdn', 'amazon-notification')) THEN CAST(document.bytes AS TEXT)
    ELSE (
      SELECT json_group_array(json_object(
        'transaction_id', transactionID, 'product_id', product.id, 'quantity', quantity,
        'purchase_date_ms', purchasedAt, 'expires_date_ms', expiresAt,
        'cancellation_date_ms', cancelledAt))
      FROM "order" AS sale JOIN product ON product.n = sale.product
      WHERE sale.chain = mention.chain
        AND sale.purchasedAt <= coalesce(document.statedAt, document.receivedAt))
    END AS data,
  CASE WHEN (origin = 'pushed' OR document.kind IN (
  'jws-notification', 'server-notification-v1', 'google-rtdn', 'amazon-notification')) THEN 3 WHEN origin = 'polled' THEN 2 ELSE 1 END AS create_type,
  CASE WHEN (origin = 'pushed' OR document.kind IN (
  'jws-notification', 'server-notification-v1', 'google-rtdn', 'amazon-notification')) THEN (
    SELECT detail FROM notice
    WHERE notice.document = document.n
      AND (notice.chain IS mention.chain OR notice.chain IS NULL)
    ORDER BY notice.chain IS NULL, notice.n LIMIT 1) END AS notify_type
FROM (
  SELECT chain, document FROM mention
  UNION ALL
  SELECT NULL, n FROM document WHERE n NOT IN (SELECT document FROM mention)) AS mention
JOIN document ON document.n = mention.document
LEFT JOIN chain ON chain.n = mention.chain
LEFT JOIN user ON user.n = document.user
WHERE document.store IS NOT NULL;
CREATE VIEW voucherOrder AS
SELECT
  user.id AS uid,
  (SELECT iif(json_valid(document.context), json_extract(document.context, '$.device'), NULL) FROM mention CROSS JOIN document ON document.n = mention.document
    WHERE mention.chain = sale.chain AND iif(json_valid(document.context), json_extract(document.context, '$.device'), NULL) IS NOT NULL
    ORDER BY coalesce(document.statedAt, document.receivedAt) DESC, document.id DESC LIMIT 1)
    AS uuid,
  sale.transactionID AS transaction_id,
  product.id AS product_id,
  chain.id AS original_transaction_id,
  sale.quantity AS quantity,
  sale.purchasedAt AS purchase_date_ms,
  coalesce(sale.originalPurchasedAt, sale.purchasedAt) AS original_purchase_date_ms,
  min(sale.expiresAt, coalesce(sale.cancelledAt, sale.expiresAt)) AS expires_date_ms,
  sale.cancelledAt AS cancellation_date_ms,
  sale.offer IS 0 AS is_trial_period,
  (SELECT renews FROM standing CROSS JOIN document ON document.n = standing.document
    WHERE standing.chain = sale.chain AND renews IS NOT NULL
      AND standing.statedAt >= sale.purchasedAt
      AND standing.statedAt < coalesce(
        (SELECT min(next.purchasedAt) FROM "order" AS next
          WHERE next.chain = sale.chain AND next.purchasedAt > sale.purchasedAt),
        9223372036854775807)
    ORDER BY provenance IN ('sharedSecret', 'none'), standing.statedAt DESC, document.id DESC
    LIMIT 1) AS auto_renew_status,
  sale.webOrderLineItemID AS web_order_line_item_id,
  sale.offer IS 1 AS is_in_intro_offer_period,
  sale.expiresAt IS NOT NULL AS is_subscription,
  (SELECT min(document.receivedAt) / 1000
    FROM mention CROSS JOIN document ON document.n = mention.document
    WHERE mention.chain = sale.chain
      AND coalesce(document.statedAt, document.receivedAt) >= sale.purchasedAt) AS createtime,
  (SELECT max(appliedAt) / 1000 FROM document WHERE n IN (sale.evidence, sale.termsIn))
    AS updatetime,
  CASE
    WHEN sale.cancelledAt IS NOT NULL THEN 2
    WHEN NOT EXISTS (SELECT 1 FROM "order" AS next
      WHERE next.chain = sale.chain AND next.purchasedAt > sale.purchasedAt)
    AND EXISTS (SELECT 1 FROM phase
      WHERE phase.chain = sale.chain AND phase."from" <= unixepoch() * 1000
        AND (phase.until IS NULL OR phase.until > unixepoch() * 1000)
        AND (phase.state IN (3, 4) OR (phase.state = 7 AND phase.reason = 1))) THEN 3
    WHEN sale.offer IS 0 THEN 0
    ELSE 1
  END AS subscription_fee_status
FROM "order" AS sale
JOIN chain ON chain.n = sale.chain
JOIN product ON product.n = sale.product
LEFT JOIN user ON user.n = sale.user;
