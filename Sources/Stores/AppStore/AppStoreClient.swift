import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Apple: verifyReceipt, and the App Store Server API.
struct AppStoreClient: Sendable {
  private let configuration: AppleConfiguration
  private let httpClient: StoreHTTPClient
  private let receipts: VerifyReceipt

  init(_ configuration: AppleConfiguration, _ httpClient: StoreHTTPClient) {
    self.configuration = configuration
    self.httpClient = httpClient
    receipts = VerifyReceipt(configuration: configuration, httpClient: httpClient)
  }

  var client: StoreClient {
    StoreClient(
      apps: configuration.apps.filter { $0.key != nil }.map(\.bundleID),
      query: { (question, shop) async throws(StoreClientError) in try await ask(question, shop) },
      act: { (action, shop) async throws(StoreClientError) in try await act(action, shop) },
      check: { await check() }
    )
  }

  private func ask(
    _ question: StoreQuery,
    _ shop: StoreScope
  ) async throws(StoreClientError) -> StoreAnswer {
    let known = try UnsupportedOperations.environment(shop, .apple)
    if case .appleReceipt(let receipt, let excludesOld) = question {
      return try await Self.trying(known ?? .production, then: .ask) {
        (environment) async throws(StoreClientError) in
        try await receipts.ask(receipt, excludesOld: excludesOld, shop, in: environment)
      }
    }
    guard let request = AppStoreRequest(question) else {
      throw UnsupportedOperations.otherStore(.apple)
    }
    return try await Self.trying(known ?? .production, then: question.otherEnvironment) {
      (environment) async throws(StoreClientError) in
      let reply = try await answer(request, shop, in: environment)
      return try Self.answer(to: question, reply, shop, in: environment)
    }
  }

  private func act(
    _ action: StoreAction,
    _ shop: StoreScope
  ) async throws(StoreClientError) -> StoreAnswer {
    guard let request = AppStoreRequest(action) else {
      throw UnsupportedOperations.otherStore(.apple)
    }
    let known = try UnsupportedOperations.environment(shop, .apple)
    // The same ID may mean something else there: an action is never retried elsewhere.
    let isOpen = known == nil && action != .appleTestNotification
    return try await Self.trying(known ?? .production, then: isOpen ? .ask : .leave) {
      (environment) async throws(StoreClientError) in
      let reply = try await answer(request, shop, in: environment)
      guard !request.answers.isEmpty else {
        return StoreAnswer(documents: [], environment: environment)
      }
      try reply.json { AppStoreBody($0).map(request.answers.contains) == true }
      let hints = DocumentHints(app: shop.app, environment: environment.rawValue)
      return StoreAnswer(
        documents: [.init(bytes: reply.body, hints: hints)],
        environment: environment
      )
    }
  }

  private func answer(
    _ request: AppStoreRequest,
    _ shop: StoreScope,
    in environment: Environment
  ) async throws(StoreClientError) -> StoreHTTPResponse {
    try await httpClient.answer(
      request.request(configuration.server.url(of: environment), in: environment),
      as: try token(for: shop.app)
    )
  }

  private func token(for app: String) throws(StoreClientError) -> TokenSource {
    guard let key = configuration.app(app)?.key else {
      throw .notConfigured(.apple, missing: "the In-App Purchase key of \(app)")
    }
    return AppStoreToken(
      key: key,
      bundleID: app,
      life: configuration.tokenLife,
      now: httpClient.time.now
    ).source
  }
}

extension AppStoreClient {
  /// Whether to query the other environment if one does not know the item.
  enum Other { case ask, leave }

  /// Queries one environment, then the other if the error suggests it, each at most once.
  static func trying(
    _ first: Environment,
    then other: Other,
    _ attempt: (Environment) async throws(StoreClientError) -> StoreAnswer
  ) async throws(StoreClientError) -> StoreAnswer {
    do throws(StoreClientError) {
      return try await attempt(first)
    } catch {
      guard error.remedy == .otherEnvironment else { throw error }
      guard other == .ask else { throw finished(error) }
      do throws(StoreClientError) {
        return try await attempt(first == .production ? .sandbox : .production)
      } catch {
        throw error.remedy == .otherEnvironment ? finished(error) : error
      }
    }
  }

