/// The checks of a document other than an app receipt, and how far it got.
package struct DocumentChecks: Equatable, Sendable {
  package enum Check: UInt8, Sendable, CaseIterable {
    case form, signature, chain, content, validity, environment, parts, app
  }

  private var bits: UInt8 = 0
  /// The check that rejected the document.
  package private(set) var failed: Check?

  package init() {}

  package func passed(_ check: Check) -> Bool { bits & 1 << check.rawValue != 0 }

  mutating func pass(_ check: Check) { bits |= 1 << check.rawValue }

  /// `isInside` if the rejected part is signed inside the document.
  mutating func fail(_ rejection: Rejection, isInside: Bool = false) {
    guard !isInside else { return failed = .parts }
    failed =
      switch rejection {
      case .tooLarge: .form
      case .malformed: passed(.chain) ? .content : .form
      case .unsupported where passed(.chain): passed(.content) ? .environment : .content
      case .unsupported: passed(.form) ? .signature : .form
      case .badSignature: .signature
      case .untrustedChain: passed(.chain) ? .validity : .chain
      case .wrongEnvironment: .environment
      case .wrongApp: .app
      case .expired: .validity
      }
  }
}
