package import Foundation

/// An answer, or why there is none, in words for the operator.
package enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value), failure(String)
}

/// Everything that can happen to the dashboard.
package enum Event: Equatable, Sendable {
  case key(Key)
  /// Keys of text that arrived together: typed ahead, or pasted where the terminal does not say so.
  case typed([Key])
  case mouse(Mouse)
  /// Text from the terminal's paste: never keys.
  case pasted(String)
  case resized(Size)
  case ticked(Date)
  /// Somebody, here or in another process, committed to the ledger, which has so many bytes now.
  case ledgerChanged(bytes: Int?)
  case answered(request: Int, Outcome<Answer>)
  case acted(request: Int, Deed, Outcome<Done>)
  /// Whether the dashboard may act from now on.
  case writing(Outcome<Acting>)
  case themeLoaded(name: String, Outcome<Theme>)
  /// Some theme's file was written.
  case themesChanged
  /// The names that `:theme` completes.
  case themesFound([String])
  /// How much of a sample is filed; `nil` once all of it is.
  case sampled(SampleProgress?)
  /// The stores can be asked from now on.
  case storesOpened
  /// A tool of the desktop has not taken what was to be copied.
  case toolFailed(Copy, reason: String)
  /// Nothing could take what was to be copied: it is in a file, and to be selected by hand.
  case uncopied(_ title: String, text: String, reason: String, path: String)
  /// The file of keys was written.
  case keysLoaded(Outcome<Keymap>)
  /// The file of queues was written.
  case queuesLoaded(Outcome<[SavedQueue]>)
  /// The file of the operator's own commands was written.
  case commandsLoaded(Outcome<[OwnCommand]>)
  /// A program of the operator's has ended.
  case launched(name: String, Outcome<Launched>)
  case noticed(Notice)
}

extension Event {
  /// The request that it answers.
  package var request: Int? {
    switch self {
    case .answered(let request, _), .acted(let request, _, _): request
    default: nil
    }
  }
}

/// So much of a sample is filed.
package struct SampleProgress: Equatable, Sendable {
  package var done: Int
  package var total: Int

  package init(done: Int, of total: Int) {
    self.done = done
    self.total = total
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