  /// Neither environment knows it. If each refers to the other, one of them is out of order.
  private static func finished(_ error: StoreClientError) -> StoreClientError {
    guard case .status(let store, let http, let code, _) = error else { return error }
    return .status(store, http: http, code: code, http == 200 ? .retry(notBefore: nil) : .final)
  }

  private static func answer(
    to question: StoreQuery,
    _ reply: StoreHTTPResponse,
    _ shop: StoreScope,
    in environment: Environment
  ) throws(StoreClientError) -> StoreAnswer {
    let bodies = AppStoreRequest(question)?.answers ?? []
    let json = try reply.json { AppStoreBody($0).map(bodies.contains) == true }
    guard let answer = AppStoreResponse(json) else { throw .unusable(.apple, .wrongShape) }
    var hints = DocumentHints(app: shop.app, environment: environment.rawValue)
    if case .appleOrder(let order) = question { hints.storeOrder = order }
    let documents: [StoreAnswer.Document]
    if answer.body == .notificationHistory {
      // Each notification is identified by its own UUID.
      documents = answer.signedPayloads.map { .init(bytes: Array($0.utf8), hints: hints) }
    } else if answer.signedTransactions.isEmpty, question.isPaged {
      documents = []
    } else {
      documents = [.init(bytes: reply.body, hints: hints)]
    }
    return StoreAnswer(
      documents: documents,
      environment: environment,
      next: try question.next(after: answer)
    )
  }
}

extension StoreQuery {
  /// Orders are looked up in production only; a notification interval belongs to one environment.
  fileprivate var otherEnvironment: AppStoreClient.Other {
    switch self {
    case .appleOrder, .appleNotifications, .appleTestNotification: .leave
    default: .ask
    }
  }

  fileprivate var isPaged: Bool {
    switch self {
    case .appleHistory, .appleRefunds: true
    default: false
    }
  }

  /// - Throws: `unusable` if a response has more pages but no cursor, or repeats the same cursor,
  ///   which would never end.
  fileprivate func next(after answer: AppStoreResponse) throws(StoreClientError) -> StoreQuery? {
    let cursor = answer.cursor.flatMap { $0.isEmpty ? nil : $0 }
    let here: String?
    switch self {
    case .appleHistory(_, let revision), .appleRefunds(_, let revision): here = revision
    case .appleNotifications(_, _, _, _, let page): here = page
    default: return nil
    }
    guard answer.hasMore == true else { return nil }
    guard let cursor, cursor != here else { throw .unusable(.apple, .wrongShape) }
    return switch self {
    case .appleHistory(let transaction, _):
      .appleHistory(transaction: transaction, revision: cursor)
    case .appleRefunds(let transaction, _):
      .appleRefunds(transaction: transaction, revision: cursor)
    case .appleNotifications(let from, let until, let transaction, let onlyFailures, _):
      .appleNotifications(
        from: from,
        until: until,
        transaction: transaction,
        onlyFailures: onlyFailures,
        page: cursor
      )
    default: nil
    }
  }
}

extension AppStoreClient {
  private func check() async -> [StoreCheck] {
    guard !configuration.apps.isEmpty else {
      return [
        StoreCheck(
          service: "App Store Server API",
          state: .notConfigured,
          remedy: "Set Apple's apps and their keys in the settings file"
        )
      ]
    }
    var checks: [StoreCheck] = []
    for environment in [Environment.production, .sandbox] {
      for app in configuration.apps {
        checks.append(await checkServer(app.bundleID, environment))
      }
      checks.append(
        await StoreCheck.of("verifyReceipt, \(environment.rawValue)", store: .apple) {
          () async throws(StoreClientError) in
          try await receipts.check(in: environment)
        }
      )
    }
    return checks
  }

  /// Queries a transaction that cannot exist: "not found" means that the token was accepted.
  private func checkServer(_ app: String, _ environment: Environment) async -> StoreCheck {
    await StoreCheck.of(
      "App Store Server API, \(environment.rawValue), \(app)",
      store: .apple
    ) { () async throws(StoreClientError) in
      guard let request = AppStoreRequest(.appleTransaction("0")) else { return }
      do throws(StoreClientError) {
        _ = try await answer(request, StoreScope(app: app), in: environment)
      } catch {
        switch error.remedy {
        case .otherEnvironment, .final: return
        default: throw error
        }
      }
    }
  }
}
