package import Basics

/// Apple's JSON without a signature of its own: responses of verifyReceipt and of the App Store
/// Server API, error bodies, decoded payloads and version 1 notifications.
package enum AppStoreDocument {
  /// Replaces a secret.
  package static let mask = "…"

  /// `nil` for JSON that is not Apple's, for client envelopes, and for a signed payload's envelope.
  package static func kind(of json: JSONValue) -> ReceiptKind? {
    if NotificationV1(json) != nil { return .notificationV1 }
    if AppStoreBody(json) != nil { return .appStoreResponse }
    return VerifyReceiptResponse(json) == nil ? nil : .verifyReceiptResponse
  }

  /// Decodes; the verdict is `unsigned`, or `unsupported` where `kind(of:)` is `nil`. The payload
  /// is the JSON unchanged, except for the shared secret of a version 1 notification.
  package static func examine(_ json: JSONValue) -> DocumentExamination {
    func decoded(
      _ kind: ReceiptKind,
      _ environment: (name: String?, kind: StoreEnvironment?),
      app: String?,
      _ payload: JSONValue? = nil
    ) -> DocumentExamination {
      DocumentExamination(
        kind: kind,
        verdict: .unsigned,
        environment: environment.name,
        environmentKind: environment.kind,
        app: app,
        payload: payload ?? json
      ).decoded
    }
    if let body = NotificationV1(json) {
      let kind = body.environment.flatMap(StoreEnvironment.init(appleName:))
      let masked = masking("password", in: json)
      return decoded(.notificationV1, (body.environment, kind), app: body.bundleID, masked)
    }
    if let body = AppStoreResponse(json) {
      let environment = (body.environment, body.environmentKind)
      return decoded(.appStoreResponse, environment, app: body.bundleID)
    }
    if let body = VerifyReceiptResponse(json) {
      let environment = (body.environment, body.environmentKind)
      return decoded(.verifyReceiptResponse, environment, app: body.bundleID)
    }
    return DocumentExamination(
      kind: .unknown,
      verdict: .rejected(.unsupported("this JSON is not a known App Store response")),
      payload: json
    )
  }

  /// The value with every secret masked; `nil` if it holds none, so that unchanged parts are not
  /// copied. The reader's depth limit bounds the recursion.
  private static func masking(_ name: String, in json: JSONValue) -> JSONValue? {
    switch json {
    case .object(var members):
      var isChanged = false
      for (index, member) in members.enumerated() {
        let isSecret = member.name == name && member.value != .null
        guard let masked = isSecret ? .string(mask) : masking(name, in: member.value) else {
          continue
        }
        members[index].value = masked
        isChanged = true
      }
      return isChanged ? .object(members) : nil
    case .array(var items):
      var isChanged = false
      for (index, item) in items.enumerated() {
        guard let masked = masking(name, in: item) else { continue }
        items[index] = masked
        isChanged = true
      }
      return isChanged ? .array(items) : nil
    default: return nil
    }
  }
}

