/// Apple's error rules (the statuses of verifyReceipt, the error codes of the App Store Server
/// API).
enum AppleErrorRules {
  static let rows: [ErrorRule] = verifyReceipt + server

  private static let verifyReceipt: [ErrorRule] =
    [
      // 21006 still contains the receipt, in the iOS 6 form.
      ErrorRule(.verifyReceipt, 200...200, .of(["0", "21006"]), .success),
      ErrorRule(.verifyReceipt, 200...200, .of(["21007", "21008"]), .otherEnvironment),
      // Malformed, or a temporary problem of the service: the job's own deadline ends it.
      ErrorRule(.verifyReceipt, 200...200, .of(["21002"]), .retry),
      ErrorRule(.verifyReceipt, 200...200, .of(["21003", "21010"]), .final),
      ErrorRule(.verifyReceipt, 200...200, .of(["21004"]), .operatorAction),
      // A proxy turned our POST into a GET.
      ErrorRule(.verifyReceipt, 200...200, .of(["21000"]), .operatorAction),
      ErrorRule(.verifyReceipt, 200...200, .of(["21001", "21005", "21009"]), .retry),
      ErrorRule(.verifyReceipt, 200...200, .within(21_100...21_199), .retryIfAdvised),
      ErrorRule(.verifyReceipt, 200...299, .retry),
    ] + ErrorRule.http(.verifyReceipt, refusal: .operatorAction)

  private static let server: [ErrorRule] =
    [
      // Look Up Order ID: no such order.
      ErrorRule(.appStoreServer, 200...200, .of(["1"]), .final),
      ErrorRule(.appStoreServer, 200...299, .success),
      ErrorRule(.appStoreServer, 404...404, .of(["4040005", "4040010"]), .otherEnvironment),
      ErrorRule(.appStoreServer, 404...404, .of(["4040002", "4040004", "4040006"]), .retry),
      ErrorRule(.appStoreServer, 400...400, .of(["4000002"]), .operatorAction),
      ErrorRule(.appStoreServer, 404...404, .of(["4040003", "4040007"]), .operatorAction),
      // Without Apple's error code it is not about the transaction: the URL is wrong.
      ErrorRule(.appStoreServer, 404...404, .none, .operatorAction),
      ErrorRule(.appStoreServer, 403...403, .within(4_030_000...4_039_999), .final),
    ] + ErrorRule.http(.appStoreServer, refusal: .final)
}
