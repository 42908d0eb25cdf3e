/// A key as a person would name it, after the terminal's encodings are taken off.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// Control and a lower-case letter: `.control("d")` is Ctrl-D.
  case control(Character)
  case enter, escape, backspace, tab, backTab, insert, delete
  case up, down, left, right, home, end, pageUp, pageDown
  case function(Int)
}
