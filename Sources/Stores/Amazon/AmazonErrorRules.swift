/// The error rules of Amazon's Receipt Verification Service: the HTTP status decides alone.
enum AmazonErrorRules {
  static let rows: [ErrorRule] =
    [
      ErrorRule(.amazonReceipts, 200...299, .success),
      // The URL is wrong: Amazon sends no 404.
      ErrorRule(.amazonReceipts, 404...404, .operatorAction),
      // The shared secret, or the user ID.
      ErrorRule(.amazonReceipts, 496...496, .operatorAction),
      ErrorRule(.amazonReceipts, 497...497, .final),
    ] + ErrorRule.http(.amazonReceipts, refusal: .final)
}
