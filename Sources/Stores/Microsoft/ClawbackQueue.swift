import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// The queue in which Microsoft tells of money that went back. Its address is signed and opens it to
/// whoever has it: it stands in no error, and leaves this file in requests only.
struct ClawbackQueue: Sendable {
  /// The most that Azure hands out at once.
  private static let page = 32
  /// How long a message is nobody else's, in seconds: as long as its job's lease.
  private static let hidesFor = Int(JobRunner.usualLease)

  let configuration: MicrosoftConfiguration
  let door: StoreDoor
  let entra: TokenSource

  /// What waits there. Events that cannot be read are left: they end by themselves after some days.
  func read() async throws(StoreClientError) -> StoreAnswer {
    let reply = try await reply { (queue) throws(StoreClientError) in
      try request(
        .get,
        queue,
        "/messages",
        ["numofmessages=\(Self.page)", "visibilitytimeout=\(Self.hidesFor)"]
      )
    }
    guard let messages = try? MicrosoftQueueMessage.list(reply.body) else {
      throw .unusable(.microsoft, .wrongShape)
    }
    var answer = StoreAnswer(documents: [], environment: .production)
    for message in messages {
      guard let content = message.content, Self.isEvent(content) else { continue }
      answer.documents.append(.init(bytes: content, hints: Hints()))
      answer.thanks.append(.microsoftForgetClawback(message: message.id, receipt: message.receipt))
    }
    if !messages.isEmpty { answer.next = .microsoftClawbacks }
    return answer
  }

  /// Reads nothing; whether it could be.
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

  /// With an address that was refused replaced once.
  private func reply(
    to request: (Secret) throws(StoreClientError) -> StoreRequest
  ) async throws(StoreClientError) -> StoreReply {
    let (address, isFresh) = try await door.tokens.token(from: source)
    do throws(StoreClientError) {
      return try await door.answer(try request(address.secret))
    } catch {
      guard case .status(_, 401...403, _, _) = error, !isFresh else { throw error }
      await door.tokens.forget(address, of: source)
      return try await door.answer(
        try request(try await door.tokens.token(from: source).token.secret)
      )
    }
  }

  /// The signed address is good for some hours.
  private var source: TokenSource {
    TokenSource(name: "clawback queue") { () async throws(StoreClientError) in
      let reply = try await door.answer(
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
        expiresAt: end ?? door.time.now()
      )
    }
  }

  /// A request below the queue's address, whose own query signs it.
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
