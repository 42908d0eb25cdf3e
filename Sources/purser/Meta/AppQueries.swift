import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

// Queries about the program itself, and the operator's SQL.
extension LedgerQueryHandler {
  func answer(_ question: AppQuery) async throws -> LedgerAnswer {
    switch question {
    case .themes: return .themes(session.themes.cards())
    case .theme(let name): return .theme(try session.themes.load(name))
    case .settings: return .text(try SettingsReport(session.look, ledger: ledger.path).page)
    case .about: return .text(try await aboutPage())
    case .sandbox: return .text(session.sandboxPage)
    case .plan(let list, let query, let sort):
      let search = Search(query, at: now())
      return .text(try await PlanReport(list, sort, search, of: ledger).page)
    case .terminal:
      let settings = try Settings.load(session.look.path, isNamed: false)
      let service = ServiceHealth(settings: settings, ledger: ledger.path)
      return .text(HealthReport(look: session.look, colors: colors).page + service.page)
    case .sql(let text):
      let answer: SQLAnswer
      do throws(SQLError) {
        answer = try await ledger.answer(
          sql: text,
          limit: SQLLimits.rows,
          seconds: SQLLimits.seconds,
          at: SandboxFolder.now(ofLedger: ledger.path)
        )
      } catch {
        return .fault(error)
      }
      return .sql(try await ledger.masked(answer))
    }
  }

  /// The `:about` page: program and ledger.
  private func aboutPage() async throws -> [PageLine] {
    let summary = try await ledger.statistics.summary()
    var lines: [PageLine] = [
      .heading("purser"),
      .entry("version", Purser.configuration.version),
      .entry("is", "a dashboard for in-app purchases, over a local entitlement ledger"),
      .entry("program", Bundle.main.executablePath ?? ""),
      .heading("ledger"),
      .entry("file", ledger.path, note: session.isDemo ? "removed when you quit" : ""),
      .entry("size", PageLine.size(summary.fileBytes)),
      .entry("users", PageLine.grouped(summary.users)),
      .entry("orders", PageLine.grouped(summary.orders)),
      .entry(
        "documents",
        PageLine.grouped(summary.documents),
        note: "\(PageLine.grouped(summary.rejected)) of them rejected"
      ),
    ]
    if summary.isGenerated {
      lines.append(
        .warning("The data was generated: none of it is real, except what was imported since.")
      )
    }
    return lines + [
      .heading("more"),
      .text("? lists the keys of a screen, :config all settings, :checkhealth the terminal."),
    ]
  }
}

/// The `:config` page: every setting with its origin, and the settings files.
struct SettingsReport {
  private let look: Appearance
  private let ledger: String
  private let settings: Settings

  init(_ look: Appearance, ledger: String) throws {
    self.look = look
    self.ledger = ledger
    settings = try Settings.load(look.path, isNamed: false)
  }

  var page: [PageLine] {
    var lines: [PageLine] = [.heading("look")]
    for (name, _, _) in Appearance.values {
      guard let choice = look.choices[name] else { continue }
      lines.append(.entry(name, choice.word, note: choice.origin))
    }
    lines += [.heading("ledger"), .entry("ledger", ledger, note: ledgerOrigin)]
    lines += [.heading("stores")] + stores
    lines += [.heading("jobs")] + jobs
    if !settings.links.isEmpty {
      let links = settings.links.sorted { $0.key.rawValue < $1.key.rawValue }
      lines.append(.heading("links"))
      lines += links.map { .entry($0.key.rawValue, $0.value, note: look.path) }
    }
    let shown = Appearance.values.map(\.name) + ["account-ids", "jobs", "links", "roots"]
    let written = WrittenSettings(
      file: settings.written,
      path: look.path,
      others: Set(settings.ledger.log == nil ? shown + ["ledger"] : shown),
      ignored: Set(settings.ignoredKeys.map(\.key))
    )
    lines += written.page + [.heading("files")] + files
    return lines + settings.ignoredKeys.map { .warning($0.warning(in: look.path)) }
  }

  private var ledgerOrigin: String {
    if settings.ledger.file == ledger { return look.path }
    return ledger == Paths.ledger ? "default" : "--ledger"
  }

  private var stores: [PageLine] {
    let apps = settings.apps.compactMap { $0.bundleID ?? $0.package }
    let configured = Store.allCases.filter(settings.configures).map(\.rawValue)
    let forms = settings.accountForms
    return [
      .entry(
        "account-ids",
        list((forms ?? AccountForm.standard).map(\.spelling)),
        note: forms == nil ? "default, or the ledger's setting" : look.path
      ),
      .entry("app", list(apps), note: apps.isEmpty ? "default: any" : look.path),
      .entry("stores", list(configured), note: configured.isEmpty ? "default: none" : look.path),
      .entry("roots", list(settings.roots), note: settings.roots.isEmpty ? "default" : look.path),
    ]
  }

  private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  private var jobs: [PageLine] {
    JobKey.all.map { key in
      let value = settings.jobs[keyPath: key.value]
      let isUsual = value == JobPolicy()[keyPath: key.value]
      return .entry(key.name, "\(Int(value / key.unit))", note: isUsual ? "default" : look.path)
    }
  }

  private var files: [PageLine] {
    let files = [
      ("settings", look.path), ("keys", Paths.keys), ("queues", Paths.queues),
      ("commands", Paths.commands),
      ("themes", Paths.config + "/themes"), ("log", Paths.log),
    ]
    return files.map { name, path in
      .entry(name, path, note: FileManager.default.fileExists(atPath: path) ? "" : "not there")
    }
  }
}

/// Prints a page of text on standard output.
enum PagePrinter {
  static func print(_ page: [PageLine]) throws(OutputError) {
    let width = PageLine.width(of: page)
    var lines: [String] = []
    for line in page {
      if case .heading = line, !lines.isEmpty { lines.append("") }
      lines.append(PlainText.safe(line.plain(width: width)))
    }
    try StandardStream.print(lines.joined(separator: "\n"))
  }
}
