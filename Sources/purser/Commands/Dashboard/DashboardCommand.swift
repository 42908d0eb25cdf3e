import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// `purser`: opens the dashboard on the operator's ledger.
struct DashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration("dashboard", "Open the dashboard (the default).")

  @OptionGroup var options: StoreOptions
  @OptionGroup var look: ScreenOptions
  @Flag(help: "Allow actions, and run waiting jobs; :write on does so later.") var write = false

  func run() throws {
    let (assembly, path) = try options.assembled()
    guard FileManager.default.fileExists(atPath: path) else {
      Console.print("No ledger at \(path).")
      Console.print("`purser demo` opens a generated one to explore; nothing is saved.")
      Console.print("`purser import FILE --user ID` creates yours; --ledger PATH opens another.")
      throw ExitCode(4)
    }
    let isSandbox = SandboxFolder.contains(ledger: path)
    let now = SandboxFolder.clock(ofLedger: path)
    var script = try look.play.script()
    if isSandbox, look.play.at == nil { script?.now = now() }
    let ledger = try Self.open(path, assembly, options.place, writes: write)
    let directory = DirectoryAccess(assembly.settings)
    let (session, _) = try options.session(
      assembly,
      ledger,
      asks: false,
      directory: directory?.directory
    )
    var dashboard = DashboardSession(
      ledger: ledger,
      service: session.service,
      access: access(to: path, assembly, directory?.directory),
      beginsWriting: write,
      memory: script == nil ? SessionFile(folder: Paths.state, ledger: path) : nil,
      name: URL(fileURLWithPath: path).lastPathComponent,
      isDemo: false,
      themes: ThemeFiles(given: look.themes),
      look: try Appearance(look, assembly.settings, path: assembly.settings.path),
      ledgerOption: options.place.ledger,
      opening: look.open,
      apps: assembly.settings.appIDs,
      ownApps: assembly.settings.ownApps,
      stores: assembly.namedStores.isEmpty ? nil : assembly.namedStores,
      environment: ChildEnvironment(secretVariables: assembly.settings.secretVariables)
    )
    (dashboard.me, dashboard.colleagues) = (session.person, session.team.operators.map(\.name))
    if script == nil { dashboard.presence = PresenceFolder(ledger: path, name: session.actor) }
    dashboard.directory = directory?.directory
    (dashboard.isSandbox, dashboard.now) = (isSandbox, now)
    if let script { return try dashboard.play(script) }
    try dashboard.run()
    try Blocking.wait { await directory?.close() }
  }

  /// Opens the ledger for writing; waiting jobs run as long as it is open.
  private func access(
    to path: String,
    _ assembly: Assembly,
    _ directory: Directory?
  ) -> WriteAccess {
    let asks = !assembly.namedStores.isEmpty
    return WriteAccess {
      let ledger = try assembly.open(options.place, asksStores: true)
      let (session, close) = try options.session(
        assembly,
        ledger,
        asks: asks,
        directory: directory
      )
      var opened = WriteAccess.Opened(session: session, writeMode: .noStores) {
        await close()
        await ledger.log?.stop()
        try? await ledger.close()
      }
      guard asks else { return opened }
      opened.writeMode = .allowed
      opened.work = { try await session.work() }
      return opened
    }
  }

  /// Opens the ledger read-only; if actions are allowed, after migrating one of an older version.
  /// With a shared log it follows it, and therefore writes.
  private static func open(
    _ path: String,
    _ assembly: Assembly,
    _ place: LedgerOptions,
    writes: Bool
  ) throws -> Ledger {
    let ledger: Ledger
    do throws(LedgerError) {
      ledger = try Ledger(readingOnly: path)
    } catch {
      guard writes, case .outdated = error else { throw error }
      ledger = try Ledger(path: path)
    }
    return assembly.settings.ledger.log == nil ? ledger : try assembly.open(place)
  }
}

extension DashboardCommand {
  /// Parses the dashboard's common options; `nil` for any other line.
  init?(plain arguments: ArraySlice<String>) {
    let isNamed = arguments.first == "dashboard"
    guard
      let plain = PlainArguments(
        isNamed ? arguments.dropFirst() : arguments,
        options: ["--ledger", "--config", "--theme", "--open", "--themes"],
        flags: ["--write"]
      ), plain.words.isEmpty
    else { return nil }
    var look = ScreenOptions()
    (look.theme, look.open, look.themes) = (plain["--theme"], plain["--open"], plain["--themes"])
    (look.glyphs, look.color, look.mouse, look.play) = (nil, nil, nil, PlayOptions())
    look.play.play = nil
    self.init()
    use(.plain(plain.place), look, writes: plain.has("--write"))
  }

  /// Sets parsed values. In the initializer, the assignment to a flag would only be its default,
  /// which the argument parser doesn't accept as parsed.
  private mutating func use(_ options: StoreOptions, _ look: ScreenOptions, writes: Bool) {
    (self.options, self.look, write) = (options, look, writes)
  }
}

extension StoreOptions {
  /// The options that the argument parser returns if none is given but for the place.
  fileprivate static func plain(_ place: LedgerAccess) -> StoreOptions {
    var options = StoreOptions()
    (options.settings, options.place) = (place.settings, place.file)
    options.trust = TrustOptions()
    (options.trust.roots, options.trust.bundleIDs) = ([], [])
    options.documents = DocumentOptions()
    (options.documents.googleKey, options.documents.signature) = (nil, nil)
    (options.documents.deviceGuid, options.documents.microsoftCert) = (nil, [])
    options.documents.allowXcode = false
    options.operator_ = OperatorOptions()
    options.operator_.by = nil
    return options
  }
}

struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "reset",
    "Restore a terminal that a killed program left in a bad state."
  )

  func run() throws {
    do throws(TerminalError) {
      try resetTerminal()
    } catch {
      Console.print("Standard input is not a terminal. Run purser reset in the one to restore.")
      throw ExitCode(64)
    }
  }
}
