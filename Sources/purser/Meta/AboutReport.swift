import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence

/// What this program is, and what it looks at.
struct AboutReport {
  private let ledger: Ledger

  init(_ ledger: Ledger) { self.ledger = ledger }

  func page() async throws -> [PageLine] {
    let summary = try await ledger.summary()
    var lines: [PageLine] = [
      .heading("purser"),
      .entry("version", Purser.configuration.version),
      .entry("is", "a dashboard for in-app purchases, over a local entitlement ledger"),
      .entry("program", Bundle.main.executablePath ?? ""),
      .heading("ledger"),
      .entry("file", ledger.path),
      .entry("size", "\(summary.fileBytes) bytes"),
      .entry("users", "\(summary.users)"),
      .entry("orders", "\(summary.orders)"),
      .entry("documents", "\(summary.documents), \(summary.rejected) of them rejected"),
    ]
    if summary.isGenerated { lines.append(.warning("All of it is made up by purser generate.")) }
    return lines + [
      .heading("more"),
      .text("? tells the keys of a screen, :config every setting, :checkhealth the terminal."),
    ]
  }
}
