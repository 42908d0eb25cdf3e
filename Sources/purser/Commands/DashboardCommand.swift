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

  @Flag(help: "Let purchases be re-verified and restored, and do the jobs that wait.")
  var write = false

  func run() throws {
    let assembly = try Assembly(options.settings, options.trust)
    let path = options.place.ledger ?? assembly.ledgerPath
    guard FileManager.default.fileExists(atPath: path) else {
      Narration.say(
        """
        No ledger at \(path). `purser demo` opens a generated sample; \
        `purser import FILE` files a receipt and makes the ledger.
        """
      )
      throw ExitCode(4)
    }
    let acts = write && assembly.namesStores
    let ledger = try write ? Ledger(path: path) : Self.open(path)
    let (session, close) = try options.session(assembly, ledger, asks: acts)
    let dashboard = DashboardSession(
      ledger: ledger,
      service: session.service,
      actor: session.actor,
      name: URL(fileURLWithPath: path).lastPathComponent,
      path: path,
      isDemo: false,
      acting: !write ? .readOnly : acts ? .allowed : .noStores,
      themes: ThemeFiles(folders: Paths.themes(given: look.themes)),
      look: try Look(look, assembly.settings, path: options.settings.path),
      opening: look.open
    )
    if let script = try look.play.script() { return try dashboard.play(script) }
    guard acts else { return try dashboard.run() }
    try dashboard.run { try await session.work() }
    try Blocking.wait { await close() }
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
