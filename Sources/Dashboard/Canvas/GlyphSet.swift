/// Which characters the screen is drawn with, by what the terminal and its font can show.
package enum GlyphSet: String, Sendable, CaseIterable {
  /// Any that are one cell wide.
  case full
  /// Those that the fonts of consoles and of old terminals have: Latin letters, lines and blocks.
  case basic
  case ascii

  var isASCII: Bool { self == .ascii }
  /// Without the signs that only larger fonts have.
  var isPlain: Bool { self != .full }

  var ellipsis: SafeText { isPlain ? "~" : "…" }
  var rule: Unicode.Scalar { isASCII ? "-" : "─" }
  /// Of a frame: above left, above right, below left, below right.
  var corners: [Unicode.Scalar] {
    isASCII ? Array(repeating: "+", count: 4) : ["┌", "┐", "└", "┘"]
  }
  var bar: Unicode.Scalar { isASCII ? "|" : "│" }
  var marker: SafeText { isASCII ? ">" : "▌" }
  /// Beside a row that was marked.
  var marked: SafeText { isASCII ? "*" : "•" }
  var open: SafeText { isPlain ? "-" : "▾" }
  var closed: SafeText { isPlain ? "+" : "▸" }
  var crumb: SafeText { isPlain ? ">" : "›" }
  var dot: SafeText { isASCII ? "|" : "·" }
  var dash: SafeText { isASCII ? "-" : "–" }
  var sortedDown: SafeText { isASCII ? "v" : "▼" }
  var sortedUp: SafeText { isASCII ? "^" : "▲" }
  var above: SafeText { isASCII ? "^" : "▲" }
  var below: SafeText { isASCII ? "v" : "▼" }
  var passed: SafeText { isPlain ? "+" : "✓" }
  var failed: SafeText { isPlain ? "x" : "✗" }
  var skipped: SafeText { isASCII ? "-" : "–" }
  var missing: SafeText { isPlain ? "-" : "∅" }
  var infinite: SafeText { isPlain ? "never ends" : "∞" }

  /// Before what something means, or has become.
  var arrow: SafeText { isASCII ? ">" : "→" }

  var atWork: SafeText { isPlain ? "*" : "⟳" }
  var queued: SafeText { isASCII ? "." : "·" }

  var now: Unicode.Scalar { isASCII ? "v" : "▼" }
  var charge: Unicode.Scalar { isASCII ? "o" : "●" }
  var taken: Unicode.Scalar { isASCII ? "x" : "×" }
  var paid: Unicode.Scalar { isASCII ? "#" : "█" }
  var trial: Unicode.Scalar { isASCII ? "." : "░" }
  var held: Unicode.Scalar { isASCII ? "=" : "▬" }
  var introductory: Unicode.Scalar { isASCII ? ":" : "▓" }
  /// Used by a member of the family that paid.
  var shared: Unicode.Scalar { isASCII ? "f" : isPlain ? "≡" : "▚" }
  var grace: Unicode.Scalar { isASCII ? "%" : "▒" }
  var hold: Unicode.Scalar { isASCII ? "-" : "╌" }
  var paused: Unicode.Scalar { isASCII ? "_" : "┄" }
  var scheduled: Unicode.Scalar { isASCII ? "<" : "◇" }
  var act: Unicode.Scalar { isASCII ? "*" : "◆" }
  /// Of two events that were seen in another order than they happened.
  var swapped: SafeText { isASCII ? "~" : "⇄" }
  /// A cell filled from the left, from one eighth to seven; none where fonts may not have them.
  var eighths: [Unicode.Scalar] {
    self == .full ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉"] : []
  }
  var tick: Unicode.Scalar { isASCII ? "|" : "├" }
}
