/// The error rules of Entra ID, of the collections and purchase services, and of the clawback
/// queue, which is Azure's.
enum MicrosoftErrorRules {
  static let rows: [ErrorRule] = entra + store + queue

  private static let entra: [ErrorRule] =
    [
      ErrorRule(.entra, 200...299, .success),
      ErrorRule(.entra, 400...499, .of(["temporarily_unavailable"]), .retry),
    ] + ErrorRule.http(.entra, refusal: .operatorAction)

  private static let store: [ErrorRule] =
    [
      ErrorRule(.microsoftStore, 200...299, .success),
      // With a fresh token of ours, the user's key has expired: only the app can get a new one.
      ErrorRule(.microsoftStore, 401...401, .of(["AuthenticationTokenInvalid"]), .final),
      ErrorRule(.microsoftStore, 404...404, .none, .operatorAction),
      ErrorRule(.microsoftStore, 409...409, .retry),
    ] + ErrorRule.http(.microsoftStore, refusal: .final)

  private static let queue: [ErrorRule] =
    [
      ErrorRule(.microsoftQueue, 200...299, .success),
      // A message that another reader has taken is a 404 as well, and harmless.
      ErrorRule(.microsoftQueue, 404...404, .operatorAction),
    ] + ErrorRule.http(.microsoftQueue, refusal: .final)
}
