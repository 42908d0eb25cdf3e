/// The set of characters to draw with, by what the terminal and its font can show.
package enum GlyphSet: String, Sendable, CaseIterable {
  /// Any characters that are one cell wide.
  case full
  /// Those in the fonts of consoles and old terminals: Latin letters, lines and blocks.
  case basic
  case ascii

  var isASCII: Bool { self == .ascii }
  /// Whether symbols that only larger fonts have are avoided.
  var isPlain: Bool { self != .full }

  var ellipsis: SafeText { isPlain ? "~" : "…" }
  var rule: Unicode.Scalar { isASCII ? "-" : "─" }
  /// The corners of a frame: top left, top right, bottom left, bottom right.
  var corners: [Unicode.Scalar] {
    isASCII ? Array(repeating: "+", count: 4) : ["┌", "┐", "└", "┘"]
  }
  var bar: Unicode.Scalar { isASCII ? "|" : "│" }
  var marker: SafeText { isASCII ? ">" : "▌" }
  /// Beside a row whose case another operator has open.
  var present: SafeText { isASCII ? "@" : "◆" }
  /// Beside a marked row.
  var marked: SafeText { isASCII ? "*" : "•" }
  var open: SafeText { isPlain ? "-" : "▾" }
  var closed: SafeText { isPlain ? "+" : "▸" }
  var breadcrumb: SafeText { isPlain ? ">" : "›" }
  var dot: SafeText { isASCII ? "|" : "·" }
  var dash: SafeText { isASCII ? "-" : "–" }
  var above: SafeText { isASCII ? "^" : "▲" }
  var below: SafeText { isASCII ? "v" : "▼" }
  var passed: SafeText { isPlain ? "+" : "✓" }
  var failed: SafeText { isPlain ? "x" : "✗" }
  var missing: SafeText { isPlain ? "-" : "∅" }
  var infinite: SafeText { isPlain ? "never ends" : "∞" }

  /// Before a meaning or a new state.
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
  /// Access through Family Sharing.
  var shared: Unicode.Scalar { isASCII ? "f" : isPlain ? "≡" : "▚" }
  var grace: Unicode.Scalar { isASCII ? "%" : "▒" }
  var hold: Unicode.Scalar { isASCII ? "-" : "╌" }
  var paused: Unicode.Scalar { isASCII ? "_" : "┄" }
  var scheduled: Unicode.Scalar { isASCII ? "<" : "◇" }
  var act: Unicode.Scalar { isASCII ? "*" : "◆" }
  /// Two events that were received out of order.
  var swapped: SafeText { isASCII ? "~" : "⇄" }
  /// Cells filled from the left, from one eighth to seven; empty if fonts may lack them.
  var eighths: [Unicode.Scalar] {
    self == .full ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉"] : []
  }
  var tick: Unicode.Scalar { isASCII ? "|" : "├" }
}
