import Entitlements
import Foundation
import ServiceCore

/// The token that opens Microsoft's store services to a server. It never leaves this program.
struct EntraToken: Sendable {
  let application: MicrosoftConfiguration.Application
  let login: String
  let door: StoreDoor

  var source: TokenSource {
    TokenSource(name: "entra \(application.client)") { () async throws(StoreClientError) in
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
            ("scope", "https://onestore.microsoft.com/.default"),
          ]),
          bucket: .entra
        )
      )
      return try AccessToken(oauth: reply, at: door.time.now())
    }
  }
}
