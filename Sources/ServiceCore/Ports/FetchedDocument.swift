package import Foundation

/// A small public document that a store publishes: keys or certificates.
package struct FetchedDocument: Equatable, Sendable {
  package var status: Int
  package var bytes: [UInt8]
  /// How long it may be cached, in seconds (`Cache-Control: max-age`); `nil` if it does not say.
  package var keepsFor: TimeInterval?

  package init(status: Int, bytes: [UInt8], keepsFor: TimeInterval? = nil) {
    self.status = status
    self.bytes = bytes
    self.keepsFor = keepsFor
  }
}

/// Why a document could not be fetched.
package enum FetchError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreachable, tooLarge, insecureURL

  package var description: String {
    switch self {
    case .unreachable: "the document could not be fetched. Check the network"
    case .tooLarge: "the document is longer than any key set or certificate"
    case .insecureURL: "the document's address does not begin with https://"
    }
  }
}
