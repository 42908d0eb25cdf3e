import Foundation

/// A mapping of roles to styles.
package struct Theme: Equatable, Sendable {
  package enum Color: Equatable, Hashable, Sendable {
    /// The terminal's default colour.
    case standard
    /// One of the terminal's sixteen colours, 0–15.
    case ansi(UInt8)
    /// 0xRRGGBB.
    case rgb(UInt32)
  }

  package struct Style: Equatable, Hashable, Sendable {
    package var foreground = Color.standard
    package var background = Color.standard
    package var isBold = false
    package var isDim = false
    package var isReverse = false
    package var isUnderlined = false
  }

  package var name: String
  /// A role without a style has the style of `text`.
  package var styles: [Role: Style]
  /// The style of the row under the cursor: its background, or reverse video if it has none.
  package var selection: Style

  /// The style of a cell: its role's, overlaid with the selection if it is selected. Reverse video
  /// drops the role's colour, or the selected row would have many background colours.
  package func style(of role: Role, isSelected: Bool) -> Style {
    var style = styles[role] ?? styles[.text] ?? Style()
    guard isSelected else { return style }
    if selection.isReverse {
      style.foreground = selection.foreground
      style.background = selection.background
    } else if selection.background != .standard {
      style.background = selection.background
    }
    style.isBold = style.isBold || selection.isBold
    style.isReverse = selection.isReverse
    style.isUnderlined = style.isUnderlined || selection.isUnderlined
    style.isDim = false
    return style
  }
}

extension Theme {
  /// The terminal's own colours, for dark and light backgrounds.
  package static let terminal = Theme(
    name: "terminal",
    styles: [
      .text: Style(),
      // Bright black is invisible in some schemes; dim is not.
      .muted: Style(isDim: true),
      .secondary: Style(),
      .title: Style(isBold: true),
      .bar: Style(),
      .barStrong: Style(isBold: true),
      .hintKey: Style(foreground: .ansi(5)),
      .hint: Style(isDim: true),
      .columnTitle: Style(foreground: .ansi(4), isBold: true),
      .rule: Style(isDim: true),
      .good: Style(foreground: .ansi(2), isBold: true),
      .warn: Style(foreground: .ansi(3), isBold: true),
      .bad: Style(foreground: .ansi(1), isBold: true),
      .info: Style(foreground: .ansi(6)),
      .accent: Style(foreground: .ansi(3)),
      .sandbox: Style(foreground: .ansi(5)),
      .match: Style(foreground: .ansi(3), isBold: true, isUnderlined: true),
      .prompt: Style(foreground: .ansi(6), isBold: true),
      .error: Style(foreground: .ansi(1), isBold: true),
    ],
    selection: Style(isBold: true, isReverse: true)
  )
}

/// Luminance and contrast ratio as defined by WCAG 2.1.
package enum Contrast {
  /// The minimum ratio of text to its background, and of glyphs.
  package static let text = 4.5
  package static let glyph = 3.0

  /// The contrast ratio, from 1 for equal colours to 21 for black on white.
  package static func ratio(_ one: UInt32, _ other: UInt32) -> Double {
    ratio(luminance(one), luminance(other))
  }

  /// The contrast ratio of two colours' luminances.
  package static func ratio(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  package static func luminance(_ color: UInt32) -> Double {
    func linear(_ channel: UInt32) -> Double {
      let value = Double(channel & 0xFF) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color >> 16) + 0.7152 * linear(color >> 8) + 0.0722 * linear(color)
  }

  /// Moves `color` as little as needed to reach `ratio`, toward the first goal that allows it.
  static func lift(
    _ color: UInt32,
    against background: UInt32,
    to ratio: Double,
    toward goals: [UInt32]
  ) -> UInt32 {
    guard self.ratio(color, background) < ratio else { return color }
    let ends = goals + [luminance(background) < 0.18 ? 0xFFFFFF : 0x000000]
    for goal in ends where self.ratio(goal, background) >= ratio {
      for step in 1...20 {
        let mixed = mix(color, goal, share: Double(step) / 20)
        if self.ratio(mixed, background) >= ratio { return mixed }
      }
    }
    return ends.max { self.ratio($0, background) < self.ratio($1, background) } ?? color
  }

  private static func mix(_ from: UInt32, _ to: UInt32, share: Double) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      let (a, b) = (Double(from >> shift & 0xFF), Double(to >> shift & 0xFF))
      return UInt32((a + (b - a) * share).rounded()) << shift
    }
    return channel(16) | channel(8) | channel(0)
  }
}
