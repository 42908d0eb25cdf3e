import Basics
import Entitlements
import Receipts
import ServiceCore

/// The Microsoft Store: the collections and the purchase service.
struct MicrosoftClient: Sendable {
  /// Pages of one user's subscriptions; more than any user has.
  private static let maxPages = 40
  private static let pageSize = "100"

  let configuration: MicrosoftConfiguration
  let httpClient: StoreHTTPClient
  private let keys: StoreIDKeys

  init(
    _ configuration: MicrosoftConfiguration,
    _ httpClient: StoreHTTPClient,
    renewed: @escaping @Sendable (_ old: Secret, _ new: Secret) async -> Void
  ) {
    self.configuration = configuration
    self.httpClient = httpClient
    keys = StoreIDKeys(configuration, httpClient, renewed: renewed)
  }

  var client: StoreClient {
    StoreClient(
      apps: configuration.apps,
      hasClawbacks: configuration.hasClawbacks && configuration.application != nil,
      query: ask,
      act: { (action, _) async throws(StoreClientError) in try await act(action) },
      ticket: ticket,
      check: checks,
      listing: StoreListing { (_) async throws(StoreClientError) in try await catalog() }
    )
  }

  func token(
    for audience: String = EntraToken.services
  ) throws(StoreClientError) -> TokenSource {
    guard let application = configuration.application, !application.secret.isEmpty else {
      throw .notConfigured(.microsoft, missing: "the Entra application with its secret")
    }
    return EntraToken(
      application: application,
      login: configuration.login,
      httpClient: httpClient,
      audience: audience
    ).source
  }

  /// Valid for an hour at most: a client uses it at once.
  private func ticket(_ kind: StoreIDKeyScope) async throws(StoreClientError) -> Secret {
    let source = try token(for: EntraToken.audience(of: kind))
    return try await httpClient.tokens.token(from: source).token.secret
  }

  private func queue() throws(StoreClientError) -> ClawbackQueue {
    ClawbackQueue(configuration: configuration, httpClient: httpClient, entra: try token())
  }

  private func act(_ action: StoreAction) async throws(StoreClientError) -> StoreAnswer {
    guard case .microsoftForgetClawback(let message, let receipt) = action else {
      throw UnsupportedOperations.otherStore(.microsoft)
    }
    try await queue().forget(message, receipt)
    return StoreAnswer(documents: [], environment: .production)
  }

  private func ask(
    _ question: StoreQuery,
    _ shop: StoreScope
  ) async throws(StoreClientError) -> StoreAnswer {
    let environment = try UnsupportedOperations.environment(shop, .microsoft) ?? .production
    switch question {
    case .microsoftCollections(let key, let page):
      try expectSandbox(for: environment)
      let reply = try await answer(key) { collections($0, page: page, environment) }
      var answer = StoreAnswer(documents: [], environment: environment)
      let next = try take(reply, of: key, shop, into: &answer)
      // The same page again would never end.
      guard next == nil || next != page else { throw .unusable(.microsoft, .wrongShape) }
      answer.next = next.map { .microsoftCollections(key: key, page: $0) }
      return answer
    case .microsoftSubscriptions(let key):
      try expectSandbox(for: environment)
      var answer = StoreAnswer(documents: [], environment: environment)
      var page: String?
      for _ in 0..<Self.maxPages {
        let here = page
        let reply = try await self.answer(key) { recurrences($0, page: here, environment) }
        page = try take(reply, of: key, shop, into: &answer)
        if page == nil { return answer }
      }
      throw .unusable(.microsoft, .tooLarge)
    case .microsoftClawbacks: return try await queue().read()
    default: throw UnsupportedOperations.otherStore(.microsoft)
    }
  }

  private func expectSandbox(for environment: Environment) throws(StoreClientError) {
    guard environment == .production || configuration.sandbox != nil else {
      throw .notConfigured(.microsoft, missing: "the sandbox")
    }
  }

