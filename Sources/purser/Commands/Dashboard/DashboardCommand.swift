import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// `purser`: opens the dashboard on the operator's ledger.
struct DashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dashboard",
    abstract: "Open the dashboard (the default)."
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var look: ScreenOptions

  @Flag(help: "Allow actions, and run waiting jobs; :write on does so later.")
  var write = false

  func run() throws {
    let assembly = try Assembly(options.settings, options.trust)
    let path = options.place.ledger ?? assembly.ledgerPath
    guard FileManager.default.fileExists(atPath: path) else {
      Console.say("No ledger at \(path).")
      Console.say("`purser demo` opens a generated one to explore; nothing is saved.")
      Console.say("`purser import FILE --user ID` creates yours; --ledger PATH opens another.")
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
      memory: script == nil ? SessionFile(folder: Paths.state) : nil,
      name: URL(fileURLWithPath: path).lastPathComponent,
      isDemo: false,
      themes: ThemeFiles(given: look.themes),
      look: try Appearance(look, assembly.settings, path: options.settings.path),
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

  /// Opens the ledger for writing; waiting jobs run as long as it is open.
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

  /// Opens the ledger read-only, after migrating one of an older version.
  private static func open(_ path: String) throws(LedgerError) -> Ledger {
    do throws(LedgerError) {
      return try Ledger(readingOnly: path)
    } catch {
      guard case .outdated = error else { throw error }
      return try Ledger(path: path)
    }
  }
}
