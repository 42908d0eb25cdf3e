/// Microsoft's answers: of Entra ID, of the collections and purchase services, and of the queue of
/// clawbacks, which is Azure's.
enum MicrosoftAnswers {
  static let rows: [AnswerRow] = entra + store + queue

  private static let entra: [AnswerRow] =
    [
      AnswerRow(.entra, 200...299, .success),
      AnswerRow(.entra, 400...499, .of(["temporarily_unavailable"]), .retry),
    ] + AnswerRow.http(.entra, refusal: .operatorAction)

  private static let store: [AnswerRow] =
    [
      AnswerRow(.microsoftStore, 200...299, .success),
      // After a fresh token of ours it is the user's key that ended: only the app gets another.
      AnswerRow(.microsoftStore, 401...401, .of(["AuthenticationTokenInvalid"]), .final),
      AnswerRow(.microsoftStore, 404...404, .none, .operatorAction),
      AnswerRow(.microsoftStore, 409...409, .retry),
    ] + AnswerRow.http(.microsoftStore, refusal: .final)

  private static let queue: [AnswerRow] =
    [
      AnswerRow(.microsoftQueue, 200...299, .success),
      // A message that somebody else has by now is a 404 as well, and nobody minds that.
      AnswerRow(.microsoftQueue, 404...404, .operatorAction),
    ] + AnswerRow.http(.microsoftQueue, refusal: .final)
}
