import Basics
import Receipts
import ServiceCore

/// A PlayFab error with its name, number and HTTP status (seed-endpoints.md §2.1). The messages
/// never contain client input.
struct PlayFabFault: Error, Equatable {
  var code: Int
  var name: String
  var number: Int
  var message: String
  /// The invalid request members and their errors.
  var details: [JSONValue.Member] = []
  var retryAfter: Int?

  init(_ name: String, _ number: Int, _ message: String) { self.init(400, name, number, message) }

  init(_ code: Int, _ name: String, _ number: Int, _ message: String) {
    self.code = code
    self.name = name
    self.number = number
    self.message = message
  }

  /// A request member is missing or invalid.
  static func invalid(_ member: String, _ words: String) -> PlayFabFault {
    var fault = PlayFabFault("InvalidParams", 1000, "Invalid input parameters")
    fault.details = [JSONValue.Member(member, [.string(words)])]
    return fault
  }

  static func required(_ member: String) -> PlayFabFault {
    invalid(member, "The \(member) field is required.")
  }

  static let accountNotFound = PlayFabFault("AccountNotFound", 1001, "User not found")
  static let invalidTitle = PlayFabFault("InvalidTitleId", 1004, "Invalid title ID")
  static let invalidReceipt = PlayFabFault("InvalidReceipt", 1021, "The receipt is not valid")
  static let receiptUsed = PlayFabFault(
    "ReceiptAlreadyUsed",
    1022,
    "The receipt was redeemed before"
  )
  static let receiptCancelled = PlayFabFault(
    "ReceiptCancelled",
    1023,
    "The purchase was cancelled"
  )
  static let itemNotFound = PlayFabFault("ItemNotFound", 1047, "The player has no such item")
  static let unknownVirtualCurrency = PlayFabFault(
    "InvalidVirtualCurrency",
    1051,
    "The catalog's item holds a virtual currency that the catalog does not know"
  )
  static let noRemainingUses = PlayFabFault(
    "NoRemainingUses",
    1062,
    "The item has too few uses left"
  )
  static let notAuthenticated = PlayFabFault(
    401,
    "NotAuthenticated",
    1074,
    "The call needs the session ticket of a login, in X-Authorization"
  )
  static let invalidPurchaseStatus = PlayFabFault(
    "InvalidPurchaseTransactionStatus",
    1081,
    "The purchase is not paid for yet"
  )
  static let missingGoogle = PlayFabFault(
    "MissingTitleGoogleProperties",
    1090,
    "Purchases of Google Play's cannot be checked for this title"
  )
  static let noItems = PlayFabFault(
    "ReceiptDoesNotContainInAppItems",
    1096,
    "There is no purchase in the receipt"
  )
  static let severalItems = PlayFabFault(
    "ReceiptContainsMultipleInAppItems",
    1097,
    "There are several purchases in the receipt that were not redeemed yet"
  )
  static let wrongBundle = PlayFabFault(
    "InvalidBundleID",
    1098,
    "The receipt is for another app than the title's"
  )
  static let invalidTicket = PlayFabFault(
    401,
    "InvalidSessionTicket",
    1100,
    "The session ticket is unknown, or its session is over"
  )
  static let internalError = PlayFabFault(
    500,
    "InternalServerError",
    1110,
    "It could not be done"
  )
  static let noSuchCall = PlayFabFault(404, "InvalidAPIEndpoint", 1131, "There is no such call")
  static let wrongContent = PlayFabFault(
    "InvalidContentType",
    1144,
    "The body has to be application/json"
  )
  static let noMatch = PlayFabFault(
    "NoMatchingCatalogItemForReceipt",
    1178,
    "The catalog has no item for what was purchased"
  )
  static let invalidCurrency = PlayFabFault(
    "InvalidCurrencyCode",
    1179,
    "There is no currency of this code"
  )
  static let noPrice = PlayFabFault(
    "NoRealMoneyPriceForCatalogItem",
    1180,
    "The catalog's item has no price in this currency, and none was given"
  )
  static let notJSON = PlayFabFault("InvalidJSONContent", 1200, "The body is no JSON object")
  static let wrongEnvironment = PlayFabFault(
    "InvalidEnvironmentForReceipt",
    1300,
    "The receipt is of an environment from which this title takes none"
  )
  static let subscriptionTaken = PlayFabFault(
    "SubscriptionAlreadyTaken",
    1340,
    "The subscription belongs to another player"
  )
  static let noCatalog = PlayFabFault(
    "ProductDisabledForTitle",
    1609,
    "The title has no catalog"
  )
  static let noNewPlayers = PlayFabFault(
    "PlayerCreationDisabled",
    22000,
    "The title takes no new players"
  )

  /// The service is temporarily unavailable; the client may retry.
  static func unavailable(retryAfter seconds: Int = 5) -> PlayFabFault {
    var fault = PlayFabFault(503, "ServiceUnavailable", 1123, "It cannot be answered now")
    fault.retryAfter = seconds
    return fault
  }

  /// The store is temporarily unavailable; the purchase may still be valid.
  static let storeUnavailable: PlayFabFault = {
    var fault = PlayFabFault(
      503,
      "DownstreamServiceUnavailable",
      1127,
      "The store cannot be asked now"
    )
    fault.retryAfter = 30
    return fault
  }()
}

extension PlayFabFault {
  /// A filing quota is used up; the client may retry later.
  static let overQuota: PlayFabFault = {
    var fault = PlayFabFault(429, "APIClientRequestRateLimitExceeded", 1199, "Too many calls")
    fault.retryAfter = 60
    return fault
  }()

  init(_ error: ServiceError) {
    switch error {
    case .store: self = .storeUnavailable
    case .overQuota: self = .overQuota
    case .ledger: self = error.isRetryable ? .unavailable() : .internalError
    }
  }

  /// A rejection by the server, in PlayFab's form.
  init(_ refusal: RequestRejection) {
    switch refusal {
    case .noSuchPath: self = .noSuchCall
    case .wrongMethod:
      self.init(405, "InvalidAPIEndpoint", 1131, "The call is made by POST")
    case .tooLarge: self.init(413, "InvalidRequest", 1071, "The body is too long")
    case .wrongMediaType: self = .wrongContent
    case .tooMany(let seconds):
      self.init(429, "APIClientRequestRateLimitExceeded", 1199, "Too many calls")
      retryAfter = seconds
    case .overloaded(let seconds), .tooSlow(let seconds):
      self = .unavailable(retryAfter: seconds)
    }
  }
}

extension WebResponse {
  init(playFab data: JSONValue) {
    self.init(200, ["code": 200, "status": "OK", "data": data])
  }

  /// `isSuccess` sends errors with status 200, because some clients read no other body.
  init(_ fault: PlayFabFault, asSuccess isSuccess: Bool = false) {
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
