import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Microsoft's queue of refund and chargeback events. Its signed URL is a secret that grants
/// access, so it appears in no error and leaves this file only in requests.
struct ClawbackQueue: Sendable {
  /// Azure's maximum for one request.
  private static let pageSize = 32
  /// How long a message stays hidden from other readers, in seconds: as long as its job's lease.
  private static let visibilityTimeout = Int(JobRunner.usualLease)

  let configuration: MicrosoftConfiguration
  let httpClient: StoreHTTPClient
  let entra: TokenSource

  /// Reads the waiting events. Unreadable ones are left in the queue, where they expire.
  func read() async throws(StoreClientError) -> StoreAnswer {
    let reply = try await reply { (queue) throws(StoreClientError) in
      try request(
        .get,
        queue,
        "/messages",
        ["numofmessages=\(Self.pageSize)", "visibilitytimeout=\(Self.visibilityTimeout)"]
      )
    }
    guard let messages = try? MicrosoftQueueMessage.list(reply.body) else {
      throw .unusable(.microsoft, .wrongShape)
    }
    var answer = StoreAnswer(documents: [], environment: .production)
    for message in messages {
      guard let content = message.content, Self.isEvent(content) else { continue }
      answer.documents.append(.init(bytes: content, hints: DocumentHints()))
      answer.acknowledgements.append(
        .microsoftForgetClawback(message: message.id, receipt: message.receipt)
      )
    }
    if !messages.isEmpty { answer.next = .microsoftClawbacks }
    return answer
  }

  /// Checks that the queue is readable, without taking messages.
  func peek() async throws(StoreClientError) {
    _ = try await reply { (queue) throws(StoreClientError) in
      try request(.get, queue, "/messages", ["peekonly=true"])
    }
  }

  func forget(_ message: String, _ receipt: String) async throws(StoreClientError) {
    _ = try await reply { (queue) throws(StoreClientError) in
      try request(
        .delete,
        queue,
        "/messages/\(URLText.segment(message))",
        [URLText.form([("popreceipt", receipt)])]
      )
    }
  }

  private static func isEvent(_ content: [UInt8]) -> Bool {
    guard let json = try? JSONReader.value(content), case .clawback = try? MicrosoftResponse(json)
    else { return false }
    return true
  }

  /// Sends a request; replaces a rejected URL once.
  private func reply(
    to request: (Secret) throws(StoreClientError) -> StoreRequest
  ) async throws(StoreClientError) -> StoreHTTPResponse {
    let (address, isFresh) = try await httpClient.tokens.token(from: source)
    do throws(StoreClientError) {
      return try await httpClient.answer(try request(address.secret))
    } catch {
      guard case .status(_, 401...403, _, _) = error, !isFresh else { throw error }
      await httpClient.tokens.forget(address, of: source)
      return try await httpClient.answer(
        try request(try await httpClient.tokens.token(from: source).token.secret)
      )
    }
  }

  /// The signed URL is valid for some hours.
  private var source: TokenSource {
    TokenSource(name: "clawback queue") { () async throws(StoreClientError) in
      let reply = try await httpClient.answer(
        StoreRequest(
          .microsoftStore,
          .get,
          configuration.purchase,
          "/v8.0/b2b/clawback/sastoken",
          bucket: .microsoft
        ),
        as: entra
      )
      let json = try reply.json { $0["uri"]?.string?.isEmpty == false }
      guard let response = try? MicrosoftResponse(json), case .queueAddress(let end) = response
      else { throw .unusable(.microsoft, .wrongShape) }
      return AccessToken(
        secret: Secret(json["uri"]?.string ?? ""),
        expiresAt: end ?? httpClient.time.now()
      )
    }
  }

  /// A request below the queue's URL, whose query contains the signature.
  private func request(
    _ method: StoreRequest.Method,
    _ queue: Secret,
    _ path: String,
    _ query: [String]
  ) throws(StoreClientError) -> StoreRequest {
    let parts = queue.opened().split(separator: "?", maxSplits: 1)
    guard parts.count == 2, let base = parts.first, let url = URL(string: String(base)),
      StoreClients.mayCarrySecrets(url)
    else { throw .unusable(.microsoft, .wrongShape) }
    var request = StoreRequest(.microsoftQueue, method, String(base), path, bucket: .microsoft)
    request.url += "?" + (query + [String(parts[1])]).joined(separator: "&")
    return request
  }
}

/// Renews users' Store ID keys in time, because an expired key cannot be renewed and only the app
/// can get a new one.
actor StoreIDKeys {
  /// Each has about 2,000 characters.
  private static let maxKeys = 10_000

  private let configuration: MicrosoftConfiguration
  private let httpClient: StoreHTTPClient
  private let renewed: @Sendable (_ old: Secret, _ new: Secret) async -> Void
  /// Renewed keys by the key that they replace.
  private var newer: [Secret: Secret] = [:]

  init(
    _ configuration: MicrosoftConfiguration,
    _ httpClient: StoreHTTPClient,
    renewed: @escaping @Sendable (_ old: Secret, _ new: Secret) async -> Void
  ) {
    self.configuration = configuration
    self.httpClient = httpClient
    self.renewed = renewed
  }

  /// The key to query with. A failed renewal is harmless: the old key is valid until its expiry.
  func current(_ key: Secret, for source: TokenSource) async -> Secret {
    let newest = newer[key] ?? key
    guard isDue(newest), let fresh = try? await renew(newest, for: source) else { return newest }
    if newer.count >= Self.maxKeys { newer = [:] }
    newer[key] = fresh
    await renewed(newest, fresh)
    return fresh
  }

  private func isDue(_ key: Secret) -> Bool {
    guard let claims = try? MicrosoftStoreIDKey(Array(key.opened().utf8)),
      let end = claims.expiresAt
    else { return false }
    let rest = end.timeIntervalSince(httpClient.time.now())
    return rest > 0 && rest < configuration.renewsKeysWithin / .seconds(1)
  }

  private func renew(_ key: Secret, for source: TokenSource) async throws -> Secret {
    let claims = try MicrosoftStoreIDKey(Array(key.opened().utf8))
    let base = claims.service == .purchase ? configuration.purchase : configuration.collections
    let (ticket, _) = try await httpClient.tokens.token(from: source)
    let reply = try await httpClient.answer(
      StoreRequest(
        .microsoftStore,
        .post,
        base,
        "/v6.0/b2b/keys/renew",
        body: .json(
          ["serviceTicket": .string(ticket.secret.opened()), "key": .string(key.opened())]
        ),
        bucket: .microsoft
      )
    )
    let json = try reply.json { ($0["key"] ?? $0["Key"])?.string?.isEmpty == false }
    return Secret((json["key"] ?? json["Key"])?.string ?? "")
  }
}
