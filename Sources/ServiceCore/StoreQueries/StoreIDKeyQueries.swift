import Entitlements
import Foundation
import Persistence
import Receipts

// A Store ID key is a credential that the app submits. Only Microsoft can verify its signature, so
// it is filed as a document that proves nothing; the store judges it when queried.
extension EntitlementService {
  /// The query plan for a key on file; `nil` if the key has ended or its app is unknown.
  func plan(forKey document: ID<Document>) async throws(ServiceError) -> StoreQueryPlan? {
    let known = try await asking { () throws(LedgerError) in
      try await ledger.documents.find(document)
    }
    guard let known, let app = known.app ?? onlyMicrosoftApp else { return nil }
    let environment = known.environment ?? .production
    return plan(forKey: known.bytes, StoreScope(app: app, environment: environment), known.user)
  }

  /// The plan for a key that is not on file.
  func plan(forKey presented: Validation) -> StoreQueryPlan? {
    let document = presented.filing.document
    guard let app = document.app ?? onlyMicrosoftApp else { return nil }
    let storeScope = StoreScope(app: app, environment: document.environment ?? .production)
    return plan(forKey: document.bytes, storeScope, nil)
  }

  private func plan(
    forKey key: [UInt8],
    _ storeScope: StoreScope,
    _ owner: ID<User>?
  ) -> StoreQueryPlan? {
    let questions = questions(by: [key], in: storeScope.environment ?? .production)
    guard !questions.isEmpty else { return nil }
    return StoreQueryPlan(storeScope: storeScope, questions: questions, owner: owner)
  }

  /// The queries for these keys, using the longest-lasting key for each service.
  func questions(
    by documents: [ID<Document>],
    in environment: Environment
  ) async throws(ServiceError) -> [StoreQuery] {
    var keys: [[UInt8]] = []
    for document in documents {
      let known = try await asking { () throws(LedgerError) in
        try await ledger.documents.find(document)
      }
      if let known { keys.append(known.bytes) }
    }
    return questions(by: keys, in: environment)
  }

  private func questions(by keys: [[UInt8]], in environment: Environment) -> [StoreQuery] {
    var newest: [MicrosoftStoreIDKey.Service: (end: Date, key: String)] = [:]
    for key in keys {
      guard let claims = try? MicrosoftStoreIDKey(key), let service = claims.service else {
        continue
      }
      let end = claims.expiresAt ?? .distantFuture
      guard end > now(), newest[service].map({ $0.end < end }) ?? true else { continue }
      newest[service] = (end, String(decoding: key, as: UTF8.self))
    }
    var questions: [StoreQuery] = []
    // Version 6 of the collections API has no sandbox and would return production items.
    if let key = newest[.collections]?.key, environment == .production {
      questions.append(.microsoftCollections(key: key, page: nil))
    }
    if let key = newest[.purchase]?.key { questions.append(.microsoftSubscriptions(key: key)) }
    return questions
  }

  /// The only configured app, because Microsoft's services name none.
  var onlyMicrosoftApp: String? {
    guard let apps = stores[.microsoft]?.apps, apps.count == 1 else { return nil }
    return apps[0]
  }
}
