import Basics
import Entitlements
import Receipts
import ServiceCore

extension ValidateHandler {
  private static let receipts: Set<ReceiptKind> = [.appReceipt, .legacyTransactionReceipt]

  func apple(
    _ request: ValidatorRequest,
    _ app: ValidatorConfiguration.App
  ) async throws(ValidatorError) -> ValidateContext {
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
    if submission.rejection == nil, !(submission.environment.map(environments.contains) ?? false) {
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
        try await service.submissions.purchases(sharingAccountsOf: known, for: request.user)
      )
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

extension ValidateHandler {
  /// Returns what the user of a Store ID key owns. The sandbox is queried too if it is accepted and
  /// production shows no owned purchase of the product. If the app has no key or an invalid one, it
  /// gets an access token to request a key and tries again.
  func microsoft(
    _ request: ValidatorRequest,
    _ app: ValidatorConfiguration.App
  ) async throws(ValidatorError) -> ValidateContext {
    guard let name = app.microsoft else { throw .otherApp }
    let needed: StoreIDKeyScope =
      request.type?.hasSuffix("subscription") == true ? .purchase : .collections
    let keys = StoreIDKeyScope.allCases.compactMap { kind in
      request.storeIDKey(kind).map { (kind, $0) }
    }
    guard keys.contains(where: { $0.0 == needed }) else { throw try await missingKey(needed) }
    var finding = ValidateContext(records: [], storeOutcome: .notQueried, app: name)
    finding.productID = request.text("storeId")
    let environments = (app.accepted ?? accepted).environments(for: request.user)
    let queried: [Entitlements.Environment] =
      environments.contains(.sandbox) ? [.production, .sandbox] : [.production]
    queries: for (environment, (kind, key)) in queried.flatMap({ item in keys.map { (item, $0) } })
    {
      if environment == .sandbox, owns(request, finding) { break }
      let document = service.submissions.examine(
        Array(key.utf8),
        hints: DocumentHints(app: name, environment: environment.rawValue)
      )
      guard document.submission.kind == .microsoftStoreIDKey else {
        throw .malformed("license.storeIdKey is no Store ID key")
      }
      let submissionResult = try await submit(.document(document), for: request.user)
      switch submissionResult.storeOutcome {
      // The key was revoked.
      case .unanswered(.status(_, http: 401, code: _, .final)) where environment == .production:
        if kind == needed { throw try await missingKey(needed) }
      case .unanswered:
        if environment == .production || finding.records.isEmpty { throw .outage }
        // Production's answer remains.
        break queries
      case .answered: finding.storeOutcome = .answered
      // The key has ended, or the settings name no sandbox.
      case .notQueried, .unknown:
        if kind == needed, environment == .production { throw try await missingKey(needed) }
      }
      let known = Set(finding.records.map(\.id))
      finding.records += submissionResult.visible.filter { !known.contains($0.id) }
    }
    return finding
  }

  private func owns(_ request: ValidatorRequest, _ finding: ValidateContext) -> Bool {
    finding.records.compactMap { ValidatorPurchase($0, at: core.now()) }.contains {
      $0.isOwned && ($0.isOf(request.id) || $0.productID == finding.productID)
    }
  }

  /// The fault for a missing key, with an access token to get one.
  private func missingKey(_ kind: StoreIDKeyScope) async throws(ValidatorError) -> ValidatorError {
    var fault = ValidatorError.missing("a Store ID key for \(kind.rawValue)")
    do throws(ServiceError) {
      fault.ticket = (kind, try await service.storeQueries.ticket(kind))
      return fault
    } catch {
      // Without an access token the app cannot get a key.
      if case .store(.notConfigured) = error { return fault }
      throw .failed(error)
    }
  }
}
