/// Apple's answers (the statuses of verifyReceipt, the error codes of the App Store Server API).
enum AppleAnswers {
  static let rows: [AnswerRow] = verifyReceipt + server

  private static let verifyReceipt: [AnswerRow] =
    [
      // 21006 still holds the receipt, of the form of iOS 6.
      AnswerRow(.verifyReceipt, 200...200, .of(["0", "21006"]), .success),
      AnswerRow(.verifyReceipt, 200...200, .of(["21007", "21008"]), .otherEnvironment),
      // Malformed, or a passing trouble of the service: the job's own patience ends it.
      AnswerRow(.verifyReceipt, 200...200, .of(["21002"]), .retry),
      AnswerRow(.verifyReceipt, 200...200, .of(["21003", "21010"]), .final),
      AnswerRow(.verifyReceipt, 200...200, .of(["21004"]), .operatorAction),
      // Whatever made a GET of our POST stands between.
      AnswerRow(.verifyReceipt, 200...200, .of(["21000"]), .operatorAction),
      AnswerRow(.verifyReceipt, 200...200, .of(["21001", "21005", "21009"]), .retry),
      AnswerRow(.verifyReceipt, 200...200, .within(21_100...21_199), .retryIfTold),
      AnswerRow(.verifyReceipt, 200...299, .retry),
    ] + AnswerRow.http(.verifyReceipt, refusal: .operatorAction)

  private static let server: [AnswerRow] =
    [
      // Look Up Order ID: no such order.
      AnswerRow(.appStoreServer, 200...200, .of(["1"]), .final),
      AnswerRow(.appStoreServer, 200...299, .success),
      AnswerRow(.appStoreServer, 404...404, .of(["4040005", "4040010"]), .otherEnvironment),
      AnswerRow(.appStoreServer, 404...404, .of(["4040002", "4040004", "4040006"]), .retry),
      AnswerRow(.appStoreServer, 400...400, .of(["4000002"]), .operatorAction),
      AnswerRow(.appStoreServer, 404...404, .of(["4040003", "4040007"]), .operatorAction),
      // Not Apple's words, so not about the transaction: the address is wrong.
      AnswerRow(.appStoreServer, 404...404, .none, .operatorAction),
      AnswerRow(.appStoreServer, 403...403, .within(4_030_000...4_039_999), .final),
    ] + AnswerRow.http(.appStoreServer, refusal: .final)
}
