import Basics
import Receipts
import ServiceCore

/// A PlayFab error with its name, number and HTTP status (seed-endpoints.md §2.1). The messages
/// never contain client input.
struct PlayFabError: Error, Equatable {
  var code: Int
  var name: String
  var number: Int
  var message: String
  /// The invalid request members and their errors.
  var details: [JSONValue.Member] = []
  var retryAfter: Int?

  private static func fault(
    _ name: String,
    _ number: Int,
    _ message: String,
    http: Int = 400,
    retryAfter: Int? = nil
  ) -> PlayFabError {
    PlayFabError(code: http, name: name, number: number, message: message, retryAfter: retryAfter)
  }

  /// A request member is missing or invalid.
  static func invalid(_ member: String, _ words: String) -> PlayFabError {
    var invalid = fault("InvalidParams", 1000, "Invalid input parameters")
    invalid.details = [JSONValue.Member(member, [.string(words)])]
    return invalid
  }

  static func required(_ member: String) -> PlayFabError {
    invalid(member, "The \(member) field is required.")
  }

  static let accountNotFound = fault("AccountNotFound", 1001, "User not found")
  static let invalidTitle = fault("InvalidTitleId", 1004, "Invalid title ID")
  static let invalidReceipt = fault("InvalidReceipt", 1021, "The receipt is not valid")
  static let receiptUsed = fault("ReceiptAlreadyUsed", 1022, "The receipt was redeemed before")
  static let receiptCancelled = fault("ReceiptCancelled", 1023, "The purchase was cancelled")
  static let itemNotFound = fault("ItemNotFound", 1047, "The player has no such item")
  static let unknownVirtualCurrency = fault(
    "InvalidVirtualCurrency",
    1051,
    "The catalog's item holds a virtual currency that the catalog does not know"
  )
  static let noRemainingUses = fault("NoRemainingUses", 1062, "The item has too few uses left")
  static let notAuthenticated = fault(
    "NotAuthenticated",
    1074,
    "The call needs the session ticket of a login, in X-Authorization",
    http: 401
  )
  static let invalidPurchaseStatus = fault(
    "InvalidPurchaseTransactionStatus",
    1081,
    "The purchase is not paid for yet"
  )
  static let missingGoogle = fault(
    "MissingTitleGoogleProperties",
    1090,
    "Purchases of Google Play's cannot be checked for this title"
  )
  static let noItems = fault(
    "ReceiptDoesNotContainInAppItems",
    1096,
    "There is no purchase in the receipt"
  )
  static let severalItems = fault(
    "ReceiptContainsMultipleInAppItems",
    1097,
    "There are several purchases in the receipt that were not redeemed yet"
  )
  static let wrongBundle = fault(
    "InvalidBundleID",
    1098,
    "The receipt is for another app than the title's"
  )
  static let invalidTicket = fault(
    "InvalidSessionTicket",
    1100,
    "The session ticket is unknown, or its session is over",
    http: 401
  )
  static let internalError = fault("InternalServerError", 1110, "It could not be done", http: 500)
  static let noSuchCall = fault("InvalidAPIEndpoint", 1131, "There is no such call", http: 404)
  static let wrongContent = fault("InvalidContentType", 1144, "The body has to be application/json")
  static let noMatch = fault(
    "NoMatchingCatalogItemForReceipt",
    1178,
    "The catalog has no item for what was purchased"
  )
  static let invalidCurrency = fault(
    "InvalidCurrencyCode",
    1179,
    "There is no currency of this code"
  )
  static let noPrice = fault(
    "NoRealMoneyPriceForCatalogItem",
    1180,
    "The catalog's item has no price in this currency, and none was given"
  )
  static let notJSON = fault("InvalidJSONContent", 1200, "The body is no JSON object")
  static let wrongEnvironment = fault(
    "InvalidEnvironmentForReceipt",
    1300,
    "The receipt is of an environment from which this title takes none"
  )
  static let subscriptionTaken = fault(
    "SubscriptionAlreadyTaken",
    1340,
    "The subscription belongs to another player"
  )
  static let noCatalog = fault("ProductDisabledForTitle", 1609, "The title has no catalog")
  static let noNewPlayers = fault("PlayerCreationDisabled", 22000, "The title takes no new players")

  /// The service is temporarily unavailable; the client may retry.
  static func unavailable(retryAfter seconds: Int = 5) -> PlayFabError {
    fault("ServiceUnavailable", 1123, "It cannot be answered now", http: 503, retryAfter: seconds)
  }

  /// The store is temporarily unavailable; the purchase may still be valid.
  static let storeUnavailable = fault(
    "DownstreamServiceUnavailable",
    1127,
    "The store cannot be asked now",
    http: 503,
    retryAfter: 30
  )

  /// Too many calls, or a filing quota is used up; the client may retry later.
  static func tooMany(retryAfter seconds: Int) -> PlayFabError {
    let name = "APIClientRequestRateLimitExceeded"
    return fault(name, 1199, "Too many calls", http: 429, retryAfter: seconds)
  }
}

extension PlayFabError {
  init(_ error: ServiceError) {
    switch error {
    case .store: self = .storeUnavailable
    case .overQuota: self = .tooMany(retryAfter: 60)
    case .ledger: self = error.isRetryable ? .unavailable() : .internalError
    }
  }

  /// A rejection by the server, in PlayFab's form.
  init(_ refusal: RequestRejection) {
    switch refusal {
    case .noSuchPath: self = .noSuchCall
    case .wrongMethod:
      self = Self.fault("InvalidAPIEndpoint", 1131, "The call is made by POST", http: 405)
    case .tooLarge: self = Self.fault("InvalidRequest", 1071, "The body is too long", http: 413)
    case .wrongMediaType: self = .wrongContent
    case .tooMany(let seconds): self = .tooMany(retryAfter: seconds)
    case .overloaded(let seconds), .tooSlow(let seconds): self = .unavailable(retryAfter: seconds)
    }
  }
}

extension WebResponse {
  init(playFab data: JSONValue) {
    self.init(200, ["code": 200, "status": "OK", "data": data])
  }

  /// `isSuccess` sends errors with status 200, because some clients read no other body.
  init(_ fault: PlayFabError, asSuccess isSuccess: Bool = false) {
    self.init(
      isSuccess ? 200 : fault.code,
      [
        "code": .whole(fault.code), "status": .string(Self.reasonPhrase(fault.code)),
        "error": .string(fault.name), "errorCode": .whole(fault.number),
        "errorMessage": .string(fault.message),
        "errorDetails": fault.details.isEmpty ? nil : .object(fault.details),
        "retryAfterSeconds": .whole(fault.retryAfter),
      ],
      note: "playfab-\(fault.number)"
    )
    if let seconds = fault.retryAfter { self = with("Retry-After", "\(seconds)") }
  }

  /// The HTTP reason phrase in one word.
  private static func reasonPhrase(_ status: Int) -> String {
    switch status {
    case 401: "Unauthorized"
    case 404: "NotFound"
    case 405: "MethodNotAllowed"
    case 413: "PayloadTooLarge"
    case 429: "TooManyRequests"
    case 500: "InternalServerError"
    case 503: "ServiceUnavailable"
    default: "BadRequest"
    }
  }
}
