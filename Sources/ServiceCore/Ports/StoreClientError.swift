package import Entitlements
package import Foundation

/// Why a store gave no usable answer. These errors state nothing about a purchase: none becomes
/// invalid because its store could not be queried.
package enum StoreClientError: Error, Equatable, Sendable {
  /// How to proceed after an error.
  package enum Remedy: Equatable, Sendable {
    /// Retry later, with growing pauses; not before the instant.
    case retry(notBefore: Date?)
    /// Query the other environment now.
    case otherEnvironment
    /// The answer is final: the store does not know the subject or refuses.
    case final
    /// An operator has to change a setting or a key first.
    case operatorAction
  }

  /// The cause of a failed connection.
  package enum Fault: String, Codable, Sendable {
    case unresolved, refused, reset, timeout, tls, proxy
  }

  /// The defect of an answer.
  package enum Flaw: String, Codable, Sendable {
    case notJSON, wrongShape, tooLarge, badCompression, untrusted
  }

  case unreachable(Store, Fault)
  /// An HTTP error status with the store's own code (Apple's `errorCode` or `status`, Google's
  /// `reason`), if any.
  case status(Store, http: Int, code: String?, Remedy)
  case throttled(Store, until: Date?)
  case unusable(Store, Flaw)
  case notConfigured(Store, missing: String)
  case cancelled

  /// The remedy follows from the case, without parsing texts.
  package var remedy: Remedy {
    switch self {
    case .unreachable(_, .tls), .unreachable(_, .proxy): .operatorAction
    case .unreachable: .retry(notBefore: nil)
    case .status(_, _, _, let remedy): remedy
    case .throttled(_, let instant): .retry(notBefore: instant)
    // Something between this program and the store may have written it.
    case .unusable: .retry(notBefore: nil)
    case .notConfigured: .operatorAction
    case .cancelled: .retry(notBefore: nil)
    }
  }
}

extension StoreClientError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreachable(let store, let fault):
      "\(Self.name(store)) could not be reached: \(Self.text(fault))"
    case .status(let store, 200, let code?, let remedy):
      "\(Self.name(store)) refused with status \(code); \(Self.text(remedy))"
    case .status(let store, let http, let code, let remedy):
      "\(Self.name(store)) answered \(http)\(code.map { " (\($0))" } ?? ""); \(Self.text(remedy))"
    case .throttled(let store, _):
      "\(Self.name(store)) allows no more requests for now; purser tries again later"
    case .unusable(let store, let flaw):
      "\(Self.name(store)) sent an unusable answer: \(Self.text(flaw)); purser tries again later"
    case .notConfigured(let store, let missing):
      "\(Self.name(store)) cannot be queried: \(missing) is not set. Set it in the settings file"
    case .cancelled: "it was cancelled"
    }
  }

  private static func name(_ store: Store) -> String { Wording.name(of: store) }

  private static func text(_ fault: Fault) -> String {
    switch fault {
    case .unresolved: "its name has no address. Check the network"
    case .refused: "the connection was refused. Check the network"
    case .reset: "the connection broke"
    case .timeout: "it took too long"
    case .tls: "its certificate is not trusted. Check the clock and the roots in the settings"
    case .proxy: "the proxy refused. Check the proxy in the settings"
    }
  }

  private static func text(_ flaw: Flaw) -> String {
    switch flaw {
    case .notJSON: "it is not JSON"
    case .wrongShape: "a field is missing or of another type"
    case .tooLarge: "it is too large"
    case .badCompression: "it is compressed wrongly"
    case .untrusted: "its signature is not trusted"
    }
  }

  private static func text(_ remedy: Remedy) -> String {
    switch remedy {
    case .retry: "purser tries again later"
    case .otherEnvironment: "purser queries the other environment"
    case .final: "the answer is final"
    case .operatorAction: "check the store's settings and keys"
    }
  }
}
