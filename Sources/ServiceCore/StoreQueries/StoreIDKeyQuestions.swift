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
    return plan(forKey: known.bytes, StoreShop(app: app, environment: environment), known.user)
  }

  /// The same for a key that is not on file.
  func plan(forKey presented: Validation) -> QuestionPlan? {
    let document = presented.filing.document
    guard let app = document.app ?? onlyMicrosoftApp else { return nil }
    let shop = StoreShop(app: app, environment: document.environment ?? .production)
    return plan(forKey: document.bytes, shop, nil)
  }

  private func plan(
    forKey key: [UInt8],
    _ shop: StoreShop,
    _ owner: ID<User>?
  ) -> QuestionPlan? {
    let questions = questions(by: [key], in: shop.environment ?? .production)
    guard !questions.isEmpty else { return nil }
    return QuestionPlan(shop: shop, questions: questions, owner: owner)
  }

  /// What these keys open, of each service by the key that lasts longest.
  func questions(
    by documents: [ID<Document>],
    in environment: Environment
  ) async throws(ServiceError) -> [StoreQuestion] {
    var keys: [[UInt8]] = []
    for document in documents {
      let known = try await asking { () throws(LedgerError) in try await ledger.document(document) }
      if let known { keys.append(known.bytes) }
    }
    return questions(by: keys, in: environment)
  }

  private func questions(by keys: [[UInt8]], in environment: Environment) -> [StoreQuestion] {
    var newest: [MicrosoftStoreIDKey.Service: (end: Date, key: String)] = [:]
    for key in keys {
      guard let claims = try? MicrosoftStoreIDKey(key), let service = claims.service else {
        continue
      }
      let end = claims.expiresAt ?? .distantFuture
      guard end > now(), newest[service].map({ $0.end < end }) ?? true else { continue }
      newest[service] = (end, String(decoding: key, as: UTF8.self))
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
