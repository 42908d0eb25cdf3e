import Basics
import Crypto
import Entitlements
import Foundation
import Logging
import Receipts
import ServiceCore

/// One endpoint: what the door answers by and what the document tells are the same table.
struct APIOperation: Sendable {
  /// What is answered where all goes well.
  struct Answer: Sendable {
    var status: Int
    var about: String
    var schema: String
    var example: JSONValue
  }

  var id: String
  var method: Route.Method
  var path: String
  var summary: String
  var about: String
  /// `nil` where no key is needed.
  var scope: APIConfiguration.Scope?
  var parameters: [APIParameter]
  var body: APIBodyForm?
  var answer: Answer
  /// The problems beside those that every operation has.
  var problems: [APIProblem.Code]
  var run: @Sendable (APICall) async throws(APIProblem) -> WebResponse

  /// In the order of their statuses, each once.
  var allProblems: [APIProblem.Code] {
    let always: [APIProblem.Code] = [
      .invalidParameter, .methodNotAllowed, .tooLarge, .tooManyRequests, .unavailable,
    ]
    let guarded: [APIProblem.Code] = scope == nil ? [] : [.missingKey, .unknownKey, .missingScope]
    let read: [APIProblem.Code] =
      body == nil ? [] : [.malformedBody, .invalidBody, .wrongMediaType]
    let all = Set(always + guarded + read + problems)
    return APIProblem.Code.allCases.filter(all.contains)
      .sorted { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }
  }

  func route(_ keys: APIGuard, _ core: WebCore) -> Route {
    Route(
      method,
      path,
      mostBytes: body == nil ? 1_024 : 32 << 10,
      deadline: .seconds(10),
      refusalByHead: { request in
        do throws(APIProblem) {
          if let scope { try keys.admit(request, for: scope) }
          try parameters.check(request)
          return nil
        } catch {
          return error.response
        }
      }
    ) { request in
      do throws(APIProblem) {
        let key = scope == nil ? nil : keys.key(of: request)
        let call = APICall(request: request, key: key, core: core, parameters: parameters)
        return try await run(call)
      } catch {
        return error.response
      }
    }
  }
}

/// A request that was admitted, and whose parameters are of their forms.
struct APICall: Sendable {
  let request: WebRequest
  /// `nil` where none was needed.
  let key: APIConfiguration.Key?
  let core: WebCore
  fileprivate let parameters: [APIParameter]

  init(
    request: WebRequest,
    key: APIConfiguration.Key?,
    core: WebCore,
    parameters: [APIParameter]
  ) {
    self.request = request
    self.key = key
    self.core = core
    self.parameters = parameters
  }

  var service: EntitlementService { core.service }
  var isPersonal: Bool { key?.scopes.contains(.personal) ?? false }
  var user: ID<User> { ID(request.parameters["id"] ?? "") }

  func text(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value(in: request)
  }

  func instant(_ name: String) -> Date? { text(name).flatMap(APIInstant.read) }
  func flag(_ name: String) -> Bool { text(name) == "true" }
  func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// Asks the service; what it cannot answer, it may soon.
  func ask<Value>(
    _ question: () async throws(ServiceError) -> Value
  ) async throws(APIProblem) -> Value {
    do throws(ServiceError) {
      return try await question()
    } catch {
      core.log.error("the API cannot answer: \(error)")
      throw .unavailable("The ledger does not answer")
    }
  }

  func unknownUser() -> APIProblem {
    APIProblem(.unknownUser, "The ledger has heard nothing of that user.", parameter: "id")
  }

  /// What is known now, with a tag by which it need not be sent again.
  func tagged(_ json: JSONValue) -> WebResponse {
    let body = CompactJSON.bytes(json)
    let tag = APITag.tag(of: body)
    // It may be kept, but nobody may go by it without asking whether it still holds.
    let headers = [
      WebResponse.Header(name: "Cache-Control", value: "private, no-cache"),
      WebResponse.Header(name: "ETag", value: tag),
    ]
    if let known = request.headers["if-none-match"], APITag.isAmong(known, tag) {
      return WebResponse(304, headers: headers, note: "unchanged")
    }
    let type = WebResponse.Header(name: "Content-Type", value: "application/json")
    return WebResponse(200, headers: [type] + headers, body: body)
  }
}

/// Entity tags (RFC 9110 §8.8.3): the same for the same letters.
enum APITag {
  static func tag(of body: [UInt8]) -> String {
    "\"\(String(hex: Array(SHA256.hash(data: body).prefix(16))))\""
  }

  /// Whether it is one of those that `If-None-Match` lists; weak ones count (§13.1.2).
  static func isAmong(_ known: String, _ tag: String) -> Bool {
    known.split(separator: ",").contains { part in
      let known = part.trimmingCharacters(in: .whitespaces)
      return known == "*" || known == tag || known == "W/\(tag)"
    }
  }
}
