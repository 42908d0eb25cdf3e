package import Entitlements

/// Which shop is meant: an app in one environment of its store.
package struct StoreShop: Codable, Hashable, Sendable {
  /// Apple's bundle ID, Google's package name.
  package var app: String
  /// `nil` where nobody knows: production is asked, and the other one where it says so.
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

/// What a store answered: documents as they came, to be examined and filed like any other.
package struct StoreAnswer: Equatable, Sendable {
  package struct Document: Equatable, Sendable {
    /// The body, or one signed part of it that stands by itself.
    package var bytes: [UInt8]
    /// What the request knew of the answer and the answer does not say.
    package var hints: Hints

    package init(bytes: [UInt8], hints: Hints) {
      self.bytes = bytes
      self.hints = hints
    }
  }

  package var documents: [Document]
  /// The environment that answered.
  package var environment: Environment
  /// The rest of a long answer.
  package var next: StoreQuestion?
  /// What tells the store that the documents are on file; until then it tells of them again.
  package var thanks: [StoreDeed]

  package init(
    documents: [Document],
    environment: Environment,
    next: StoreQuestion? = nil,
    thanks: [StoreDeed] = []
  ) {
    self.documents = documents
    self.environment = environment
    self.next = next
    self.thanks = thanks
  }
}

/// Whether a store can be reached with the credentials there are.
package struct StoreCheck: Equatable, Sendable {
  package enum State: Equatable, Sendable { case ok, notConfigured, failed(StoreClientError) }

  /// What was tried: `App Store Server API, production`.
  package var service: String
  package var state: State
  /// What to do about it; `nil` where there is nothing.
  package var remedy: String?

  package init(service: String, state: State, remedy: String? = nil) {
    self.service = service
    self.state = state
    self.remedy = remedy
  }
}

/// One store, as the service core knows it: live in `Stores`, scripted in tests. A struct of closures.
package struct StoreClient: Sendable {
  /// The apps whose purchases the credentials are good for, where a store counts by app.
  package var apps: [String]
  /// Whether the store has a queue of refunds for us to read.
  package var hasClawbacks: Bool
  package var ask:
    @Sendable (StoreQuestion, StoreShop) async throws(StoreClientError) -> StoreAnswer
  package var act: @Sendable (StoreDeed, StoreShop) async throws(StoreClientError) -> StoreAnswer
  /// What an app gets a Store ID key by; Microsoft's alone.
  package var ticket: @Sendable (ServiceTicket) async throws(StoreClientError) -> Secret
  /// A line for every service and environment that is configured.
  package var check: @Sendable () async -> [StoreCheck]

  package init(
    apps: [String] = [],
    hasClawbacks: Bool = false,
    ask:
      @escaping @Sendable (StoreQuestion, StoreShop) async throws(StoreClientError) -> StoreAnswer,
    act: @escaping @Sendable (StoreDeed, StoreShop) async throws(StoreClientError) -> StoreAnswer,
    ticket:
      @escaping @Sendable (ServiceTicket) async throws(StoreClientError) -> Secret = {
        (_) async throws(StoreClientError) in
        throw .notConfigured(.microsoft, missing: "the Entra application with its secret")
      },
    check: @escaping @Sendable () async -> [StoreCheck]
  ) {
    self.apps = apps
    self.hasClawbacks = hasClawbacks
    self.ask = ask
    self.act = act
    self.ticket = ticket
    self.check = check
  }
}
