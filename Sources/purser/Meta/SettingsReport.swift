import Dashboard
import Entitlements
import Foundation
import ServiceCore
import Stores

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
    for (name, _, _) in Appearance.words {
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
    lines += [.heading("files")] + files
    for key in settings.unknownKeys {
      let hint = Settings.nearest(to: key).map { "; did you mean \($0)?" } ?? ""
      lines.append(.warning("\(look.path): unknown key \(key)\(hint)"))
    }
    return lines
  }

  private var ledgerOrigin: String {
    if settings.ledger == ledger { return look.path }
    return ledger == Paths.ledger ? "default" : "--ledger"
  }

  private var stores: [PageLine] {
    let apps = settings.apps.compactMap { $0.bundleID ?? $0.package }
    let known = settings.stores
    let configured = [
      ("apple", !known.apple.apps.isEmpty), ("google", known.google.account != nil),
      ("microsoft", known.microsoft.application != nil), ("amazon", known.amazon.secret != nil),
    ].filter(\.1).map(\.0)
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
    let standard = Settings().jobs
    func origin(_ isUsual: Bool) -> String { isUsual ? "default" : look.path }
    let (poll, keep) = (settings.jobs.pollPeriod, settings.jobs.endedRetention)
    let (soon, later) = (settings.jobs.shortRequeryInterval, settings.jobs.requeryInterval)
    return [
      .entry("poll-hours", "\(Int(poll / 3_600))", note: origin(poll == standard.pollPeriod)),
      .entry("keep-days", "\(Int(keep / 86_400))", note: origin(keep == standard.endedRetention)),
      .entry(
        "ask-again-minutes",
        "\(Int(soon / 60))",
        note: origin(soon == standard.shortRequeryInterval)
      ),
      .entry(
        "ask-again-hours",
        "\(Int(later / 3_600))",
        note: origin(later == standard.requeryInterval)
      ),
    ]
  }

  private var files: [PageLine] {
    let files = [
      ("settings", look.path), ("keys", Paths.keys), ("queues", Paths.queues),
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
