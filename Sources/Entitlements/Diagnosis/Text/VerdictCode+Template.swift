extension VerdictCode {
  /// The sentence for operators: dates, products and amounts, but no identifiers and people. A part
  /// in square brackets is shown if its `{placeholders}` have a value.
  package var template: String {
    switch weight {
    case .problem: problemTemplate
    case .answer: accessAnswer ?? chargeAnswer ?? planAnswer
    case .missing, .fine: otherTemplate
    }
  }

  private var problemTemplate: String {
    switch self {
    case .chargedDespiteRenewalOff:
      "Renewal of {product} was turned off on {date}, but it was charged on {otherDate}."
    case .duplicateCharge:
      "{product} was sold twice, on {otherDate} and on {date}; neither sale was taken back."
    case .refundedAccessRemains:
      "{store} reports a refund of {product} on {date}; the customer still has access."
    case .refundRequestOpen:
      "A refund of {product} was requested on {date}; you can answer Apple until {until}."
    case .refundUnderReview:
      "Google has been reviewing a refund of {product} since {date}; you can answer until {until}."
    case .ownedByOtherUser: "{product}[, bought on {date},] belongs to another user of the app."
    case .movedToOtherUser:
      "{product} moved to another user on {date}, when that user presented the purchase."
    case .mergedIntoOtherUser:
      "On {date} this user was merged into another, who has everything since."
    case .ownedByNobody: "{product}[, bought on {date},] is on file and belongs to no user."
    case .receiptRejected: "What the app sent on {date} was rejected: {code}."
    case .productNotInCatalog: "{product} was bought on {date}, and the catalog does not know it."
    case .productGivesNoRight:
      "{product} was bought on {date}, and by the catalog it unlocks nothing."
    case .rightMissing:
      "{product} runs[ until {until}], but the user does not have what it unlocks: {right}."
    case .boughtInTwoStores:
      "{otherProduct}, charged on {otherDate}, and {product}, charged on {date}, unlock the same"
        + " and run in two stores at once."
    case .boughtWithTwoAccounts:
      "{otherProduct}, charged on {otherDate}, and {product}, charged on {date}: one account of"
        + " {store} can't hold both, so two accounts paid."
    case .twoSubscriptions:
      "{otherProduct}, charged on {otherDate}, and {product}, charged on {date}, unlock the"
        + " same and run at once."
    case .paymentOnHold:
      "The payment for {product} failed; access has been off since {date}, while the store tries"
        + " again."
    case .inGracePeriod: "The payment for {product} failed; access goes on[ until {until}]."
    case .saleNotOnFile:
      "The store told of a purchase[ of {product}] on {date}, but the sale itself is not on file."
    case .saleUnconfirmed:
      "The store has not confirmed the purchase[ of {product}] that was told of on {date}. It"
        + " unlocks nothing until then."
    default:
      "The paid period of {product} ended on {date}. Nothing was heard of it since, so whether it"
        + " renewed is not known."
    }
  }

  private var otherTemplate: String {
    switch self {
    case .nothingFound: "Nothing found for this message."
    case .orderNumberUnknown:
      "This looks like an Apple order number, and it is not on file: receipts do not contain order"
        + " numbers."
    case .cannotTellYet: "Not known yet: {thing}."
    case .noPurchaseOnFile: "No {thing} is on file."
    case .takenBackWithoutReason:
      "{product} was taken back on {date}; the document does not say whether by refund, revocation"
        + " or upgrade."
    case .renewalStatusUnknown:
      "Whether renewal of {product} was off at the charge of {date} is not on file."
    case .renewalUnconfirmed:
      "The last period of {product} on file ended on {date}, and nothing was heard of it since."
    case .planStatusUnknown:
      "What {product} is to renew as is not on file[; a change was announced on {otherDate}]."
    case .ownershipUnknown: "Who presented {product}, and when, is not on file."
    case .deliveryUnknown:
      "Whether {product} of {date} was delivered is not on file: there is no inventory of it."
    case .familyStatusUnknown:
      "Whether {product} is shared by a family member is not on file: its documents do not say."
    default: "Access is there[: {right}][ until {until}][, by {product}][, {reason}]."
    }
  }
}

extension Wording {
  static func sentence(
    for code: VerdictCode,
    _ placeholders: Placeholders,
    _ style: DateStyle
  ) -> String {
    filled(code.template, placeholders, style)
  }
}
