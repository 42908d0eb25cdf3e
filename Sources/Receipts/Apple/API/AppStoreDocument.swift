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
    if let notification = NotificationV1(json) {
      return DocumentExamination(
        kind: .notificationV1,
        verdict: .unsigned,
        environment: notification.environment,
        environmentKind: notification.environment.flatMap(StoreEnvironment.init(appleName:)),
        app: notification.bundleID,
        payload: masking("password", in: json) ?? json
      ).decoded
    }
    if let answer = AppStoreResponse(json) {
      return DocumentExamination(
        kind: .appStoreResponse,
        verdict: .unsigned,
        environment: answer.environment,
        environmentKind: answer.environmentKind,
        app: answer.bundleID,
        payload: json
      ).decoded
    }
    if let response = VerifyReceiptResponse(json) {
      return DocumentExamination(
        kind: .verifyReceiptResponse,
        verdict: .unsigned,
        environment: response.environment,
        environmentKind: response.environmentKind,
        app: response.bundleID,
        payload: json
      ).decoded
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
