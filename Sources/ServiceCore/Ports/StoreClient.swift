package import Entitlements
package import Foundation

/// An app in one environment of its store.
package struct StoreScope: Codable, Hashable, Sendable {
  /// Apple's bundle ID, Google's package name.
  package var app: String
  /// `nil` if unknown: production is queried, and sandbox if production says so.
  package var environment: Environment?

  private enum CodingKeys: String, CodingKey {
    case app = "app", environment = "environment"
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
  /// `nil` if the store has no service that lists products; Amazon has none.
  package var listing: StoreListing?

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
    check: @escaping @Sendable () async -> [StoreCheck],
    listing: StoreListing? = nil
  ) {
    self.apps = apps
    self.hasClawbacks = hasClawbacks
    self.query = query
    self.act = act
    self.ticket = ticket
    self.check = check
    self.listing = listing
  }
}

/// The Microsoft service of a Store ID key. An app gets the key from the store with an access token
/// from this program, which allows nothing else and may leave it (microsoft.md §1).
package enum StoreIDKeyScope: String, Sendable, CaseIterable { case collections, purchase }

extension StoreQueries {
  /// An access token with which the app gets its user's Store ID key.
  package func ticket(_ kind: StoreIDKeyScope) async throws(ServiceError) -> Secret {
    let client = try client(of: .microsoft)
    return try await wrapping(store: try await client.ticket(kind))
  }
}

/// A small public document that a store publishes: keys or certificates.
package struct FetchedDocument: Equatable, Sendable {
  package var status: Int
  package var bytes: [UInt8]
  /// How long it may be cached, in seconds (`Cache-Control: max-age`); `nil` if it does not say.
  package var keepsFor: TimeInterval?

  package init(status: Int, bytes: [UInt8], keepsFor: TimeInterval? = nil) {
    self.status = status
    self.bytes = bytes
    self.keepsFor = keepsFor
  }
}

/// Why a document could not be fetched.
package enum FetchError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreachable, tooLarge, insecureURL

  package var description: String {
    switch self {
    case .unreachable: "the document could not be fetched. Check the network"
    case .tooLarge: "the document is longer than any key set or certificate"
    case .insecureURL: "the document's address does not begin with https://"
    }
  }
}

/// The context of a store query.
package enum QuerySubject {
  /// Whether nothing about the subject is on file, so that it may be invented. Such queries get
  /// only a part of each rate limit.
  @TaskLocal package static var isUnknown = false
}

/// A key, shared secret or token. Printing it never shows its content; `opened()` returns it.
package struct Secret: Hashable, Sendable {
  private let hidden: String
  /// The file or environment variable that it is from, if any.
  package let source: String?

  package init(_ text: String, from source: String? = nil) {
    hidden = text
    self.source = source
  }

  package static func == (left: Secret, right: Secret) -> Bool { left.hidden == right.hidden }

  package func hash(into hasher: inout Hasher) { hasher.combine(hidden) }

  /// The secret itself, only for a request that needs it.
  package func opened() -> String { hidden }

  package var isEmpty: Bool { hidden.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "•••" }
  package var debugDescription: String { "•••" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