  private func answer(
    _ key: String,
    _ request: (Secret) -> StoreRequest
  ) async throws(StoreClientError) -> StoreHTTPResponse {
    let source = try token()
    let current = await keys.current(Secret(key), for: source)
    return try await httpClient.answer(request(current), as: source)
  }

  /// - Returns: The continuation token of the next page.
  private func take(
    _ reply: StoreHTTPResponse,
    of key: String,
    _ shop: StoreScope,
    into answer: inout StoreAnswer
  ) throws(StoreClientError) -> String? {
    let json = try reply.json { $0["items"]?.array != nil }
    guard let response = try? MicrosoftResponse(json) else {
      throw .unusable(.microsoft, .wrongShape)
    }
    let page: String?
    switch response {
    case .collection(_, let continuation), .recurrences(_, let continuation): page = continuation
    case .nothing: page = json["continuationToken"]?.string
    default: throw .unusable(.microsoft, .wrongShape)
    }
    let hints = DocumentHints(
      app: shop.app,
      environment: answer.environment.rawValue,
      account: (try? MicrosoftStoreIDKey(Array(key.utf8)))?.userID
    )
    if response != .nothing { answer.documents.append(.init(bytes: reply.body, hints: hints)) }
    return page.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Version 6, which returns order IDs and needs no list of products; in a sandbox version 8,
  /// because version 6 would return the public store's items.
  private func collections(
    _ key: Secret,
    page: String?,
    _ environment: Environment
  ) -> StoreRequest {
    let isSandbox = environment == .sandbox
    let types: JSONValue = ["Application", "Durable", "Game", "UnmanagedConsumable"]
    let filters: JSONValue = [
      "*:Application", "*:Consumable", "*:Durable", "*:Game", "*:Pass", "*:UnmanagedConsumable",
    ]
    return StoreRequest(
      .microsoftStore,
      .post,
      configuration.collections,
      isSandbox ? "/v8.0/collections/b2bLicensePreview" : "/v6.0/collections/query",
      body: .json(
        [
          "beneficiaries": [
            [
              "identityType": "b2b", "identityValue": .string(key.opened()),
              "localTicketReference": "",
            ]
          ],
          "productTypes": isSandbox ? nil : types,
          "entitlementFilters": isSandbox ? filters : nil,
          "market": isSandbox ? "neutral" : nil,
          "sbx": isSandbox ? .text(configuration.sandbox) : nil,
          "validityType": "All", "maxPageSize": .number(Self.pageSize),
          "continuationToken": .text(page),
        ]
      ),
      bucket: .microsoft
    )
  }

  private func recurrences(
    _ key: Secret,
    page: String?,
    _ environment: Environment
  ) -> StoreRequest {
    StoreRequest(
      .microsoftStore,
      .post,
      configuration.purchase,
      "/v8.0/b2b/recurrences/query",
      body: .json(
        [
          "b2bKey": .string(key.opened()),
          "sbx": environment == .sandbox ? .text(configuration.sandbox) : nil,
          "continuationToken": .text(page), "pageSize": .string(Self.pageSize),
        ]
      ),
      bucket: .microsoft
    )
  }
}

extension MicrosoftClient {
  private func checks() async -> [StoreCheck] {
    let collections = collections(Secret(""), page: nil, .production)
    let purchase = recurrences(Secret(""), page: nil, .production)
    var checks = [
      await check("Microsoft Store collections", collections),
      await check("Microsoft Store purchases", purchase),
    ]
    guard configuration.hasClawbacks else { return checks }
    checks.append(
      await StoreCheck.of("Microsoft clawback queue", store: .microsoft) {
        () async throws(StoreClientError) in
        try await queue().peek()
      }
    )
    return checks
  }

  /// Sent without a user's key: an error about just that means that our token was accepted.
  private func check(_ name: String, _ request: StoreRequest) async -> StoreCheck {
    await StoreCheck.of(name, store: .microsoft) { () async throws(StoreClientError) in
      do throws(StoreClientError) {
        _ = try await httpClient.answer(request, as: try token())
      } catch {
        guard error.remedy == .final else { throw error }
      }
    }
  }
}
