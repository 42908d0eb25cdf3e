import Entitlements
import Receipts
import ServiceCore

extension ValidateHandler {
  /// Returns what the user of a Store ID key owns. If the app has no key or an invalid one, it gets
  /// an access token to request a key and tries again.
  func microsoft(
    _ request: ValidatorRequest,
    _ app: ValidatorConfiguration.App
  ) async throws(ValidatorFault) -> ValidateContext {
    guard let name = app.microsoft else { throw .otherApp }
    let needed: StoreIDKeyScope =
      request.type?.hasSuffix("subscription") == true ? .purchase : .collections
    let keys = StoreIDKeyScope.allCases.compactMap { kind in
      request.storeIDKey(kind).map { (kind, $0) }
    }
    guard keys.contains(where: { $0.0 == needed }) else { throw try await missingKey(needed) }
    var finding = ValidateContext(records: [], storeOutcome: .notQueried, app: name)
    finding.productID = request.text("storeId")
    for (kind, key) in keys {
      let document = service.submissions.examine(Array(key.utf8), hints: DocumentHints(app: name))
      guard document.submission.kind == .microsoftStoreIDKey else {
        throw .malformed("license.storeIdKey is no Store ID key")
      }
      let submissionResult = try await submit(.document(document), for: request.user)
      switch submissionResult.storeOutcome {
      case .unanswered: throw .outage
      case .answered: finding.storeOutcome = .answered
      // The key has ended or was revoked.
      case .notQueried, .unknown: if kind == needed { throw try await missingKey(needed) }
      }
      let known = Set(finding.records.map(\.id))
      finding.records += submissionResult.visible.filter { !known.contains($0.id) }
    }
    return finding
  }

  /// The fault for a missing key, with an access token to get one.
  private func missingKey(_ kind: StoreIDKeyScope) async throws(ValidatorFault) -> ValidatorFault {
    var fault = ValidatorFault.missing("a Store ID key for \(kind.rawValue)")
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