/// An error body of the App Store Server API (apple.md §3.5).
package struct AppStoreError: Equatable, Sendable {
  /// Seven digits; the first three are the HTTP status.
  package let code: Int
  package let message: String?

  /// `nil` for other JSON.
  package init?(_ json: JSONValue) {
    let fields = AppleFields(json)
    guard let code = fields.integer("errorCode"), json["errorMessage"] != nil else { return nil }
    self.code = code
    message = fields.text("errorMessage")
  }

  /// Apple's name without its suffix `Error`; `nil` for an unknown code.
  package var name: String? { Self.names[code] }

  /// Whether a retry can help: 4290000 after `Retry-After` (milliseconds since 1970), 5000000
  /// with care.
  package var isRetryable: Bool {
    switch code {
    case 4_040_002, 4_040_004, 4_040_006, 4_290_000, 5_000_000, 5_000_001: true
    default: false
    }
  }

  /// Whether to query the sandbox after production returned this error (§3.1).
  package var suggestsOtherEnvironment: Bool { code == 4_040_005 || code == 4_040_010 }

  private static let names: [Int: String] = [
    4_000_000: "GeneralBadRequest", 4_000_002: "InvalidAppIdentifier",
    4_000_005: "InvalidRequestRevision", 4_000_006: "InvalidTransactionId",
    4_000_008: "InvalidOriginalTransactionId", 4_000_009: "InvalidExtendByDays",
    4_000_010: "InvalidExtendReasonCode", 4_000_011: "InvalidRequestIdentifier",
    4_000_012: "StartDateTooFarInPast", 4_000_013: "StartDateAfterEndDate",
    4_000_014: "InvalidPaginationToken", 4_000_015: "InvalidStartDate", 4_000_016: "InvalidEndDate",
    4_000_017: "PaginationTokenExpired", 4_000_018: "InvalidNotificationType",
    4_000_019: "MultipleFiltersSupplied", 4_000_020: "InvalidTestNotificationToken",
    4_000_021: "InvalidSort", 4_000_022: "InvalidProductType", 4_000_023: "InvalidProductId",
    4_000_024: "InvalidSubscriptionGroupIdentifier", 4_000_025: "InvalidExcludeRevoked",
    4_000_026: "InvalidInAppOwnershipType", 4_000_027: "InvalidEmptyStorefrontCountryCodeList",
    4_000_028: "InvalidStorefrontCountryCode", 4_000_030: "InvalidRevoked",
    4_000_031: "InvalidStatus", 4_000_032: "InvalidAccountTenure",
    4_000_033: "InvalidAppAccountToken", 4_000_034: "InvalidConsumptionStatus",
    4_000_035: "InvalidCustomerConsented", 4_000_036: "InvalidDeliveryStatus",
    4_000_037: "InvalidLifetimeDollarsPurchased", 4_000_038: "InvalidLifetimeDollarsRefunded",
    4_000_039: "InvalidPlatform", 4_000_040: "InvalidPlayTime",
    4_000_041: "InvalidSampleContentProvided", 4_000_042: "InvalidUserStatus",
    4_000_043: "InvalidTransactionNotConsumable", 4_000_044: "InvalidRefundPreference",
    4_000_047: "InvalidTransactionTypeNotSupported", 4_000_048: "AppTransactionIdNotSupported",
    4_000_161: "InvalidImage", 4_000_162: "HeaderTooLong", 4_000_163: "BodyTooLong",
    4_000_164: "InvalidLocale", 4_000_175: "AltTextTooLong",
    4_000_183: "InvalidAppAccountTokenUUID", 4_000_185: "FamilyTransactionNotSupported",
    4_000_187: "TransactionIdIsNotOriginalTransactionId",
    4_000_211: "InvalidPerformanceTestRequest", 4_000_212: "InvalidRequestId",
    4_000_213: "ExistingPerformanceTestRun", 4_000_215: "BadRequestRealtimeUrl",
    4_000_216: "ImageSize", 4_000_218: "TooManyBulletPoints", 4_000_219: "BulletPointTextTooLong",
    4_000_224: "AboveImageRequiresAnImage", 4_030_004: "SubscriptionExtensionIneligible",
    4_030_005: "SubscriptionMaxExtension", 4_030_007: "FamilySharedSubscriptionExtensionIneligible",
    4_030_014: "MaximumNumberOfImagesReached", 4_030_016: "MaximumNumberOfMessagesReached",
    4_030_017: "MessageNotApproved", 4_030_018: "ImageNotApproved", 4_030_019: "ImageInUse",
    4_030_026: "ForbiddenNoPassingTest", 4_040_001: "AccountNotFound",
    4_040_002: "AccountNotFoundRetryable", 4_040_003: "AppNotFound",
    4_040_004: "AppNotFoundRetryable", 4_040_005: "OriginalTransactionIdNotFound",
    4_040_006: "OriginalTransactionIdNotFoundRetryable", 4_040_007: "ServerNotificationUrlNotFound",
    4_040_008: "TestNotificationNotFound", 4_040_009: "StatusRequestNotFound",
    4_040_010: "TransactionIdNotFound", 4_040_014: "ImageNotFound", 4_040_015: "MessageNotFound",
    4_040_018: "PerformanceTestRunNotFound", 4_040_019: "AppTransactionDoesNotExist",
    4_040_020: "DefaultMessageNotFound", 4_040_021: "RealtimeUrlNotFound",
    4_090_000: "ImageAlreadyExists", 4_090_001: "MessageAlreadyExists",
    4_290_000: "RateLimitExceeded", 5_000_000: "GeneralInternal",
    5_000_001: "GeneralInternalRetryable",
  ]
}
