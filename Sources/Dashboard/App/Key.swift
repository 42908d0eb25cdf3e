/// A key, independent of the terminal's encoding.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// Control and a lower-case letter: `.control("d")` is Ctrl-D.
  case control(Character)
  case enter, escape, backspace, tab, backTab, insert, delete
  case up, down, left, right, home, end, pageUp, pageDown
  case function(Int)
}
