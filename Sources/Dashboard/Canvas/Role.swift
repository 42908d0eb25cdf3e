/// The meaning of a cell; a theme defines its style.
package enum Role: UInt8, Sendable, CaseIterable {
  case text, muted, secondary, title
  /// The header line, and its highlights.
  case bar, barStrong
  /// A key in the hint line, and its label.
  case hintKey, hint
  /// Column titles, and the rule lines of the frame.
  case columnTitle, rule
  case good, warn, bad, info, accent, sandbox
  case match, prompt, error
}
