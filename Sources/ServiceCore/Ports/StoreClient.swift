package import Entitlements

/// An app in one environment of its store.
package struct StoreScope: Codable, Hashable, Sendable {
  /// Apple's bundle ID, Google's package name.
  package var app: String
  /// `nil` if unknown: production is queried, and sandbox if production says so.
  package var environment: Environment?

  private enum CodingKeys: String, CodingKey {
    case app = "app"
    case environment = "environment"
  }

  package init(app: String, environment: Environment? = nil) {
    self.app = app
    self.environment = environment
  }
}

/// A store's answer: unmodified documents, to be examined and filed like any other.
package struct StoreAnswer: Equatable, Sendable {
  package struct Document: Equatable, Sendable {
    /// The body, or one signed part that can be verified on its own.
    package var bytes: [UInt8]
    /// What the request knew and the answer does not state.
    package var hints: DocumentHints

    package init(bytes: [UInt8], hints: DocumentHints) {
      self.bytes = bytes
      self.hints = hints
    }
  }

  package var documents: [Document]
  /// The environment that answered.
  package var environment: Environment
  /// The query for the rest of a long answer.
  package var next: StoreQuery?
  /// The acknowledgements of the documents; until then the store sends them again.
  package var acknowledgements: [StoreAction]

  package init(
    documents: [Document],
    environment: Environment,
    next: StoreQuery? = nil,
    acknowledgements: [StoreAction] = []
  ) {
    self.documents = documents
    self.environment = environment
    self.next = next
    self.acknowledgements = acknowledgements
  }
}

/// Whether a store can be reached with the configured credentials.
package struct StoreCheck: Equatable, Sendable {
  package enum State: Equatable, Sendable { case ok, notConfigured, failed(StoreClientError) }

  /// The service and environment: `App Store Server API, production`.
  package var service: String
  package var state: State
  /// What the operator can do about it.
  package var remedy: String?

  package init(service: String, state: State, remedy: String? = nil) {
    self.service = service
    self.state = state
    self.remedy = remedy
  }
}

/// A store's client, as a struct of closures: live in `Stores`, scripted in tests.
package struct StoreClient: Sendable {
  /// The apps that the credentials cover, if the store has credentials per app.
  package var apps: [String]
  /// Whether the store has a refund queue to read.
  package var hasClawbacks: Bool
  package var query:
    @Sendable (StoreQuery, StoreScope) async throws(StoreClientError) -> StoreAnswer
  package var act: @Sendable (StoreAction, StoreScope) async throws(StoreClientError) -> StoreAnswer
  /// The access token an app needs to get a Store ID key; Microsoft only.
  package var ticket: @Sendable (StoreIDKeyScope) async throws(StoreClientError) -> Secret
  /// One check for each configured service and environment.
  package var check: @Sendable () async -> [StoreCheck]

  package init(
    apps: [String] = [],
    hasClawbacks: Bool = false,
    query:
      @escaping @Sendable (StoreQuery, StoreScope) async throws(StoreClientError) -> StoreAnswer,
    act:
      @escaping @Sendable (StoreAction, StoreScope) async throws(StoreClientError) -> StoreAnswer,
    ticket:
      @escaping @Sendable (StoreIDKeyScope) async throws(StoreClientError) -> Secret = {
        (_) async throws(StoreClientError) in
        throw .notConfigured(.microsoft, missing: "the Entra application with its secret")
      },
    check: @escaping @Sendable () async -> [StoreCheck]
  ) {
    self.apps = apps
    self.hasClawbacks = hasClawbacks
    self.query = query
    self.act = act
    self.ticket = ticket
    self.check = check
  }
}
