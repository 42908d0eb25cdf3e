import Basics
import Entitlements
import Receipts
import ServiceCore

/// Google Play purchases as devices hold them (seed-endpoints.md §2.4).
extension PlayFabHandler {
  /// The purchase data from the device, unproven until its signature is verified or Google confirms
  /// it.
  private struct Claim {
    var app: String
    var product: String
    var token: String

    init(_ text: String) throws(PlayFabError) {
      guard let json = try? JSONReader.value(text), let app = json["packageName"]?.string,
        let product = json["productId"]?.string ?? json["productIds"]?.array?.first?.string,
        let token = json["purchaseToken"]?.string ?? json["token"]?.string, !token.isEmpty
      else { throw .invalidReceipt }
      self.app = app
      self.product = product
      self.token = token
      switch json["purchaseState"]?.integer {
      case 0, nil: break
      case 1, 2: throw .receiptCancelled
      default: throw .invalidPurchaseStatus
      }
    }
  }

  func validateGoogle(_ call: PlayFabCall) async throws(PlayFabError) -> JSONValue {
    let user = try await player(call)
    let text = try call.expectText("ReceiptJson")
    let signature = try call.expectText("Signature")
    let price = try PlayFabPrice(call, otherwise: settings.currency)
    let catalog = try await catalog(call)
    let claim = try Claim(text)
    guard isOurs(app: claim.app, at: .google) else { throw .wrongBundle }
    guard let item = catalog.item(soldAs: Catalog.Product(.google, claim.product)) else {
      throw .noMatch
    }
    guard price.total(of: item, quantity: 1) != nil else { throw .noPrice }
    let submitted = try await submitted(text, signature, claim, item, call)
    let submissionResult = try await decided(submitted, for: user, call)
    let sale = try sale(of: claim, in: submissionResult)
    guard settings.accepted.environments(for: user).contains(sale.environment) else {
      throw .wrongEnvironment
    }
    let submission = PlayFabSubmission(user, submitted, [sale], catalog)
    try submission.expectItems()
    guard sale.cancelledAt.map({ submissionResult.at < $0 }) ?? true else {
      throw .receiptCancelled
    }
    return try await fulfil([sale], of: submissionResult, submission, price, over: .invalidReceipt)
  }

  /// The signed purchase if there is a key to verify it, or else its purchase token.
  private func submitted(
    _ text: String,
    _ signature: String,
    _ claim: Claim,
    _ item: Catalog.Item,
    _ call: PlayFabCall
  ) async throws(PlayFabError) -> Submission {
    let pair = CompactJSON.bytes(["json": .string(text), "signature": .string(signature)])
    let hints = DocumentHints(
      productID: claim.product,
      productKind: item.kind == .unknown ? nil : item.kind.rawValue
    )
    let document = core.service.submissions.examine(pair, hints: hints)
    if document.rejectionCode == "untrusted-chain" {
      return .googleToken(claim.token, app: claim.app)
    }
    try await expectGenuine(document, call)
    guard document.submission.kind == .googlePurchase else { throw .invalidReceipt }
    return .document(document)
  }

  /// The purchase's newest sale on file, which may be a test.
  private func sale(
    of claim: Claim,
    in submissionResult: SubmissionResult
  ) throws(PlayFabError) -> Order {
    let googlePurchases = submissionResult.purchases.filter { $0.store == .google }
    let sales = googlePurchases.flatMap(\.sales).filter { sale in
      sale.app == claim.app
        && sale.productID.split(separator: ":").first.map(String.init) == claim.product
    }
    if let newest = sales.max(by: { $0.precedes($1) }) { return newest }
    switch submissionResult.storeOutcome {
    case .unanswered: throw .storeUnavailable
    case .notQueried: throw .missingGoogle
    case .unknown, .answered: break
    }
    let isPending = googlePurchases.contains { purchase in
      purchase.phases.contains { $0.state == .pending && $0.contains(submissionResult.at) }
        || purchase.notices.last?.kind == .pending
    }
    throw isPending ? .invalidPurchaseStatus : .invalidReceipt
  }
}
