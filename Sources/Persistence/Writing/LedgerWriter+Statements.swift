import Entitlements
import Foundation
internal import GRDB

/// Writes facts other than sales.
extension LedgerWriter {
  func write(_ renewalStatus: RenewalStatus, of chain: Int64, _ document: Int64) throws {
    let (code, until, reason) = renewalStatus.condition.stored
    try db.run(
      """
      INSERT OR IGNORE INTO standing (
        chain, statedAt, document, condition, until, reason, renews, nextProductID, paidUntil)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        chain, renewalStatus.statedAt.milliseconds, document, code.code, until?.milliseconds,
        reason?.code, renewalStatus.renews, renewalStatus.nextProductID,
        renewalStatus.paidUntil?.milliseconds,
      ]
    )
  }

  func write(_ notice: StoreEvent, of chain: Int64?, _ document: Int64) throws {
    try db.run(
      """
      INSERT INTO notice (document, kind, chain, transactionID, detail, statedAt)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        document, notice.kind.rawValue, chain, notice.order.map(Order.transactionID(of:)),
        notice.detail, notice.statementSource.statedAt.milliseconds,
      ]
    )
  }

  /// If several documents state a link, stores the least document ID, independent of their order.
  func write(_ link: Link, of chain: Int64, _ document: Int64) throws {
    try db.run(
      """
      INSERT INTO link (value, kind, chain, document) VALUES (?, ?, ?, ?)
      ON CONFLICT (value, kind, chain) DO UPDATE SET document = excluded.document
      WHERE (SELECT id FROM document WHERE n = excluded.document)
        < (SELECT id FROM document WHERE n = link.document)
      """,
      [link.value, link.kind.rawValue, chain, document]
    )
  }

  mutating func write(_ act: OperatorAction, _ document: Int64) throws {
    let row = OperatorActionRow(act)
    var chain: Int64?
    if case .transfer(let subscription, _) = act.kind { chain = try rowID(of: subscription) }
    try db.run(
      """
      INSERT OR REPLACE INTO act (
        document, deed, actor, statedAt, user, other, chain, transactionID, key, environment, count,
        until, note)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        document, row.action, act.actor, act.statementSource.statedAt.milliseconds, row.user,
        row.other,
        chain, row.transactionID, row.key, row.environment, row.count, row.until, row.note,
      ]
    )
    if let note = row.note {
      try db.run("INSERT INTO noteWord (rowid, note) VALUES (?, ?)", [document, note])
    }
    memory.hasActs = true
    try touch(everythingOf: act)
  }

  /// Marks everything that the action may change.
  private mutating func touch(everythingOf act: OperatorAction) throws {
    switch act.kind {
    case .consume(let order, _, _):
      let sale = try db.rowID(of: order)
      touch(user: try db.number("SELECT user FROM \"order\" WHERE n = ?", [sale]))
    case .grant(let user, _, _, _), .withdraw(let user, _, _), .note(let user, _):
      touch(user: try rowID(ofCanonical: user))
    case .merge(_, let other):
      // All that were merged before go on to another user with them.
      for name in memory.ownershipContext.identities.names(of: other) {
        try touchEverything(of: name)
      }
    case .assign(let user, _): _ = try rowID(ofCanonical: user)
    case .policy:
      try touchEverything()
      try touchSharers()
    case .accountForms:
      try deriveAccountNames()
      try touchEverything()
    case .account(let account, let user):
      if let user { touch(user: try rowID(ofCanonical: user)) }
      touchedAccounts.formUnion(
        try db.numbers(
          "SELECT DISTINCT account FROM chain WHERE appAccount IN (?, ?, ?)",
          AccountForm.spellings(of: account)
        )
      )
    case .transfer(let subscription, _):
      // The owner was resolved before the transfer was written.
      if let n = try rowID(of: subscription), let row = try chain(n) {
        touchedAccounts.insert(row.account)
      }
    }
  }
}

/// An operator action's stored columns.
struct OperatorActionRow {
  var action: String
  var user: String?
  var other: String?
  var transactionID: String?
  var key: String?
  var environment: String?
  var count: Int?
  var until: Int64?
  var note: String?

  init(_ act: OperatorAction) {
    switch act.kind {
    case .consume(let order, let count, let item):
      action = "consume"
      (transactionID, self.count, key) = (order.raw, count, item)
    case .grant(let user, let key, let environment, let until):
      action = "grant"
      (self.user, self.key, self.environment) = (user.raw, key, environment.rawValue)
      self.until = until?.milliseconds
    case .withdraw(let user, let key, let environment):
      action = "withdraw"
      (self.user, self.key, self.environment) = (user.raw, key, environment.rawValue)
    case .merge(let user, let other):
      action = "merge"
      (self.user, self.other) = (user.raw, other.raw)
    case .transfer(_, let user):
      action = "transfer"
      self.user = user.raw
    case .note(let user, let text):
      action = "note"
      (self.user, note) = (user.raw, text)
    case .assign(let user, let assignee):
      action = "assign"
      (self.user, key) = (user.raw, assignee)
    case .policy(let policy):
      action = "policy"
      key = policy.rawValue
    case .account(let account, let user):
      action = "account"
      (self.user, other) = (user?.raw, account)
    case .accountForms(let forms):
      action = "accountForms"
      key = forms.map(\.spelling).joined(separator: " ")
    }
  }
}

extension RenewalStatus.Condition {
  var stored: (code: ConditionCode, until: Date?, reason: ExpiryReason?) {
    switch self {
    case .running: (.running, nil, nil)
    case .renewing(let until): (.running, until, nil)
    case .gracePeriod(let until): (.gracePeriod, until, nil)
    case .billingRetry(let until): (.billingRetry, until, nil)
    case .paused(let until): (.paused, until, nil)
    case .ended(let reason): (.ended, nil, reason)
    case .revoked(let at): (.revoked, at, nil)
    case .pending: (.pending, nil, nil)
    }
  }

  init?(_ code: ConditionCode, until: Date?, reason: ExpiryReason?) {
    switch (code, until) {
    case (.running, let until?): self = .renewing(until: until)
    case (.running, nil): self = .running
    case (.gracePeriod, let until?): self = .gracePeriod(until: until)
    case (.billingRetry, let until): self = .billingRetry(until: until)
    case (.paused, let until): self = .paused(until: until)
    case (.ended, _): self = .ended(reason ?? .unknown)
    case (.revoked, let at?): self = .revoked(at: at)
    case (.pending, _): self = .pending
    case (.gracePeriod, nil), (.revoked, nil): return nil
    }
  }
}
