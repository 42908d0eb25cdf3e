import AsyncHTTPClient
package import Basics
package import Entitlements
import Foundation
import NIOCore
import NIOHTTP1
package import ServiceCore

/// Asks the team's own back end who a user is, by HTTP.
package final class DirectoryHTTPClient: Sendable {
  private let configuration: DirectoryConfiguration
  private let http: HTTPClient

  /// Longer than any profile, and than the list of the users with one address.
  private static let maxBytes = 64 << 10

  package init(_ configuration: DirectoryConfiguration) {
    self.configuration = configuration
    http = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: .once(configuration.timeout, read: configuration.timeout)
    )
  }

  package var client: DirectoryClient {
    let profile = { @Sendable (user: ID<User>) async throws(DirectoryError) in
      try await self.profile(of: user)
    }
    guard let template = configuration.emailURL else { return DirectoryClient(profile: profile) }
    return DirectoryClient(profile: profile) { (email) async throws(DirectoryError) in
      let answer = try await self.answer(template, "{email}", email)
      return try answer.map { json throws(DirectoryError) in try DirectoryJSON.users(json) } ?? []
    }
  }

  /// Closes the connections; the client cannot be used afterwards.
  package func shutdown() async {
    // Shutting down twice is harmless.
    try? await http.shutdown()
  }

  private func profile(of user: ID<User>) async throws(DirectoryError) -> UserProfile? {
    guard let json = try await answer(configuration.userURL, "{id}", user.raw) else { return nil }
    return try DirectoryJSON.profile(json)
  }

  /// The answer's body; `nil` for 404 and 410.
  private func answer(
    _ template: String,
    _ placeholder: String,
    _ value: String
  ) async throws(DirectoryError) -> JSONValue? {
    // A server may take even an escaped "." or ".." for a step in the path.
    guard ![".", ".."].contains(value) else { throw .unusableID }
    let url = template.replacing(placeholder, with: URLText.segment(value))
    var request = HTTPClientRequest(url: url)
    request.headers.add(name: "accept", value: "application/json")
    request.headers.add(name: "user-agent", value: "purser")
    if let token = configuration.token {
      request.headers.add(name: "authorization", value: "Bearer \(token.opened())")
    }
    do {
      let deadline = NIODeadline.now() + TimeAmount(configuration.timeout)
      let response = try await http.execute(request, deadline: deadline)
      let status = Int(response.status.code)
      if [404, 410].contains(status) { return nil }
      guard status == 200 else { throw DirectoryError.refused(http: status) }
      let bytes = try await response.bytes(
        upTo: Self.maxBytes,
        until: deadline,
        late: DirectoryError.unreachable(.timeout),
        tooLarge: DirectoryError.tooLarge
      )
      guard let json = try? JSONReader.value(bytes) else { throw DirectoryError.unusable }
      return json
    } catch let error as DirectoryError {
      throw error
    } catch {
      throw Task.isCancelled ? .cancelled : Self.fault(error)
    }
  }

  /// Maps the network's errors to `DirectoryError`.
  private static func fault(_ error: any Error) -> DirectoryError {
    switch TransportError.error(error, of: .apple) {
    case .unreachable(_, let fault): .unreachable(fault)
    case .cancelled: .cancelled
    case .notConfigured: .unusableID
    case .status, .throttled, .unusable: .unusable
    }
  }
}

/// Reads the form of `PUT /v1/users/{id}` and `POST /v1/users`, with the ID in each profile. Other
/// members are ignored.
package enum DirectoryJSON {
  package static func profile(_ json: JSONValue) throws(DirectoryError) -> UserProfile {
    guard let id = json["id"]?.string else { throw .unusable }
    let (names, emails) = (try list(json["names"]), try list(json["emails"]))
    let accounts = try list(json["accounts"])
    do throws(UserProfile.Fault) {
      return try UserProfile(
        ID(id),
        names: names,
        emails: emails,
        accounts: accounts,
        locale: json["locale"]?.string,
        timeZone: json["timeZone"]?.string
      )
    } catch {
      throw .unusable
    }
  }

  package static func users(_ json: JSONValue) throws(DirectoryError) -> [UserProfile] {
    guard let users = json["users"]?.array, users.count <= maxUsers else { throw .unusable }
    var profiles: [UserProfile] = []
    for user in users { profiles.append(try profile(user)) }
    return profiles
  }

  private static let maxUsers = 16

  private static func list(_ value: JSONValue?) throws(DirectoryError) -> [String] {
    guard let value, value != .null else { return [] }
    guard let texts = value.array?.map(\.string) else { throw .unusable }
    let list = texts.compactMap { $0 }
    guard list.count == texts.count else { throw .unusable }
    return list
  }
}

/// The directory's addresses and token.
package struct DirectoryConfiguration: Sendable {
  /// With `{id}` in its path or query.
  package let userURL: String
  /// With `{email}` in its path or query; `nil` if the directory isn't searched.
  package let emailURL: String?
  let token: Secret?
  let timeout: Duration

  /// A setting that cannot be used.
  package enum Fault: Error, Equatable, Sendable {
    case userURL, emailURL

    package var expected: String {
      let placeholder = self == .userURL ? "{id}" : "{email}"
      return "an https:// address with \(placeholder) after the host; http:// is only for this "
        + "machine"
    }
  }

  package init(
    userURL: String,
    emailURL: String? = nil,
    token: Secret? = nil,
    timeout: Duration = .seconds(5)
  ) throws(Fault) {
    guard Self.isUsable(userURL, "{id}") else { throw .userURL }
    if let emailURL { guard Self.isUsable(emailURL, "{email}") else { throw .emailURL } }
    (self.userURL, self.emailURL, self.token, self.timeout) = (userURL, emailURL, token, timeout)
  }

  /// Whether secrets may be sent there, and the placeholder is in no part that says where.
  private static func isUsable(_ template: String, _ placeholder: String) -> Bool {
    guard template.contains(placeholder),
      let url = URL(string: template.replacing(placeholder, with: "a")), url.user() == nil,
      url.fragment() == nil, StoreClients.mayCarrySecrets(url),
      let other = URL(string: template.replacing(placeholder, with: "b"))
    else { return false }
    return (url.scheme, url.host(), url.port) == (other.scheme, other.host(), other.port)
  }

  /// The address's host, for people.
  package var host: String { URL(string: userURL.replacing("{id}", with: ""))?.host() ?? "" }
}
