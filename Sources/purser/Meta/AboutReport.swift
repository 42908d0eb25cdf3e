import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence

/// What this program is, and what it looks at.
struct AboutReport {
  private let ledger: Ledger
  /// Whether the ledger goes when the program ends.
  private let isPassing: Bool

  init(_ ledger: Ledger, isPassing: Bool) {
    self.ledger = ledger
    self.isPassing = isPassing
  }

  func page() async throws -> [PageLine] {
    let summary = try await ledger.summary()
    var lines: [PageLine] = [
      .heading("purser"),
      .entry("version", Purser.configuration.version),
      .entry("is", "a dashboard for in-app purchases, over a local entitlement ledger"),
      .entry("program", Bundle.main.executablePath ?? ""),
      .heading("ledger"),
      .entry("file", ledger.path, note: isPassing ? "removed when you quit" : ""),
      .entry("size", PageLine.size(summary.fileBytes)),
      .entry("users", PageLine.grouped(summary.users)),
      .entry("orders", PageLine.grouped(summary.orders)),
      .entry(
        "documents",
        PageLine.grouped(summary.documents),
        note: "\(PageLine.grouped(summary.rejected)) of them rejected"
      ),
    ]
    if summary.isGenerated { lines.append(.warning("All of it is made up by purser generate.")) }
    return lines + [
      .heading("more"),
      .text("? tells the keys of a screen, :config every setting, :checkhealth the terminal."),
    ]
  }
}
