import Entitlements
import Foundation

/// The validity of a document's certificates as bars on an axis of time, with a mark at the time of
/// signing.
struct CertificateChart {
  private(set) var lines: [StyledLine] = []

  private let from: Date
  private let until: Date
  private let cells: Int

  /// The width of the numbers before the bars.
  private static let labelWidth = 3
  private static let minCells = 16
  private static let maxCells = 96
  private static let maxCertificates = 20

  /// `nil` without certificates, and without room.
  init?(_ panel: VerificationPanel, _ clock: Clock, columns: Int, _ glyphs: GlyphSet) {
    let certificates = panel.certificates.prefix(Self.maxCertificates)
    cells = min(Self.maxCells, columns - Self.labelWidth)
    var instants = certificates.flatMap { [$0.notBefore, $0.notAfter] }
    if let signedAt = panel.evaluatedAt { instants.append(signedAt) }
    guard cells >= Self.minCells, let first = instants.min(), let last = instants.max(),
      first < last, !certificates.isEmpty
    else { return nil }
    (from, until) = (first, last)
    if let signedAt = panel.evaluatedAt { addMark(signedAt, clock, glyphs) }
    for (index, certificate) in certificates.enumerated() {
      addBar(index + 1, certificate, panel.evaluatedAt, glyphs)
    }
    addAxis(clock, glyphs)
  }

  /// The cell of an instant, clamped to the chart.
  private func cell(of instant: Date) -> Int {
    let share = instant.timeIntervalSince(from) / until.timeIntervalSince(from)
    return min(max(0, Int(share * Double(cells))), cells - 1)
  }

  /// Adds the time of signing above the bars.
  private mutating func addMark(_ signedAt: Date, _ clock: Clock, _ glyphs: GlyphSet) {
    let column = Self.labelWidth + cell(of: signedAt)
    let text: SafeText = "signed \(clock.day(signedAt))"
    var line = StyledLine()
    let isBefore = column - text.width - 1 >= 0
    if isBefore { line.add(text, .secondary, at: column - text.width - 1) }
    line.add(SafeText(String(glyphs.now)), .accent, at: column)
    if !isBefore { line.add(text, .secondary, at: column + 2) }
    lines.append(line)
  }

  /// Adds a bar, interrupted at the time of signing.
  private mutating func addBar(
    _ number: Int,
    _ certificate: VerificationPanel.Certificate,
    _ signedAt: Date?,
    _ glyphs: GlyphSet
  ) {
    let (start, end) = (cell(of: certificate.notBefore), cell(of: certificate.notAfter))
    let isValid = signedAt.map { certificate.notBefore <= $0 && $0 <= certificate.notAfter }
    let role: Role =
      switch isValid {
      case true?: .good
      case false?: .bad
      case nil: .info
      }
    var line = StyledLine("\(number)", .text)
    let mark = signedAt.map(cell)
    for cell in 0..<cells {
      if cell == mark {
        line.add(SafeText(String(glyphs.bar)), .accent, at: Self.labelWidth + cell)
      } else if cell >= start, cell <= max(start, end) {
        line.add(SafeText(String(glyphs.paid)), role, at: Self.labelWidth + cell)
      }
    }
    lines.append(line)
  }

  private mutating func addAxis(_ clock: Clock, _ glyphs: GlyphSet) {
    var line = StyledLine()
    for tick in Ticks(from: from, until: until, cells: cells, offset: 0).all {
      let column = Self.labelWidth + cell(of: tick.date)
      let text: SafeText = "\(String(glyphs.tick))\(tick.label)"
      guard column >= line.end, column + text.width <= Self.labelWidth + cells else { continue }
      line.add(text, .muted, at: column)
    }
    lines.append(line)
  }
}
