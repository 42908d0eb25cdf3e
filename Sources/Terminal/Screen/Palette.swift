import CNcurses
import Dashboard

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A terminal's colours, and the nearest one to each colour of a theme.
enum Palette: Equatable {
  case none, eight, sixteen, indexed
  /// Numbers above 7 are 0xRRGGBB, as in terminal descriptions with direct colour.
  case direct

  /// The terminal's default colour, as curses numbers it.
  static let standard: Int32 = -1

  init(colors: Int32) {
    switch colors {
    case ..<8: self = .none
    case 8..<16: self = .eight
    case 16..<256: self = .sixteen
    case 256..<0x100_0000: self = .indexed
    default: self = .direct
    }
  }

  /// The colour's number for curses.
  func number(of color: Theme.Color) -> Int32 {
    switch (self, color) {
    case (.none, _), (_, .standard): Self.standard
    case (.eight, .ansi(let index)): Int32(index % 8)
    case (.direct, .ansi(let index)) where index >= 8: Self.direct(Self.first[Int(index % 16)])
    case (_, .ansi(let index)): Int32(index % 16)
    case (.eight, .rgb(let value)): Self.nearest(to: value, among: Self.points[..<8])
    case (.sixteen, .rgb(let value)): Self.nearest(to: value, among: Self.points[..<16])
    // Users define the first sixteen themselves, so they are never the nearest.
    case (.indexed, .rgb(let value)): Self.nearest(to: value, among: Self.points[16...])
    case (.direct, .rgb(let value)): Self.direct(value)
    }
  }

  /// The number of a text colour that remains readable on its background after both are mapped to
  /// the palette: with the same contrast as before, or sufficient contrast.
  func number(of color: Theme.Color, on background: Theme.Color) -> Int32 {
    guard self == .indexed, case .rgb(let text) = color, case .rgb(let wanted) = background else {
      return number(of: color)
    }
    let luminances = Self.luminances
    let mappedBackground = luminances[Int(number(of: background))]
    let needed = min(Contrast.ratio(text, wanted), Contrast.text)
    let readable = luminances.indices.dropFirst(16).filter {
      Contrast.ratio(luminances[$0], mappedBackground) >= needed
    }
    let point = OKLab(rgb: text)
    let nearest = readable.min {
      point.distance(to: Self.points[$0]) < point.distance(to: Self.points[$1])
    }
    return nearest.map(Int32.init) ?? number(of: color)
  }

  private static func direct(_ value: UInt32) -> Int32 {
    let number = Int32(value & 0xFF_FFFF)
    // 1 to 7 would be red to white; use black for such dark blues.
    return number < 8 ? 0 : number
  }

  private static func nearest(to value: UInt32, among points: ArraySlice<OKLab>) -> Int32 {
    let wanted = OKLab(rgb: value)
    let nearest = points.indices.min {
      wanted.distance(to: points[$0]) < wanted.distance(to: points[$1])
    }
    return nearest.map(Int32.init) ?? standard
  }

  /// xterm's first sixteen.
  static let first: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// xterm's 256: sixteen, a cube of 6³, and 24 greys.
  static let all: [UInt32] = {
    let steps: [UInt32] = [0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF]
    let cube = steps.flatMap { red in
      steps.flatMap { green in steps.map { blue in red << 16 | green << 8 | blue } }
    }
    let greys = (0..<24).map { (step: UInt32) in (8 + step * 10) * 0x01_0101 }
    return first + cube + greys
  }()

  private static let points = all.map(OKLab.init(rgb:))

  /// The luminance of each of `all`. Opening a screen compares thousands of pairs of them.
  private static let luminances = all.map(Contrast.luminance)
}

/// A colour in OKLab, where equal distances look equally different (Björn Ottosson,
/// "A perceptual color space for image processing").
private struct OKLab {
  var lightness, greenRed, blueYellow: Double

  init(rgb value: UInt32) {
    func linear(_ shift: UInt32) -> Double {
      let part = Double(value >> shift & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear(16), linear(8), linear(0))
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    greenRed = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    blueYellow = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
  }

  /// The square of the distance, for comparisons.
  func distance(to other: OKLab) -> Double {
    let (light, green, blue) = (
      lightness - other.lightness, greenRed - other.greenRed, blueYellow - other.blueYellow
    )
    return light * light + green * green + blue * blue
  }
}

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
