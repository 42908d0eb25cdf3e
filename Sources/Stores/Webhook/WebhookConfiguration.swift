import Basics
import Foundation
import Receipts
package import ServiceCore

/// The webhook's URL and signing secret.
package struct WebhookConfiguration: Sendable {
  package let url: String
  /// The key's bytes, decoded from the secret's base64.
  let key: [UInt8]

  /// - Parameters:
  ///   - url: `https://`, or `http://` on this machine itself.
  ///   - secret: Base64 of 24 to 64 random bytes, after `whsec_` or without it (Standard Webhooks).
  /// - Throws: `WebhookConfigurationError` for an invalid URL or secret.
  package init(url: String, secret: Secret) throws(WebhookConfigurationError) {
    guard let address = URL(string: url), address.host()?.isEmpty == false else {
      throw .malformedURL
    }
    guard StoreClients.mayCarrySecrets(address), address.user() == nil else { throw .insecureURL }
    let text = secret.opened()
    let prefix = "whsec_"
    let encoded = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    guard let key = Base64.bytes(encoded), Self.lengths.contains(key.count) else {
      throw .unusableSecret
    }
    self.url = url
    self.key = key
  }

  /// The URL without parts that may be secret.
  package var address: String {
    guard var parts = URLComponents(string: url) else { return "on" }
    parts.query = nil
    parts.fragment = nil
    parts.path = ""
    return parts.string ?? "on"
  }

  private static let lengths = 24...64
}

/// An invalid setting of the webhook.
package enum WebhookConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformedURL, insecureURL, unusableSecret

  package var description: String {
    switch self {
    case .malformedURL: "an address. Write https:// and the host"
    case .insecureURL:
      "an address that begins with https:// and has no password; http:// is only for this machine"
    case .unusableSecret:
      "whsec_ and the base64 of 24 to 64 random bytes: echo whsec_$(openssl rand -base64 32)"
    }
  }
}
