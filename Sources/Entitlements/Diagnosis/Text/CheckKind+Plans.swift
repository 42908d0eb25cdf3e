/// Plans and prices, consumables, trials and offers, pending and family.
extension CheckKind {
  static let planOnFile = CheckKind(
    "plan-on-file",
    "a subscription is on file: {product}",
    "no subscription is on file",
    "nothing of what was asked is on file"
  )
  static let planStated = CheckKind(
    "plan-told",
    "the store said what {product} renews as",
    "the store never said what {product} renews as",
    "the store never said what {product} renews as"
  )
  static let planPending = CheckKind(
    "plan-pending",
    "no change of plan waits for the next renewal",
    "a change to {otherProduct} waits for the next renewal[, on {until}]",
    "what {product} renews as is not on file"
  )
  static let planChanged = CheckKind(
    "plan-changed",
    "the plan has not changed lately",
    "the plan changed from {otherProduct} to {product} on {date}",
    "which plan came before is not on file"
  )
  static let planSingle = CheckKind(
    "plan-single",
    "no second subscription unlocks the same",
    "{otherProduct} runs too, and unlocks the same",
    "nothing tells of other subscriptions"
  )
  static let planOffer = CheckKind(
    "plan-offer",
    "no introductory or promotional price has just ended",
    "the offer ended on {date}",
    "what it cost before is not on file"
  )
  static let planPrice = CheckKind(
    "plan-price",
    "the charge is the catalog's price",
    "the charge was {amount}; the catalog says {otherAmount}",
    "the catalog has no price to compare the charge with"
  )
  static let planRise = CheckKind(
    "plan-rise",
    "no higher price was announced",
    "a higher price was announced or agreed to on {date}",
    "the store has told nothing of this subscription but sales"
  )
  static let planStorefront = CheckKind(
    "plan-storefront",
    "country and currency are those of the sale before",
    "the country or currency changed",
    "the documents do not say in which country it was sold"
  )

  static let coinsSale = CheckKind(
    "coins-sale",
    "a verified consumable is on file: {product} of {date}",
    "no consumable is on file",
    "nothing of what was asked is on file"
  )
  static let coinsReceipt = CheckKind(
    "coins-receipt",
    "no receipt was rejected lately",
    "what the app sent on {date} was rejected: {code}",
    "no document of this user is on file"
  )
  static let coinsOwner = CheckKind(
    "coins-owner",
    "it belongs to the user who asks",
    "it belongs to another user",
    "nobody in particular was asked about"
  )
  static let coinsKept = CheckKind(
    "coins-kept",
    "{product} was not refunded or revoked",
    "{product} was refunded or revoked on {date}",
    "whether it was refunded is not on file"
  )
  static let coinsCatalog = CheckKind(
    "coins-catalog",
    "the catalog knows {product}",
    "the catalog does not know {product}",
    "there is no catalog"
  )
  static let coinsAcknowledged = CheckKind(
    "coins-acknowledged",
    "the app acknowledged or consumed it at the store",
    "it was refunded some three days later, and never acknowledged",
    "no acknowledgement is on file"
  )
  static let coinsLeft = CheckKind(
    "coins-left",
    "{count} of it are left to be used",
    "all of it was used[, on {date} last]",
    "no inventory of it was kept"
  )
  static let coinsUsed = CheckKind(
    "coins-used",
    "some of it was used",
    "none of it was delivered to the app and used",
    "no inventory of it was kept"
  )

  static let trialSale = CheckKind(
    "trial-sale",
    "a sale is on file: {product} on {date}",
    "no sale is on file",
    "nothing of what was asked is on file"
  )
  static let trialRuns = CheckKind(
    "trial-runs",
    "no trial runs",
    "a trial runs[ until {until}]",
    "the document does not say whether it was a trial"
  )
  static let trialEnded = CheckKind(
    "trial-ended",
    "no trial has become a paid subscription",
    "a trial became a paid subscription on {date}",
    "the sale before is not on file"
  )
  static let trialBefore = CheckKind(
    "trial-before",
    "no earlier trial or introductory price is on file",
    "a trial or introductory price was used on {otherDate}",
    "no other sale is on file"
  )
  static let trialOffer = CheckKind(
    "trial-offer",
    "the sale was made with an offer[: {reason}]",
    "the sale was made without an offer",
    "the document does not say whether there was an offer"
  )

  static let pendingNow = CheckKind(
    "pending-now",
    "no purchase is pending",
    "a purchase is pending since {date}: not approved or not paid yet",
    "whether a purchase is pending is not on file"
  )
  static let pendingOver = CheckKind(
    "pending-over",
    "no pending purchase was called off or completed lately",
    "a pending purchase was called off or completed on {date}",
    "nothing tells of pending purchases"
  )
  static let familyOwner = CheckKind(
    "family-owner",
    "the purchase is the customer's own",
    "the purchase is shared by a family member",
    "the documents do not state to whom in the family the purchase belongs"
  )
  static let familyHolds = CheckKind(
    "family-holds",
    "what is shared holds",
    "sharing ended on {date}",
    "whether sharing goes on is not on file"
  )
}
