import CNcurses
import Dashboard

extension purser_glyph {
  /// A cell's character for curses. `width` is in columns, `takesUTF8` whether the terminal's
  /// locale has more than ASCII.
  init(_ cell: Cell, in frame: Frame, width: UInt32, takesUTF8: Bool) {
    self.init()
    self.width = width
    guard cell.glyph & Cell.clusterBit != 0 else {
      base = Unicode.Scalar(cell.glyph) == nil ? 0x3F : cell.glyph
      if !takesUTF8 { base = asciiFallback(of: base) }
      return
    }
    var scalars = (frame.cluster(of: cell) ?? "?").unicodeScalars.makeIterator()
    base = scalars.next()?.value ?? 0x20
    guard takesUTF8 else {
      base = asciiFallback(of: base)
      return
    }
    marks = (
      scalars.next()?.value ?? 0, scalars.next()?.value ?? 0, scalars.next()?.value ?? 0,
      scalars.next()?.value ?? 0
    )
  }
}

/// The ASCII replacement of a character: a similar shape for lines and symbols, a question mark
/// for letters.
func asciiFallback(of glyph: UInt32) -> UInt32 {
  guard glyph > 0x7E else { return glyph }
  if let fallback = fallbacks[glyph] { return fallback }
  switch glyph {
  // Corners, tees and crosses.
  case 0x2500...0x257F: return 0x2B
  // Blocks and shades.
  case 0x2580...0x259F: return 0x23
  default: return 0x3F
  }
}

private let fallbacks: [UInt32: UInt32] = {
  let families: [(Unicode.Scalar, String)] = [
    ("-", "─━┄┅┈┉╌╍═╴╶╸╺╼╾–—−‐‑⊖▬"),
    ("|", "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▍▌▐▕¦"),
    ("+", "✓✔±"),
    ("x", "✗✘×✕"),
    ("t", "↻"),
    ("~", "∿≈∼"),
    (".", "◦·∙…‥"),
    ("<", "↺←◂◀◁‹«≤"),
    (">", "→▸▶▷›»≥"),
    ("^", "↑▲▴△"),
    ("v", "↓▼▾▽"),
    ("*", "•●★◆"),
    ("o", "○◇◯☆"),
    ("#", "⊘■▪◼"),
    ("-", "∅"),
    ("'", "‘’‚′"),
    ("\"", "“”„″"),
    (" ", "\u{A0}\u{2007}\u{2009}\u{202F}"),
  ]
  var fallbacks: [UInt32: UInt32] = [:]
  for (fallback, family) in families {
    for scalar in family.unicodeScalars { fallbacks[scalar.value] = fallback.value }
  }
  return fallbacks
}()
