import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// `purser`: the dashboard on one's own ledger.
struct DashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dashboard",
    abstract: "Open the dashboard (the default)."
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var look: ScreenOptions

  @Flag(help: "Let the ledger be acted on, and do the jobs that wait; :write on does it later.")
  var write = false

  func run() throws {
    let assembly = try Assembly(options.settings, options.trust)
    let path = options.place.ledger ?? assembly.ledgerPath
    guard FileManager.default.fileExists(atPath: path) else {
      Narration.say("No ledger at \(path).")
      Narration.say("`purser demo` opens a generated one to look around in; nothing is kept.")
      Narration.say("`purser import FILE --user ID` makes yours; --ledger PATH names another.")
      throw ExitCode(4)
    }
    let script = try look.play.script()
    let ledger = try Self.open(path)
    let (session, _) = try options.session(assembly, ledger, asks: false)
    let dashboard = DashboardSession(
      ledger: ledger,
      service: session.service,
      access: access(to: path, assembly),
      beginsWriting: write,
      memory: script == nil ? MemoryFile(folder: Paths.state) : nil,
      name: URL(fileURLWithPath: path).lastPathComponent,
      isDemo: false,
      themes: ThemeFiles(given: look.themes),
      look: try Look(look, assembly.settings, path: options.settings.path),
      ledgerOption: options.place.ledger,
      opening: look.open,
      apps: assembly.settings.appIDs,
      ownApps: assembly.settings.ownApps,
      stores: assembly.namedStores.isEmpty ? nil : assembly.namedStores,
      environment: ChildEnvironment(secretVariables: assembly.settings.secretVariables)
    )
    if let script { return try dashboard.play(script) }
    try dashboard.run()
  }

  /// While somebody may act, the jobs that wait are done, too.
  private func access(to path: String, _ assembly: Assembly) -> WriteAccess {
    let asks = assembly.namesStores
    return WriteAccess {
      let ledger = try Ledger(path: path)
      let (session, close) = try options.session(assembly, ledger, asks: asks)
      var opened = WriteAccess.Opened(session: session, acting: .noStores) {
        await close()
        try? ledger.close()
      }
      guard asks else { return opened }
      opened.acting = .allowed
      opened.work = { try await session.work() }
      return opened
    }
  }

  /// The dashboard only looks. A ledger of an older program is brought up to date first.
  private static func open(_ path: String) throws(LedgerError) -> Ledger {
    do throws(LedgerError) {
      return try Ledger(readingOnly: path)
    } catch {
      guard case .outdated = error else { throw error }
      return try Ledger(path: path)
    }
  }
}
