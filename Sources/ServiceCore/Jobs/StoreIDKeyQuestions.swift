import Entitlements
import Foundation
import Persistence
import Receipts

// A Store ID key is a credential that the app hands in. Nobody but Microsoft can check its signature,
// so that it is filed as a document that proves nothing; the store itself judges it when it is asked.
extension EntitlementService {
  /// What the user of the key has; `nil` for a key that ended, or of which nobody knows the app.
  func plan(forKey document: ID<Document>) async throws(ServiceError) -> QuestionPlan? {
    let known = try await asking { () throws(LedgerError) in try await ledger.document(document) }
    guard let known, let app = known.app ?? onlyMicrosoftApp else { return nil }
    let environment = known.environment ?? .production
    let questions = try await questions(by: [document], in: environment)
    guard !questions.isEmpty else { return nil }
    return QuestionPlan(
      shop: StoreShop(app: app, environment: environment),
      questions: questions,
      owner: known.user
    )
  }

  /// What these keys open, of each service by the key that lasts longest.
  func questions(
    by documents: [ID<Document>],
    in environment: Environment
  ) async throws(ServiceError) -> [StoreQuestion] {
    var newest: [MicrosoftStoreIDKey.Service: (end: Date, key: String)] = [:]
    for document in documents {
      let known = try await asking { () throws(LedgerError) in try await ledger.document(document) }
      guard let known, let claims = try? MicrosoftStoreIDKey(known.bytes),
        let service = claims.service
      else { continue }
      let end = claims.expiresAt ?? .distantFuture
      guard end > now(), newest[service].map({ $0.end < end }) ?? true else { continue }
      newest[service] = (end, String(decoding: known.bytes, as: UTF8.self))
    }
    var questions: [StoreQuestion] = []
    // Version 6 of the collections knows no sandbox, and would tell what is owned in earnest.
    if let key = newest[.collections]?.key, environment == .production {
      questions.append(.microsoftCollections(key: key, page: nil))
    }
    if let key = newest[.purchase]?.key { questions.append(.microsoftSubscriptions(key: key)) }
    return questions
  }

  /// Microsoft's services name no app.
  var onlyMicrosoftApp: String? {
    guard let apps = stores[.microsoft]?.apps, apps.count == 1 else { return nil }
    return apps[0]
  }
}
