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
