import Basics
import Entitlements
import Receipts
import ServiceCore

extension ValidateHandler {
  private static let receipts: Set<ReceiptKind> = [.appReceipt, .legacyTransactionReceipt]

  func apple(
    _ request: ValidatorRequest,
    _ app: ValidatorConfiguration.App
  ) async throws(ValidatorFault) -> ValidateContext {
    guard let bundleID = app.bundleID else { throw .otherApp }
    let isSigned = request.platform == .appleSigned
    guard let bytes = request.document else {
      throw .missing(isSigned ? "transaction.jwsRepresentation" : "transaction.appStoreReceipt")
    }
    let document = service.submissions.examine(bytes)
    let submission = document.submission
    guard isSigned ? submission.kind == .signedTransaction : Self.receipts.contains(submission.kind)
    else {
      if let rejection = submission.rejection {
        await core.storeRejected(document, rejection.code, from: client)
      }
      throw .rejected(code: submission.rejection?.code ?? "unsupported")
    }
    // Another app's document is not filed as this app's.
    if submission.rejection == nil, submission.app != bundleID { throw .otherApp }
    let environments = (app.accepted ?? accepted).environments(
      for: request.user,
      appVersion: submission.appVersion
    )
    if submission.rejection == nil,
      !(submission.environment.map(environments.contains) ?? false)
    {
      throw .rejected(code: "wrong-environment")
    }
    let submissionResult = try await submit(.document(document), for: request.user)
    if let rejection = submissionResult.rejection { throw .rejected(code: rejection.code) }
    var records = submissionResult.visible
    if submissionResult.storeOutcome != .answered, !records.isEmpty {
      // A signed transaction covers only itself, and the store's earlier answers about other
      // purchases remain valid.
      let known = records
      records = try await wrapping(
        try await service.submissions.purchases(sharingAccountsOf: known)
      )
      // The same store account may have purchases of another user.
      let owners = Set(known.flatMap(\.sales).map(\.user))
      records = records.filter { record in
        record.sales.isEmpty || record.sales.contains { owners.contains($0.user) }
      }
    }
    var finding = ValidateContext(
      records: records,
      storeOutcome: submissionResult.storeOutcome,
      app: bundleID
    )
    finding.transaction = submission.members
    finding.appVersion = submission.appVersion
    return finding
  }
}

extension ExaminedDocument {
  /// The document's own fields, with the names of the store's answers.
  fileprivate var members: [JSONValue.Member] {
    switch outcome {
    case .document(let document): document.payload?.members ?? []
    case .receipt(let examination):
      if case .genuine(let receipt) = examination.verdict {
        receipt.payload.answerMembers
      } else {
        []
      }
    }
  }
}

extension Receipt {
  /// Fields like `receipt` in verifyReceipt answers.
  fileprivate var answerMembers: [JSONValue.Member] {
    let value: JSONValue = [
      "receipt_type": .text(environment),
      "bundle_id": .text(bundleID),
      "application_version": .text(appVersion),
      "original_application_version": .text(originalAppVersion),
      "receipt_creation_date": .text(createdAt?.storeText),
      "receipt_creation_date_ms": .text(createdAt?.millisecondsText),
      "original_purchase_date": .text(originalPurchasedAt?.storeText),
      "original_purchase_date_ms": .text(originalPurchasedAt?.millisecondsText),
    ]
    return value.members ?? []
  }
}
