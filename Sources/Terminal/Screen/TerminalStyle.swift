import CNcurses
import Dashboard

/// A style as curses attributes and colours, without a colour pair.
struct TerminalStyle: Equatable {
  /// A set of `purser_attribute`.
  var attributes: UInt32
  var foreground, background: Int32

  init(_ style: Theme.Style, on palette: Palette) {
    var style = style
    if palette == .none, style.background != .standard {
      // The bar and the selected row must be visible without colour as well.
      style.isReverse = true
    }
    if palette == .eight, case .ansi(let index) = style.foreground, index >= 8 {
      // Eight-colour terminals show bold colours as bright ones; but many show bold black as an
      // unreadable grey.
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

struct StyleTable {
  struct StyledPair: Equatable {
    var attributes: UInt32
    var pair: Int32
  }

  private var pairs: [StyledPair] = []

  /// Allocates the colour pairs on the open screen.
  init(_ theme: Theme, palette: Palette) {
    purser_forget_pairs()
    for role in 0...(Role.allCases.map(\.rawValue).max() ?? 0) {
      for isSelected in [false, true] {
        let style = theme.style(of: Role(rawValue: role) ?? .text, isSelected: isSelected)
        let terminalStyle = TerminalStyle(style, on: palette)
        let pair =
          palette == .none ? 0 : purser_pair(terminalStyle.foreground, terminalStyle.background)
        pairs.append(StyledPair(attributes: terminalStyle.attributes, pair: pair))
      }
    }
  }

  func styledPair(for cell: Cell) -> StyledPair {
    pairs[Int(cell.role.rawValue) * 2 + (cell.isSelected ? 1 : 0)]
  }
}
