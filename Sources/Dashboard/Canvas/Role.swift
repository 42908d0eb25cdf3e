/// What a cell means; a theme says what that looks like.
package enum Role: UInt8, Sendable, CaseIterable {
  case text, muted, secondary, title
  /// The header line and what stands out in it.
  case bar, barStrong
  /// A key in the hint line, and the words beside it.
  case hintKey, hint
  /// Column titles, and the rule lines of the frame.
  case columnTitle, rule
  case good, warn, bad, info, accent, sandbox
  case match, prompt, error
}
