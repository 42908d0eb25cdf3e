package import Entitlements
package import Foundation

/// Why a store gave no answer that can be used. Nothing of this says anything about a purchase: none
/// becomes invalid because its store could not be asked.
package enum StoreClientError: Error, Equatable, Sendable {
  /// What is to be done about it.
  package enum Remedy: Equatable, Sendable {
    /// The same later, with growing pauses; not before the instant.
    case retry(notBefore: Date?)
    /// The same now, of the other environment.
    case otherEnvironment
    /// The answer stands: the store knows nothing of the kind, or will not do it.
    case final
    /// Somebody has to change a setting or a key first.
    case operatorAction
  }

  /// What kept an answer from coming whole.
  package enum Fault: String, Codable, Sendable {
    case unresolved, refused, reset, timeout, tls, proxy
  }

  /// What was wrong with an answer that came.
  package enum Flaw: String, Codable, Sendable {
    case notJSON, wrongShape, tooLarge, badCompression, untrusted
  }

  case unreachable(Store, Fault)
  /// An answer by status: HTTP's, and the store's own code (Apple's `errorCode` or `status`,
  /// Google's `reason`), where there is one.
  case status(Store, http: Int, code: String?, Remedy)
  case throttled(Store, until: Date?)
  case unusable(Store, Flaw)
  case notConfigured(Store, missing: String)
  case cancelled

  /// It belongs to the case: nobody has to read a text to know what to do.
  package var remedy: Remedy {
    switch self {
    case .unreachable(_, .tls), .unreachable(_, .proxy): .operatorAction
    case .unreachable: .retry(notBefore: nil)
    case .status(_, _, _, let remedy): remedy
    case .throttled(_, let instant): .retry(notBefore: instant)
    // Whatever stands between us and the store may have written it.
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
      "\(Self.name(store)) could not be reached: \(Self.words(fault))"
    case .status(let store, let http, let code, let remedy):
      "\(Self.name(store)) answered \(http)\(code.map { " (\($0))" } ?? ""); \(Self.words(remedy))"
    case .throttled(let store, _):
      "\(Self.name(store)) allows no more requests for now; it is asked again later"
    case .unusable(let store, let flaw):
      "\(Self.name(store)) sent what cannot be read: \(Self.words(flaw)); it is asked again later"
    case .notConfigured(let store, let missing):
      "\(Self.name(store)) cannot be asked: \(missing) is not set. Set it in the settings file, and ask again"
    case .cancelled: "it was called off"
    }
  }

  private static func name(_ store: Store) -> String { Wording.name(of: store) }

  private static func words(_ fault: Fault) -> String {
    switch fault {
    case .unresolved: "its name has no address. Check the network"
    case .refused: "the connection was refused. Check the network"
    case .reset: "the connection broke"
    case .timeout: "it took too long"
    case .tls: "its certificate is not trusted. Check the clock and the roots in the settings"
    case .proxy: "the proxy refused. Check the proxy in the settings"
    }
  }

  private static func words(_ flaw: Flaw) -> String {
    switch flaw {
    case .notJSON: "it is no JSON"
    case .wrongShape: "a field is missing or of another type"
    case .tooLarge: "it is too large"
    case .badCompression: "it is compressed wrongly"
    case .untrusted: "its signature is not trusted"
    }
  }

  private static func words(_ remedy: Remedy) -> String {
    switch remedy {
    case .retry: "it is asked again later"
    case .otherEnvironment: "the other environment is asked"
    case .final: "that stands"
    case .operatorAction: "look at the store's settings and keys"
    }
  }
}
