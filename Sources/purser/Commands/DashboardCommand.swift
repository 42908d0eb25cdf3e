import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// How the screen is to look.
struct ScreenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The theme, by name.", valueName: "name"))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "The screen to begin with, as the command line names it: 'orders state:grace'.",
      valueName: "command"
    )
  )
  var open: String?

  @Option(help: ArgumentHelp("A further folder of theme files.", valueName: "folder"))
  var themes: String?
}

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
    let ledger = try Self.open(path)
    let (session, _) = try options.session(assembly, ledger, asks: false)
    let dashboard = DashboardSession(
      ledger: ledger,
      service: session.service,
      access: access(to: path, assembly),
      beginsWriting: write,
      memory: MemoryFile(folder: Paths.state),
      name: URL(fileURLWithPath: path).lastPathComponent,
      path: path,
      isDemo: false,
      themes: ThemeFiles(folders: Paths.themes(given: look.themes)),
      theme: look.theme ?? assembly.settings.theme,
      opening: look.open
    )
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
