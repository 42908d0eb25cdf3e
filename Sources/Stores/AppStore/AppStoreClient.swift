import Entitlements
import Receipts
import ServiceCore

/// Apple: verifyReceipt, and the App Store Server API.
struct AppStoreClient: Sendable {
  let configuration: AppleConfiguration
  let httpClient: StoreHTTPClient

  var client: StoreClient {
    StoreClient(
      apps: configuration.apps.filter { $0.key != nil }.map(\.bundleID),
      query: ask,
      act: act,
      check: check,
      listing: AppStoreConnect(configuration: configuration, httpClient: httpClient).listing
    )
  }

  private func ask(
    _ question: StoreQuery,
    _ shop: StoreScope
  ) async throws(StoreClientError) -> StoreAnswer {
    let known = try UnsupportedOperations.environment(shop, .apple)
    if case .appleReceipt(let receipt, let excludesOld) = question {
      return try await Self.trying(known ?? .production) {
        (environment) async throws(StoreClientError) in
        try await verifyReceipt(receipt, excludesOld: excludesOld, shop, in: environment)
      }
    }
    guard let request = AppStoreRequest(question) else {
      throw UnsupportedOperations.otherStore(.apple)
    }
    return try await Self.trying(known ?? .production, asksBoth: question.isInBothEnvironments) {
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
    return try await Self.trying(known ?? .production, asksBoth: isOpen) {
      (environment) async throws(StoreClientError) in
      let reply = try await answer(request, shop, in: environment)
      guard !request.answers.isEmpty else {
        return StoreAnswer(documents: [], environment: environment)
      }
      try reply.json { AppStoreBody($0).map(request.answers.contains) == true }
      return StoreAnswer(reply, DocumentHints(app: shop.app), environment)
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
  /// Queries one environment, then the other if the error suggests it, each at most once.
  /// `asksBoth` is whether to query the other at all.
  static func trying(
    _ first: Environment,
    asksBoth: Bool = true,
    _ attempt: (Environment) async throws(StoreClientError) -> StoreAnswer
  ) async throws(StoreClientError) -> StoreAnswer {
    do throws(StoreClientError) {
      return try await attempt(first)
    } catch {
      guard error.remedy == .otherEnvironment else { throw error }
      guard asksBoth else { throw finished(error) }
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
    var hints = DocumentHints(app: shop.app)
    if case .appleOrder(let order) = question { hints.storeOrder = order }
    var found = StoreAnswer(reply, hints, environment)
    if answer.body == .notificationHistory {
      // Each notification is identified by its own UUID.
      found.documents = answer.signedPayloads.map {
        .init(bytes: Array($0.utf8), hints: found.documents[0].hints)
      }
    } else if answer.signedTransactions.isEmpty, question.isPaged {
      found.documents = []
    }
    found.next = try question.next(after: answer)
    return found
  }
}

extension StoreQuery {
  /// Orders are looked up in production only; a notification interval belongs to one environment.
  fileprivate var isInBothEnvironments: Bool {
    switch self {
    case .appleOrder, .appleNotifications, .appleTestNotification: false
    default: true
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
    guard answer.hasMore == true else { return nil }
    func cursor(after here: String?) throws(StoreClientError) -> String {
      guard let cursor = answer.cursor, !cursor.isEmpty, cursor != here else {
        throw .unusable(.apple, .wrongShape)
      }
      return cursor
    }
    return switch self {
    case .appleHistory(let transaction, let revision):
      .appleHistory(transaction: transaction, revision: try cursor(after: revision))
    case .appleRefunds(let transaction, let revision):
      .appleRefunds(transaction: transaction, revision: try cursor(after: revision))
    case .appleNotifications(let from, let until, let transaction, let onlyFailures, let page):
      .appleNotifications(
        from: from,
        until: until,
        transaction: transaction,
        onlyFailures: onlyFailures,
        page: try cursor(after: page)
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
      for app in configuration.apps { checks.append(await checkServer(app.bundleID, environment)) }
      checks.append(
        await StoreCheck.of("verifyReceipt, \(environment.rawValue)", store: .apple) {
          () async throws(StoreClientError) in
          try await checkVerifyReceipt(in: environment)
        }
      )
    }
    if configuration.apps.contains(where: { $0.connectKey != nil }) {
      let connect = AppStoreConnect(configuration: configuration, httpClient: httpClient)
      checks.append(await connect.check())
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
