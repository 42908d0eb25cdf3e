/// Charged twice, refunds, cancelled but charged.
extension CheckKind {
  static let chargesOnFile = CheckKind(
    "charges-on-file",
    "two charges or more are on file for that time",
    "one charge is on file: {product} on {date}",
    "no charge is on file"
  )
  static let chargesAmounts = CheckKind(
    "charges-amounts",
    "the amounts are known",
    "the amounts differ: {amount} and {otherAmount}",
    "the documents do not say what was charged"
  )
  static let chargesRenewals = CheckKind(
    "charges-renewals",
    "they are not periods of one subscription",
    "they are periods of one subscription, of {otherDate} and {date}",
    "there are no charges to compare"
  )
  static let chargesUpgrade = CheckKind(
    "charges-upgrade",
    "no change of plan lies between them",
    "the plan changed from {otherProduct} to {product} on {date}",
    "there are no charges to compare"
  )
  static let chargesStores = CheckKind(
    "charges-stores",
    "they are not for the same thing in two stores",
    "the same runs in two stores: {otherDate} and {date}",
    "there are no charges to compare"
  )
  static let chargesAccounts = CheckKind(
    "charges-accounts",
    "they are not for the same thing with two store accounts",
    "the same was bought with two accounts of {store}: {otherDate} and {date}",
    "there are no charges to compare"
  )
  static let chargesOverlap = CheckKind(
    "charges-overlap",
    "no two subscriptions unlock the same at once",
    "{otherProduct} and {product} unlock the same at once",
    "there are no charges to compare"
  )
  static let chargesDuplicate = CheckKind(
    "charges-duplicate",
    "nothing was sold twice",
    "{product} was sold twice, on {otherDate} and on {date}",
    "there are no charges to compare"
  )
  static let chargesRefunded = CheckKind(
    "charges-refunded",
    "neither charge was given back",
    "one charge was given back on {date}",
    "there are no charges to compare"
  )
  static let chargesOwner = CheckKind(
    "charges-owner",
    "the charges are the user's own",
    "a charge is another user's: {product} on {date}",
    "nobody in particular was asked about"
  )

  static let appleSale = CheckKind(
    "apple-sale",
    "{product}, bought on {date}, is a purchase at the App Store",
    "no purchase at the App Store is on file",
    "nothing of what was asked is on file"
  )
  static let appleCharged = CheckKind(
    "apple-charged",
    "money was taken",
    "no money was taken: {reason}",
    "the documents do not say what was charged"
  )
  static let appleRefunded = CheckKind(
    "apple-refunded",
    "it has not been refunded",
    "it was taken back on {date}",
    "the documents do not say why it was taken back"
  )
  static let appleRequested = CheckKind(
    "apple-requested",
    "no request for a refund has arrived",
    "a refund was asked for on {date}",
    "Apple has told nothing of this purchase but the sale"
  )
  static let appleDecision = CheckKind(
    "apple-decision",
    "Apple has neither declined nor undone a refund",
    "Apple declined or undid a refund on {date}",
    "Apple has not decided, as far as is on file"
  )
  static let appleRenews = CheckKind(
    "apple-renews",
    "it does not renew",
    "{product} still renews: a refund alone does not turn that off",
    "whether it renews is not on file"
  )

  static let googleSale = CheckKind(
    "google-sale",
    "{product}, bought on {date}, is a purchase at Google Play",
    "no purchase at Google Play is on file",
    "nothing of what was asked is on file"
  )
  static let googleCharged = CheckKind(
    "google-charged",
    "money was taken",
    "no money was taken: {reason}",
    "the documents do not say what was charged"
  )
  static let googleRefunded = CheckKind(
    "google-refunded",
    "it has not been refunded",
    "it was refunded on {date}",
    "the documents do not say why it was taken back"
  )
  static let googleEnded = CheckKind(
    "google-ended",
    "access ended with the refund",
    "access goes on after the refund",
    "whether access ended is not on file"
  )
  static let googleAge = CheckKind(
    "google-age",
    "it is less than three years old",
    "it is more than three years old",
    "its age is not on file"
  )
  static let googleReview = CheckKind(
    "google-review",
    "no refund is under review",
    "Google asked about a refund on {date}",
    "Google has told nothing of this purchase but the sale"
  )
  static let googleConsumed = CheckKind(
    "google-consumed",
    "nothing of it was used",
    "some of it was used already",
    "whether it was used is not on file"
  )

  static let cancelCharge = CheckKind(
    "cancel-charge",
    "a charge for a renewal is on file: {product} on {date}",
    "the charge of {date} is a first purchase",
    "no charge for a subscription is on file"
  )
  static let cancelStated = CheckKind(
    "cancel-told",
    "the store said whether {product} renews",
    "the store never said whether {product} renews",
    "the store never said whether {product} renews"
  )
  static let cancelBefore = CheckKind(
    "cancel-before",
    "renewal was off before the charge, since {otherDate}",
    "renewal was not off before the charge[; it was turned off on {otherDate}]",
    "when renewal was turned off is not on file"
  )
  static let cancelInTime = CheckKind(
    "cancel-in-time",
    "renewal was off for 24 hours or more",
    "renewal was off for less than 24 hours",
    "when renewal was turned off is not on file"
  )
  static let cancelOther = CheckKind(
    "cancel-other",
    "no other subscription has renewal off",
    "renewal is off for another subscription: {otherProduct}",
    "there is no other subscription"
  )
  static let cancelLapsed = CheckKind(
    "cancel-lapsed",
    "the subscription ran on without a gap",
    "it had ended on {otherDate} and was bought again",
    "the period before is not on file"
  )
  static let cancelRefunded = CheckKind(
    "cancel-refunded",
    "the charge was not given back",
    "the charge was given back on {otherDate}",
    "the documents do not say why it was taken back"
  )
}
