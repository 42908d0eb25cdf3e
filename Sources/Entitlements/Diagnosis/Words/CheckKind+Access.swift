/// No access, restore, a vanished purchase, lost access.
extension CheckKind {
  static let accessPurchase = CheckKind(
    "access-purchase",
    "a purchase that gives lasting access is on file",
    "no purchase that gives lasting access is on file",
    "nothing of what was asked is on file"
  )
  static let accessReceipt = CheckKind(
    "access-receipt",
    "nothing the app sent was rejected of late",
    "what the app sent on {date} was rejected: {code}",
    "no document of this user is on file"
  )
  static let accessOwner = CheckKind(
    "access-owner",
    "the purchase belongs to the user who asks",
    "the purchase does not belong to the user who asks",
    "nobody in particular was asked about"
  )
  static let accessEnvironment = CheckKind(
    "access-environment",
    "the purchase was made in production",
    "the purchase is a test",
    "the document does not say where the purchase was made"
  )
  static let accessPaid = CheckKind(
    "access-paid",
    "nothing waits for approval or payment",
    "a purchase waits for approval or payment since {date}",
    "nothing tells of pending purchases"
  )
  static let accessRunning = CheckKind(
    "access-running",
    "{product} runs[ until {until}]",
    "{product} does not run: {reason}",
    "the life of {product} is not on file"
  )
  static let accessKept = CheckKind(
    "access-kept",
    "the store took nothing back",
    "{product} was taken back on {date}",
    "nothing tells whether the store took it back"
  )
  static let accessHeard = CheckKind(
    "access-heard",
    "the newest word on {product} is of {date}",
    "nothing was heard of {product} since its period ended on {date}",
    "nothing tells when the store was last heard"
  )
  static let accessCatalog = CheckKind(
    "access-catalog",
    "the catalog gives {right} for {product}",
    "the catalog gives nothing for {product}",
    "there is no catalog: each product gives the right of its own name"
  )
  static let accessRight = CheckKind(
    "access-right",
    "what {product} gives holds: {right}",
    "what {product} gives does not hold",
    "no user's rights were asked about"
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
    "the payment for {product} failed; no access since {date}",
    "the life of the subscription is not on file"
  )
  static let lostPause = CheckKind(
    "lost-pause",
    "nothing is paused",
    "{product} is paused since {date}",
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
    "access by {product} was interrupted and is back since {date}",
    "the life of the subscription is not on file"
  )
}
