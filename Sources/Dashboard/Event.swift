package import Entitlements
package import Foundation

/// An answer, or why there is none, in words for the operator.
package enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value), failure(String)
}

/// Everything that can happen to the dashboard.
package enum Event: Equatable, Sendable {
  case key(Key)
  case mouse(Mouse)
  /// Text from the terminal's paste: never keys.
  case pasted(String)
  case resized(Size)
  case ticked(Date)
  /// Somebody, here or in another process, committed to the ledger, which has so many bytes now.
  case ledgerChanged(bytes: Int?)
  case answered(request: Int, Outcome<Answer>)
  case queued(request: Int, Deed, of: ID<User>, Outcome<Queued>)
  case themeLoaded(name: String, Outcome<Theme>)
  /// Some theme's file was written.
  case themesChanged
  case noticed(Notice)
}

extension Event {
  /// The request that it answers.
  package var request: Int? {
    switch self {
    case .answered(let request, _), .queued(let request, _, _, _): request
    default: nil
    }
  }
}

/// A line for the operator that passes, or stays until Esc where it is an error.
package struct Notice: Equatable, Sendable {
  package enum Severity: Equatable, Sendable { case info, warning, error }

  package var severity: Severity
  package var text: String

  package init(severity: Severity, text: String) {
    self.severity = severity
    self.text = text
  }
}
