import Entitlements
import Foundation
import ServiceCore

/// The token that gives a server access to Microsoft's store services. It never leaves this
/// program; the token of another audience, with which a client requests its user's key, does.
struct EntraToken: Sendable {
  /// The audience that only this program may use.
  static let services = "https://onestore.microsoft.com"

  static func audience(of ticket: StoreIDKeyScope) -> String {
    "\(services)/b2b/keys/create/\(ticket.rawValue)"
  }

  let application: MicrosoftConfiguration.Application
  let login: String
  let httpClient: StoreHTTPClient
  var audience = services

  var source: TokenSource {
    TokenSource(name: "entra \(application.client) \(audience)") {
      () async throws(StoreClientError) in
      let reply = try await httpClient.answer(
        StoreRequest(
          .entra,
          .post,
          login,
          "/\(URLText.segment(application.tenant))/oauth2/v2.0/token",
          body: .form([
            ("grant_type", "client_credentials"),
            ("client_id", application.client),
            ("client_secret", application.secret.opened()),
            ("scope", "\(audience)/.default"),
          ]),
          bucket: .entra
        )
      )
      return try AccessToken(oauth: reply, at: httpClient.time.now())
    }
  }
}
