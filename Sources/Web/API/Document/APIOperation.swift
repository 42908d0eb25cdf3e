import Basics
import Crypto
import Entitlements
import Foundation
import Logging
import Receipts
import ServiceCore

/// One API operation: the same table serves requests and generates the document.
struct APIOperation: Sendable {
  /// The answer on success.
  struct Answer: Sendable {
    var status: Int
    var about: String
    var schema: String
    var example: JSONValue
  }

  var id: String
  var method = Route.Method.get
  var path: String
  var summary: String
  var about: String
  /// `nil` if no key is needed.
  var scope: APIConfiguration.Scope?
  var parameters: [APIParameter] = []
  var body: APIBodyForm?
  /// The maximum length of the body.
  var maxBodyBytes = 32 << 10
  var answer: Answer
  /// The problems in addition to those of every operation.
  var problems: [APIProblem.Code] = []
  var run: @Sendable (APICall) async throws(APIProblem) -> WebResponse

  /// All problems without duplicates, ordered by status.
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

  func route(_ keys: APIGuard, _ core: WebDependencies) -> Route {
    Route(
      method,
      path,
      maxBytes: body == nil ? 1_024 : maxBodyBytes,
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

/// An admitted request with valid parameters.
struct APICall: Sendable {
  let request: WebRequest
  /// `nil` if no key is needed.
  let key: APIConfiguration.Key?
  let core: WebDependencies
  let parameters: [APIParameter]

  var service: EntitlementService { core.service }
  var isPersonal: Bool { key?.scopes.contains(.personal) ?? false }
  var user: ID<User> { ID(request.parameters["id"] ?? "") }

  func text(_ name: String) -> String? { parameters.first { $0.name == name }?.value(in: request) }

  func instant(_ name: String) -> Date? { text(name).flatMap(APIInstant.read) }
  func flag(_ name: String) -> Bool { text(name) == "true" }
  func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// Runs a service operation; an error becomes "unavailable".
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

  /// Refuses a name that only the ledger gives, unless it gave this one.
  func expectNameable(
    _ user: ID<User>,
    _ code: APIProblem.Code = .invalidParameter,
    at parameter: String = "id"
  ) async throws(APIProblem) {
    guard user.isReserved else { return }
    let isKnown = try await ask { () throws(ServiceError) in
      try await service.users.isKnown(user)
    }
    guard !isKnown else { return }
    let prefixes = "\(ID<User>.anonymousPrefix) or \(ID<User>.erasedPrefix)"
    let text = "User IDs that begin with \(prefixes) are given by the ledger alone."
    throw APIProblem(code, text, parameter: parameter)
  }

  func unknownUser() -> APIProblem {
    APIProblem(.unknownUser, "The ledger has heard nothing of that user.", parameter: "id")
  }

  /// A 200 response with an entity tag, or 304 if the client's copy is current.
  func tagged(_ json: JSONValue) -> WebResponse {
    let body = CompactJSON.bytes(json)
    return tagged(body, APITag.tag(of: body))
  }

  /// The same for bytes whose tag is known.
  func tagged(_ body: [UInt8], _ tag: String) -> WebResponse {
    // Caches may store it but must revalidate it before each use.
    let isKnown = request.headers["if-none-match"].map { APITag.isAmong($0, tag) } ?? false
    let response =
      isKnown
      ? WebResponse(304, note: "unchanged")
      : WebResponse(200, body: body).with("Content-Type", "application/json")
    return response.with("Cache-Control", "private, no-cache").with("ETag", tag)
  }
}

/// Entity tags (RFC 9110 §8.8.3), equal for equal bytes.
enum APITag {
  static func tag(of body: [UInt8]) -> String {
    "\"\(String(hex: Array(SHA256.hash(data: body).prefix(16))))\""
  }

  /// Whether `If-None-Match` lists the tag; weak tags count (§13.1.2).
  static func isAmong(_ known: String, _ tag: String) -> Bool {
    known.split(separator: ",").contains { part in
      let known = part.trimmingCharacters(in: .whitespaces)
      return known == "*" || known == tag || known == "W/\(tag)"
    }
  }
}
