import CNcurses
import Dashboard

/// A style in curses' terms, before a colour pair is made for it.
struct Ink: Equatable {
  /// A set of `purser_attribute`.
  var attributes: UInt32
  var foreground, background: Int32

  init(_ style: Theme.Style, on palette: Palette) {
    var style = style
    if palette == .none, style.background != .standard {
      // The bar and the row under the cursor must stand out without colour as well.
      style.isReverse = true
    }
    if palette == .eight, case .ansi(let index) = style.foreground, index >= 8 {
      // Eight-colour terminals make bright colours of bold ones; but many make bold black of
      // grey, which cannot be read.
      if index == 8 {
        style.foreground = .standard
        style.isDim = true
      } else {
        style.isBold = true
      }
    }
    foreground = palette.number(of: style.foreground, on: style.background)
    background = palette.number(of: style.background)
    attributes = 0
    if style.isBold { attributes |= PURSER_BOLD.rawValue }
    if style.isDim { attributes |= PURSER_DIM.rawValue }
    if style.isReverse { attributes |= PURSER_REVERSE.rawValue }
    if style.isUnderlined { attributes |= PURSER_UNDERLINED.rawValue }
  }
}

/// The inks of a theme, ready for drawing.
struct InkWell {
  struct Pot: Equatable {
    var attributes: UInt32
    var pair: Int32
  }

  private var pots: [Pot] = []

  /// Makes the colour pairs on the open screen.
  init(_ theme: Theme, palette: Palette) {
    purser_forget_pairs()
    for role in 0...(Role.allCases.map(\.rawValue).max() ?? 0) {
      for isSelected in [false, true] {
        let style = theme.style(of: Role(rawValue: role) ?? .text, isSelected: isSelected)
        let ink = Ink(style, on: palette)
        let pair = palette == .none ? 0 : purser_pair(ink.foreground, ink.background)
        pots.append(Pot(attributes: ink.attributes, pair: pair))
      }
    }
  }

  func pot(for cell: Cell) -> Pot {
    pots[Int(cell.role.rawValue) * 2 + (cell.isSelected ? 1 : 0)]
  }
}
