import CNcurses

/// How many colours are made use of.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// As many as the terminal is described with, or says by COLORTERM; none where NO_COLOR is set.
  case automatic = "auto"
  case never
  /// The terminal's own sixteen.
  case sixteen = "16"
  case indexed = "256"
  case truecolor

  var asked: purser_color_choice {
    switch self {
    case .automatic: PURSER_COLORS_AUTOMATIC
    case .never: PURSER_COLORS_NEVER
    case .sixteen, .indexed: PURSER_COLORS_DESCRIBED
    case .truecolor: PURSER_COLORS_DIRECT
    }
  }

  /// No more colours than were asked for; what the terminal has not cannot be forced.
  func limit(_ palette: Palette) -> Palette {
    switch (self, palette) {
    case (.sixteen, .indexed), (.sixteen, .direct): .sixteen
    default: palette
    }
  }
}
