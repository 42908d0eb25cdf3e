import Entitlements
import Receipts
import ServiceCore

extension ValidatorDesk {
  /// Whoever has a user's Store ID key may ask what that user owns. Where the app has none yet, or
  /// one that opens nothing any more, it is given a ticket to get one by, and asks again.
  func microsoft(
    _ request: ValidatorRequest,
    _ app: ValidatorConfiguration.App
  ) async throws(ValidatorFault) -> ValidatorFinding {
    guard let name = app.microsoft else { throw .otherApp }
    let needed: ServiceTicket =
      request.type?.hasSuffix("subscription") == true ? .purchase : .collections
    let keys = ServiceTicket.allCases.compactMap { kind in
      request.storeIDKey(kind).map { (kind, $0) }
    }
    guard keys.contains(where: { $0.0 == needed }) else { throw try await lacking(needed) }
    var finding = ValidatorFinding(records: [], word: .notAsked, app: name)
    finding.productID = request.text("storeId")
    for (kind, key) in keys {
      let bytes = Array(key.utf8)
      guard service.look(at: bytes).kind == .microsoftStoreIDKey else {
        throw .malformed("license.storeIdKey is no Store ID key")
      }
      let settlement = try await settle(.document(bytes, Hints(app: name)), for: request.user)
      switch settlement.word {
      case .unanswered: throw .outage
      case .answered: finding.word = .answered
      // The key ended, or was withdrawn.
      case .notAsked, .unknownThere: if kind == needed { throw try await lacking(needed) }
      }
      let known = Set(finding.records.map(\.id))
      finding.records += settlement.tellable.filter { !known.contains($0.id) }
    }
    return finding
  }

  /// What the app has to do about a key that is missing.
  private func lacking(_ kind: ServiceTicket) async throws(ValidatorFault) -> ValidatorFault {
    var fault = ValidatorFault.missing("a Store ID key for \(kind.rawValue)")
    do throws(ServiceError) {
      fault.ticket = (kind, try await service.ticket(kind))
      return fault
    } catch {
      // Nobody has a ticket to give: the app can do nothing about it.
      if case .store(.notConfigured) = error { return fault }
      throw .failed(error)
    }
  }
}
