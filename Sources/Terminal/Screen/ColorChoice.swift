import CNcurses

/// How many colours to use.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// As many as TERM or COLORTERM say; none if NO_COLOR is set.
  case automatic = "auto"
  case never
  /// The terminal's own sixteen.
  case sixteen = "16"
  case indexed = "256"
  case truecolor

  var cValue: purser_color_choice {
    switch self {
    case .automatic: PURSER_COLORS_AUTOMATIC
    case .never: PURSER_COLORS_NEVER
    case .sixteen, .indexed: PURSER_COLORS_DESCRIBED
    case .truecolor: PURSER_COLORS_DIRECT
    }
  }

  /// Limits the palette to the chosen colours; it cannot be extended.
  func limit(_ palette: Palette) -> Palette {
    switch (self, palette) {
    case (.sixteen, .indexed), (.sixteen, .direct): .sixteen
    default: palette
    }
  }
}
