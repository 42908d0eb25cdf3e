package import Entitlements
package import Foundation

/// A value, or a failure message for the operator.
package enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value), failure(String)
}

/// An event that the dashboard handles.
package enum Event: Equatable, Sendable {
  case key(Key)
  /// Keys of text that arrived together: typed ahead, or pasted without bracketed paste.
  case typed([Key])
  case mouse(Mouse)
  /// Text from a bracketed paste; never keys.
  case pasted(String)
  case resized(Size)
  case ticked(Date)
  /// A transaction of this or another process was committed; carries the ledger's new size.
  case ledgerChanged(bytes: Int?)
  case answered(request: Int, Outcome<LedgerAnswer>)
  case executed(request: Int, ActionRequest, Outcome<ActionResult>)
  /// The new write mode.
  case writing(Outcome<WriteMode>)
  case themeLoaded(name: String, Outcome<Theme>)
  /// A theme file was written.
  case themesChanged
  /// The theme names that `:theme` completes.
  case themesFound([String])
  /// The progress of filing a sample; `nil` when it is complete.
  case sampled(SampleProgress?)
  /// The stores can be queried now.
  case storesOpened
  /// A desktop clipboard tool failed.
  case toolFailed(Copy, reason: String)
  /// No clipboard is available: the text is in a file, and shown for manual selection.
  case uncopied(_ title: String, text: String, reason: String, path: String)
  /// The key file was written.
  case keysLoaded(Outcome<Keymap>)
  /// The queue file was written.
  case queuesLoaded(Outcome<[SavedQueue]>)
  /// The file of custom commands was written.
  case commandsLoaded(Outcome<[CustomCommand]>)
  /// A custom command's program has ended.
  case launched(name: String, Outcome<ProcessResult>)
  case noticed(StatusMessage)
  /// Other operators opened or left cases.
  case presencesChanged([CasePresence])
  /// An assistant proposed an action, or a dashboard decided on one; carries all that wait.
  case proposalsChanged([Proposal])
}

extension Event {
  /// The number of the answered request, unless further answers will follow.
  package var request: Int? {
    switch self {
    case .answered(_, .value(let answer)) where answer.isPartial: nil
    case .answered(let request, _), .executed(let request, _, _): request
    default: nil
    }
  }
}

/// The progress of filing a sample.
package struct SampleProgress: Equatable, Sendable {
  package var done: Int
  package var total: Int

  package init(done: Int, of total: Int) {
    self.done = done
    self.total = total
  }
}

/// A one-line message for the operator; an error stays until Esc.
package struct StatusMessage: Equatable, Sendable {
  package enum Severity: Equatable, Sendable { case info, warning, error }

  package var severity: Severity
  package var text: String

  package init(severity: Severity, text: String) {
    self.severity = severity
    self.text = text
  }

  /// The text after a mark of its severity.
  var marked: String {
    switch severity {
    case .info: text
    case .warning: "! \(text)"
    case .error: "! error: \(text)"
    }
  }
}

/// A key, independent of the terminal's encoding.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// Control and a lower-case letter: `.control("d")` is Ctrl-D.
  case control(Character)
  case enter, escape, backspace, tab, backTab, insert, delete
  case up, down, left, right, home, end, pageUp, pageDown
  case function(Int)
}
