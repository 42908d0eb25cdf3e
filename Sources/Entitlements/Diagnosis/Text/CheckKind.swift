/// A check: its code, and its sentence for each result.
struct CheckKind {
  /// Kebab case, beginning with the ticket's keyword.
  let code: String
  let passed: String
  let failed: String
  let unknown: String

  init(_ code: String, _ passed: String, _ failed: String, _ unknown: String) {
    self.code = code
    self.passed = passed
    self.failed = failed
    self.unknown = unknown
  }
}

extension Wording {
  static func sentence(
    for check: CheckKind,
    _ result: Diagnosis.Result,
    _ placeholders: Placeholders
  ) -> String {
    switch result {
    case .pass: filled(check.passed, placeholders)
    case .fail: filled(check.failed, placeholders)
    case .unknown: filled(check.unknown, placeholders)
    case .notApplicable: "there is nothing of the kind to look at"
    }
  }
}

/// Access, restoring, vanished purchases, lost access.
extension CheckKind {
  static let accessPurchase = CheckKind(
    "access-purchase",
    "a subscription or lasting purchase is on file",
    "no subscription or lasting purchase is on file",
    "nothing of what was asked is on file"
  )
  static let accessReceipt = CheckKind(
    "access-receipt",
    "no receipt was rejected lately",
    "what the app sent on {date} was rejected: {code}",
    "no document of this user is on file"
  )
  static let accessOwner = CheckKind(
    "access-owner",
    "the purchase belongs to the user who asks",
    "the purchase belongs to {user}",
    "no user was named: compare the customer's sign-in with the owner's"
  )
  static let accessEnvironment = CheckKind(
    "access-environment",
    "the purchase was made in production",
    "the purchase is a test",
    "the document does not say where the purchase was made"
  )
  static let accessPaid = CheckKind(
    "access-paid",
    "no purchase is pending",
    "a purchase has been pending since {date}: not approved or not paid yet",
    "whether a purchase is pending is not on file"
  )
  static let accessRunning = CheckKind(
    "access-running",
    "{product} runs[ until {until}]",
    "{product} does not run: {reason}",
    "the life of {product} is not on file"
  )
  static let accessKept = CheckKind(
    "access-kept",
    "{product} was not refunded or revoked",
    "{product} was refunded or revoked on {date}",
    "whether it was refunded is not on file"
  )
  static let accessReceived = CheckKind(
    "access-heard",
    "the store's last word on {product} is of {date}",
    "nothing was heard of {product} since its period ended on {date}",
    "when the store was last heard is not on file"
  )
  static let accessCatalog = CheckKind(
    "access-catalog",
    "by the catalog {product} unlocks {right}",
    "by the catalog {product} unlocks nothing",
    "there is no catalog: each product gives the right of its own name"
  )
  static let accessRight = CheckKind(
    "access-right",
    "the user has what {product} unlocks[: {right}]",
    "the user does not have what {product} unlocks[: {right}]",
    "no user was named"
  )

  static let restoreDocument = CheckKind(
    "restore-document",
    "the app sent something on {date}",
    "the app has sent nothing since {date}",
    "nothing that an app sends is on file"
  )
  static let restoreBelieved = CheckKind(
    "restore-believed",
    "what the app sent last was genuine",
    "what the app sent on {date} was rejected: {code}",
    "nothing that an app sends is on file"
  )
  static let restoreContents = CheckKind(
    "restore-contents",
    "what the app sent last lists purchases",
    "the receipt of {date} lists no purchase: another store account",
    "nothing that an app sends is on file"
  )
  static let restoreOwner = CheckKind(
    "restore-owner",
    "nobody else has what could be restored",
    "{product} belongs to another user",
    "no claim on a purchase is on file"
  )
  static let restoreKind = CheckKind(
    "restore-kind",
    "there is a purchase that can be restored",
    "only consumables were bought, which cannot be restored",
    "no purchase is on file"
  )

  static let vanishedMoved = CheckKind(
    "vanished-moved",
    "no purchase moved to another user",
    "{product} moved to another user on {date}",
    "no claim on a purchase is on file"
  )
  static let vanishedRefused = CheckKind(
    "vanished-refused",
    "no claim of this user was refused",
    "this user claimed {product} on {date}; it stayed with another",
    "no claim on a purchase is on file"
  )
  static let vanishedMerged = CheckKind(
    "vanished-merged",
    "the user was not merged into another",
    "the user was merged into another on {date}",
    "nobody in particular was asked about"
  )
  static let vanishedOthers = CheckKind(
    "vanished-others",
    "no other user bought with the same store account",
    "other users bought with the same store account: {count}",
    "nobody in particular was asked about"
  )

  static let lostGrace = CheckKind(
    "lost-grace",
    "no grace period runs",
    "the payment for {product} failed; grace period[ until {until}]",
    "the life of the subscription is not on file"
  )
  static let lostHold = CheckKind(
    "lost-hold",
    "no payment is being retried",
    "the payment for {product} failed; access has been off since {date}",
    "the life of the subscription is not on file"
  )
  static let lostPause = CheckKind(
    "lost-pause",
    "nothing is paused",
    "{product} has been paused since {date}",
    "the life of the subscription is not on file"
  )
  static let lostEnd = CheckKind(
    "lost-end",
    "the subscription has not ended",
    "{product} ended on {date}[: {reason}]",
    "whether {product} renewed is not on file"
  )
  static let lostRecovered = CheckKind(
    "lost-recovered",
    "access was not interrupted lately",
    "access by {product} was interrupted and came back on {date}",
    "the life of the subscription is not on file"
  )
}
