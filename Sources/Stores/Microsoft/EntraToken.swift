import Entitlements
import Foundation
import ServiceCore

/// The token that opens Microsoft's store services to a server. It never leaves this program; that of
/// another audience, by which a client gets its user's key, does.
struct EntraToken: Sendable {
  /// What only this program may have.
  static let services = "https://onestore.microsoft.com"

  static func audience(of ticket: ServiceTicket) -> String {
    "\(services)/b2b/keys/create/\(ticket.rawValue)"
  }

  let application: MicrosoftConfiguration.Application
  let login: String
  let door: StoreDoor
  var audience = services

  var source: TokenSource {
    TokenSource(name: "entra \(application.client) \(audience)") {
      () async throws(StoreClientError) in
      let reply = try await door.answer(
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
      return try AccessToken(oauth: reply, at: door.time.now())
    }
  }
}
