/// Google's answers: of its token endpoint and of the Android Publisher API.
enum GoogleAnswers {
  static let rows: [AnswerRow] = token + publisher

  private static let token: [AnswerRow] =
    [
      AnswerRow(.googleToken, 200...299, .success),
      AnswerRow(.googleToken, 400...499, .of(["temporarily_unavailable"]), .retry),
    ] + AnswerRow.http(.googleToken, refusal: .operatorAction)

  private static let limits: Set<String> = [
    "rateLimitExceeded", "quotaExceeded", "dailyLimitExceeded", "userRateLimitExceeded",
    "RESOURCE_EXHAUSTED",
  ]
  private static let permissions: Set<String> = [
    "permissionDenied", "projectNotLinked", "developerDoesNotOwnApplication",
    "userInsufficientPermission", "applicationNotFound",
  ]

  private static let publisher: [AnswerRow] =
    [
      AnswerRow(.googlePlay, 200...299, .success),
      AnswerRow(.googlePlay, 400...499, .of(limits), .throttled),
      // Also as 401 and 404: they say nothing of the purchase.
      AnswerRow(.googlePlay, 400...499, .of(permissions), .operatorAction),
      AnswerRow(.googlePlay, 400...499, .of(["backendError", "internalError"]), .retry),
      AnswerRow(.googlePlay, 409...409, .retry),
      // Not Google's words, so not about the token: the address is wrong.
      AnswerRow(.googlePlay, 404...404, .none, .operatorAction),
    ] + AnswerRow.http(.googlePlay, refusal: .final)
}
