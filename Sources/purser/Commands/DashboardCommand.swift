import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Terminal

/// How the screen is to look.
struct ScreenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The theme, by name.", valueName: "name"))
  var theme: String?

  @Option(help: ArgumentHelp("A further folder of theme files.", valueName: "folder"))
  var themes: String?
}

/// `purser`: the dashboard on one's own ledger.
struct DashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dashboard",
    abstract: "Open the dashboard (the default)."
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var look: ScreenOptions

  func run() throws {
    let assembly = try Assembly(settings, trust)
    let path = place.ledger ?? assembly.ledgerPath
    guard FileManager.default.fileExists(atPath: path) else {
      Narration.say(
        """
        No ledger at \(path). `purser demo` opens a generated sample; \
        `purser import FILE` files a receipt and makes the ledger.
        """
      )
      throw ExitCode(4)
    }
    try DashboardSession(
      ledger: Self.open(path),
      verifier: assembly.verifier,
      name: URL(fileURLWithPath: path).lastPathComponent,
      path: path,
      isDemo: false,
      themes: ThemeFiles(folders: Paths.themes(given: look.themes)),
      theme: look.theme ?? assembly.settings.theme
    ).run()
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
