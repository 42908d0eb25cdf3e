import Foundation

/// Luminance and contrast ratio as defined by WCAG 2.1.
package enum Contrast {
  /// The minimum ratio of text to its background, and of glyphs.
  package static let text = 4.5
  package static let glyph = 3.0

  /// The contrast ratio, from 1 for equal colours to 21 for black on white.
  package static func ratio(_ one: UInt32, _ other: UInt32) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
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
