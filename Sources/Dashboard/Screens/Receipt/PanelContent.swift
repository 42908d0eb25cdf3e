import Entitlements
import Foundation

/// The verification panel: the verdict, every check, and the certificates.
struct PanelContent {
  private(set) var lines: [StyledLine] = []

  private let glyphs: GlyphSet
  private let columns: Int

  init(_ screen: ReceiptScreen, _ view: ViewContext, columns: Int) {
    glyphs = view.glyphs
    self.columns = max(10, columns)
    guard let panel = screen.inspection?.verification else { return }
    addVerdict(panel, view.clock)
    addChecks(panel)
    addCertificates(panel, view.clock)
  }

  private mutating func add(_ text: SafeText, _ role: Role, indent: Int = 0, limit: Int = 4) {
    lines += text.wrapped(to: columns - indent, limit: limit, glyphs).map {
      StyledLine($0, role, at: indent)
    }
  }

  private mutating func addVerdict(_ panel: VerificationPanel, _ clock: Clock) {
    lines.append(StyledLine("VERDICT", .columnTitle))
    let verdict = panel.verdict.cell(glyphs)
    add(verdict.text, verdict.role)
    if !panel.verdict.reason.isEmpty { add(panel.verdict.reason, .text, indent: 2, limit: 6) }
    if let evaluatedAt = panel.evaluatedAt {
      add("judged at \(clock.text(evaluatedAt))", .secondary, indent: 2)
    }
    lines.append(.blank)
  }

  private mutating func addChecks(_ panel: VerificationPanel) {
    guard !panel.checks.isEmpty else { return }
    lines.append(StyledLine("CHECKS", .columnTitle))
    for check in panel.checks {
      let (glyph, role): (SafeText, Role) =
        switch check.outcome {
        case .passed: (glyphs.passed, .good)
        case .failed: (glyphs.failed, .bad)
        case .notChecked: (glyphs.dash, .muted)
        }
      var line = StyledLine(glyph, role)
      let name = SafeText(check.name).truncated(to: columns - 2, glyphs)
      line.add(name, check.outcome == .notChecked ? .muted : .text, at: 2)
      lines.append(line)
      if !check.detail.isEmpty { add(SafeText(check.detail), .secondary, indent: 2, limit: 3) }
    }
    lines.append(.blank)
  }

  /// Splits a subject into its common name and the rest.
  private static func parts(of subject: String) -> (name: String, rest: String) {
    var parts = subject.split(separator: ",")
    guard let index = parts.firstIndex(where: { $0.hasPrefix("CN=") }) else { return (subject, "") }
    let name = parts.remove(at: index).dropFirst(3)
    return (String(name), parts.joined(separator: ", "))
  }

  private mutating func addCertificates(_ panel: VerificationPanel, _ clock: Clock) {
    guard !panel.certificates.isEmpty else { return }
    var clock = clock
    // A certificate's validity is shown as dates, never relative to now.
    if clock.zone == .relative { clock.zone = .utc }
    lines.append(StyledLine("CERTIFICATES", .columnTitle))
    if let chart = CertificateChart(panel, clock, columns: columns, glyphs) {
      lines += chart.lines + [.blank]
    }
    for (index, certificate) in panel.certificates.prefix(20).enumerated() {
      if index > 0 { lines.append(.blank) }
      let (name, rest) = Self.parts(of: certificate.subject)
      add("\(index + 1) \(name)", .text, limit: 2)
      if !rest.isEmpty { add("\(rest)", .muted, indent: 2, limit: 2) }
      let next = panel.certificates.dropFirst(index + 1).first
      // The issuer is shown only if it is not the next certificate.
      if next?.subject != certificate.issuer {
        add("by \(certificate.issuer)", .secondary, indent: 2, limit: 2)
      }
      add(
        "\(clock.day(certificate.notBefore)) to \(clock.day(certificate.notAfter))",
        .secondary,
        indent: 2
      )
      let serial = SafeText(certificate.serial).truncated(to: columns - 9, .middle, glyphs)
      add("serial \(serial)", .muted, indent: 2)
    }
  }
}
