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
CREATE INDEX documentByAccount ON document (account) WHERE account IS NOT NULL;
CREATE INDEX documentByMark ON document (mark) WHERE rejectionCode IS NULL;
CREATE INDEX documentByReceipt ON document (receivedAt DESC, id);
CREATE INDEX documentByUser ON document (user, receivedAt DESC, id);
CREATE INDEX documentRejected ON document (receivedAt DESC, id)
  WHERE rejectionCode IS NOT NULL;
CREATE TABLE entitlement (
  user TEXT NOT NULL REFERENCES user (id) DEFERRABLE INITIALLY DEFERRED,
  key TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
  source TEXT NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  "from" INTEGER NOT NULL,
  until INTEGER CHECK (until >= "from"),
  PRIMARY KEY (user, key, environment)
) STRICT, WITHOUT ROWID;
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
CREATE INDEX orderByAccount ON "order" (account);
CREATE INDEX orderByChain ON "order" (originalTransactionID, store, environment, app, user);
CREATE INDEX orderByProduct ON "order" (productID COLLATE NOCASE, user);
CREATE INDEX orderByTransaction ON "order" (transactionID, user);
CREATE INDEX orderByUser ON "order" (user, purchasedAt DESC, id);
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
CREATE INDEX userByEmail ON user (email COLLATE NOCASE);
CREATE INDEX userByID ON user (id COLLATE NOCASE);
CREATE INDEX userByName ON user (name COLLATE NOCASE);
CREATE INDEX userByPurchase ON user (lastPurchasedAt DESC, id);
