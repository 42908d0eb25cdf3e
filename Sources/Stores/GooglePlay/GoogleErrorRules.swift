/// The error rules of Google's token endpoint and of the Android Publisher API.
enum GoogleErrorRules {
  static let rows: [ErrorRule] = token + publisher

  private static let token: [ErrorRule] =
    [
      ErrorRule(.googleToken, 200...299, .success),
      ErrorRule(.googleToken, 400...499, .of(["temporarily_unavailable"]), .retry),
    ] + ErrorRule.http(.googleToken, refusal: .operatorAction)

  private static let limits: Set<String> = [
    "rateLimitExceeded", "quotaExceeded", "dailyLimitExceeded", "userRateLimitExceeded",
    "RESOURCE_EXHAUSTED",
  ]
  private static let permissions: Set<String> = [
    "permissionDenied", "projectNotLinked", "developerDoesNotOwnApplication",
    "userInsufficientPermission", "applicationNotFound",
  ]

  private static let publisher: [ErrorRule] =
    [
      ErrorRule(.googlePlay, 200...299, .success),
      ErrorRule(.googlePlay, 400...499, .of(limits), .throttled),
      // Also as 401 and 404: they say nothing about the purchase.
      ErrorRule(.googlePlay, 400...499, .of(permissions), .operatorAction),
      ErrorRule(.googlePlay, 400...499, .of(["backendError", "internalError"]), .retry),
      ErrorRule(.googlePlay, 409...409, .retry),
      // Without Google's error body it is not about the token: the URL is wrong.
      ErrorRule(.googlePlay, 404...404, .none, .operatorAction),
    ] + ErrorRule.http(.googlePlay, refusal: .final)
}
