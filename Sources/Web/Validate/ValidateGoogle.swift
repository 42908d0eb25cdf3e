import Basics
import Entitlements
import Receipts
import ServiceCore

extension ValidateHandler {
  /// The maximum token length, far above that of real tokens.
  private static let maxTokenBytes = 4_096

  func google(
    _ request: ValidatorRequest,
    _ app: ValidatorConfiguration.App
  ) async throws(ValidatorError) -> ValidateContext {
    guard let package = app.package else { throw .otherApp }
    let receipt = request.text("receipt")
    let purchase = receipt.flatMap { try? JSONReader.value($0) }.flatMap(GooglePurchase.init)
    let token = try Self.token(request.text("purchaseToken"), purchase?.purchaseToken)
    // Another app's purchase is not queried as this app's.
    if let named = purchase?.packageName, named != package { throw .otherApp }
    let submissionResult = try await submit(.googleToken(token, app: package), for: request.user)
    var finding = ValidateContext(
      records: submissionResult.visible,
      storeOutcome: submissionResult.storeOutcome,
      app: package
    )
    switch submissionResult.storeOutcome {
    case .answered: break
    case .unknown:
      guard submissionResult.purchases.contains(where: { !$0.sales.isEmpty }) else {
        throw ValidatorError(
          .invalidPayload,
          "the store knows no such purchase",
          note: "unknown-there",
          isLatest: true
        )
      }
      finding.transaction = [.init("kind", "fovea#subscriptionGone")]
    case .notQueried, .unanswered:
      if let receipt, let signature = request.text("signature") {
        let pair: JSONValue = [
          "INAPP_PURCHASE_DATA": .string(receipt), "signature": .string(signature),
        ]
        finding.records += try await signed(
          pair,
          of: purchase?.productIDs ?? [],
          for: request.user,
          package,
          isLeft: finding.isUnanswered
        )
      }
      guard finding.records.contains(where: { !$0.sales.isEmpty }) else { throw .outage }
    }
    return finding
  }

  private static func token(_ given: String?, _ signed: String?) throws(ValidatorError) -> String {
    guard let token = given ?? signed, !token.isEmpty else {
      throw .missing("transaction.purchaseToken")
    }
    guard given == nil || signed == nil || given == signed else {
      throw .malformed("the receipt is of another purchase than the token")
    }
    guard token.utf8.count <= maxTokenBytes, !token.utf8.contains(where: { $0 <= 0x20 }) else {
      throw .malformed("transaction.purchaseToken is no token")
    }
    return token
  }

  /// The purchase signed by Google on the device. It counts as a sale only if the catalog knows its
  /// products as non-renewing, because anybody could forge the client's statement.
  ///
  /// With `isLeft`, a job queries the store later.
  private func signed(
    _ pair: JSONValue,
    of products: [String],
    for user: ID<User>?,
    _ package: String,
    isLeft: Bool
  ) async throws(ValidatorError) -> [ChainRecord] {
    let catalog = try await wrapping(try await service.primaryCatalog())
    let index = catalog.map(CatalogIndex.init)
    let kinds = products.map { index?.item(for: .init(.google, $0))?.kind }
    // Of several products there is one purchase, and only their common kind is known to be its.
    let kind = kinds.allSatisfy { $0 == kinds.first } ? kinds.first ?? nil : nil
    let document = service.submissions.examine(
      CompactJSON.bytes(pair),
      hints: DocumentHints(app: package, productKind: kind?.rawValue)
    )
    let submissionResult = try await submit(
      .document(document),
      for: user,
      queriesStore: false
    )
    switch submissionResult.rejection?.code {
    case nil: break
    // Without a licence key the signature cannot be verified.
    case "untrusted-chain"?: return []
    case .some(let code): throw .rejected(code: code)
    }
    if isLeft {
      let tasks = submissionResult.purchases.map { JobTask.verify($0.id) }
      _ = try await wrapping(
        try await service.jobs.enqueue(tasks, "handed-in", by: Self.endpoint.rawValue)
      )
    }
    return submissionResult.visible
  }
}
