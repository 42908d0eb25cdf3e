import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Apple: verifyReceipt, and the App Store Server API.
struct AppStoreClient: Sendable {
  private let configuration: AppleConfiguration
  private let door: StoreDoor
  private let receipts: VerifyReceipt

  init(_ configuration: AppleConfiguration, _ door: StoreDoor) {
    self.configuration = configuration
    self.door = door
    receipts = VerifyReceipt(configuration: configuration, door: door)
  }

  var client: StoreClient {
    StoreClient(
      apps: configuration.apps.filter { $0.key != nil }.map(\.bundleID),
      ask: { (question, shop) async throws(StoreClientError) in try await ask(question, shop) },
      act: { (deed, shop) async throws(StoreClientError) in try await act(deed, shop) },
      check: { await check() }
    )
  }

  private func ask(
    _ question: StoreQuestion,
    _ shop: StoreShop
  ) async throws(StoreClientError) -> StoreAnswer {
    let known = try StoreRefusals.environment(shop, .apple)
    if case .appleReceipt(let receipt, let excludesOld) = question {
      return try await Self.trying(known ?? .production, then: .ask) {
        (environment) async throws(StoreClientError) in
        try await receipts.ask(receipt, excludesOld: excludesOld, shop, in: environment)
      }
    }
    guard let request = AppStoreRequest(question) else { throw StoreRefusals.otherStore(.apple) }
    return try await Self.trying(known ?? .production, then: question.otherEnvironment) {
      (environment) async throws(StoreClientError) in
      let reply = try await answer(request, shop, in: environment)
      return try Self.answer(to: question, reply, shop, in: environment)
    }
  }

  private func act(
    _ deed: StoreDeed,
    _ shop: StoreShop
  ) async throws(StoreClientError) -> StoreAnswer {
    guard let request = AppStoreRequest(deed) else { throw StoreRefusals.otherStore(.apple) }
    let known = try StoreRefusals.environment(shop, .apple)
    // Something else may go by the same number there: a deed stays where it is meant.
    let isOpen = known == nil && deed != .appleTestNotification
    return try await Self.trying(known ?? .production, then: isOpen ? .ask : .leave) {
      (environment) async throws(StoreClientError) in
      let reply = try await answer(request, shop, in: environment)
      guard !request.answers.isEmpty else {
        return StoreAnswer(documents: [], environment: environment)
      }
      try reply.json { AppStoreBody($0).map(request.answers.contains) == true }
      let hints = Hints(app: shop.app, environment: environment.rawValue)
      return StoreAnswer(
        documents: [.init(bytes: reply.body, hints: hints)],
        environment: environment
      )
    }
  }

  private func answer(
    _ request: AppStoreRequest,
    _ shop: StoreShop,
    in environment: Environment
  ) async throws(StoreClientError) -> StoreReply {
    try await door.answer(
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
      now: door.time.now
    ).source
  }
}

extension AppStoreClient {
  /// Whether the other environment is asked where one does not know of a thing.
  enum Other { case ask, leave }

  /// One environment, and the other one at once where that is the answer, each at most once.
  static func trying(
    _ first: Environment,
    then other: Other,
    _ attempt: (Environment) async throws(StoreClientError) -> StoreAnswer
  ) async throws(StoreClientError) -> StoreAnswer {
    do throws(StoreClientError) {
      return try await attempt(first)
    } catch {
      guard error.remedy == .otherEnvironment else { throw error }
      guard other == .ask else { throw settled(error) }
      do throws(StoreClientError) {
        return try await attempt(first == .production ? .sandbox : .production)
      } catch {
        throw error.remedy == .otherEnvironment ? settled(error) : error
      }
    }
  }

  /// Neither environment knows it. Where each calls it the other's, one of them is out of order.
  private static func settled(_ error: StoreClientError) -> StoreClientError {
    guard case .status(let store, let http, let code, _) = error else { return error }
    return .status(store, http: http, code: code, http == 200 ? .retry(notBefore: nil) : .final)
  }

  private static func answer(
    to question: StoreQuestion,
    _ reply: StoreReply,
    _ shop: StoreShop,
    in environment: Environment
  ) throws(StoreClientError) -> StoreAnswer {
    let bodies = AppStoreRequest(question)?.answers ?? []
    let json = try reply.json { AppStoreBody($0).map(bodies.contains) == true }
    guard let answer = AppStoreAnswer(json) else { throw .unusable(.apple, .wrongShape) }
    var hints = Hints(app: shop.app, environment: environment.rawValue)
    if case .appleOrder(let order) = question { hints.storeOrder = order }
    let documents: [StoreAnswer.Document]
    if answer.body == .notificationHistory {
      // Each is one that was pushed or should have been, and is known by its own number.
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

extension StoreQuestion {
  /// Orders are looked up in production only; a stretch of notifications is one environment's.
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

  /// - Throws: `unusable` for an answer that has more, and does not say where, or says the same place
  ///   again: following it would never end.
  fileprivate func next(after answer: AppStoreAnswer) throws(StoreClientError) -> StoreQuestion? {
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

  /// A transaction that cannot exist is asked for: whoever does not know it has taken the token.
  private func checkServer(_ app: String, _ environment: Environment) async -> StoreCheck {
    await StoreCheck.of(
      "App Store Server API, \(environment.rawValue), \(app)",
      store: .apple
    ) { () async throws(StoreClientError) in
      guard let request = AppStoreRequest(.appleTransaction("0")) else { return }
      do throws(StoreClientError) {
        _ = try await answer(request, StoreShop(app: app), in: environment)
      } catch {
        switch error.remedy {
        case .otherEnvironment, .final: return
        default: throw error
        }
      }
    }
  }
}
