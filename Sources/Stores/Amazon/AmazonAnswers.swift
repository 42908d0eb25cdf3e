/// The answers of Amazon's Receipt Verification Service: the HTTP status says it all.
enum AmazonAnswers {
  static let rows: [AnswerRow] =
    [
      AnswerRow(.amazonReceipts, 200...299, .success),
      // The address itself: Amazon knows no 404.
      AnswerRow(.amazonReceipts, 404...404, .operatorAction),
      // The shared secret, and the user's ID.
      AnswerRow(.amazonReceipts, 496...496, .operatorAction),
      AnswerRow(.amazonReceipts, 497...497, .final),
    ] + AnswerRow.http(.amazonReceipts, refusal: .final)
}
