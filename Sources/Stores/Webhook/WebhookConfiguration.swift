import Basics
import Foundation
import Receipts
package import ServiceCore

/// Whom changes are told to, and the secret that shows them who tells.
package struct WebhookConfiguration: Sendable {
  package let url: String
  /// The key's bytes, out of the secret's base64.
  let key: [UInt8]

  /// - Parameters:
  ///   - url: `https://`, or `http://` on this machine itself.
  ///   - secret: Base64 of 24 to 64 random bytes, after `whsec_` or without it (Standard Webhooks).
  /// - Throws: What is wrong with either.
  package init(url: String, secret: Secret) throws(WebhookConfigurationError) {
    guard let address = URL(string: url), address.host()?.isEmpty == false else {
      throw .malformedURL
    }
    guard StoreClients.mayCarrySecrets(address), address.user() == nil else { throw .insecureURL }
    let text = secret.opened()
    let prefix = "whsec_"
    let letters = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    guard let key = Base64.bytes(letters), Self.lengths.contains(key.count) else {
      throw .unusableSecret
    }
    self.url = url
    self.key = key
  }

  /// Where it goes, without what may be secret in it.
  package var address: String {
    guard var parts = URLComponents(string: url) else { return "on" }
    parts.query = nil
    parts.fragment = nil
    parts.path = ""
    return parts.string ?? "on"
  }

  private static let lengths = 24...64
}

/// A setting that cannot be meant.
package enum WebhookConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformedURL, insecureURL, unusableSecret

  package var description: String {
    switch self {
    case .malformedURL: "an address. Write https:// and the host"
    case .insecureURL:
      "an address that begins with https:// and names no password; http:// is for this machine alone"
    case .unusableSecret:
      "whsec_ and the base64 of 24 to 64 random bytes: echo whsec_$(openssl rand -base64 32)"
    }
  }
}
