import ArgumentParser
import Basics
import CNcurses
import Dashboard
import Foundation
import Logging
import Persistence
import ServiceCore
import StoreSimulator
import Terminal
import UnixSignals

struct SandboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "sandbox",
    "Run simulated stores, a server, a webhook receiver and the dashboard on one clock.",
    discussion: """
      Everything is in one folder, which can be deleted: a ledger, settings that open every \
      endpoint, and keys. The stores, the server and the dashboard share a clock, which starts in \
      the past with --ago and is advanced with :advance 3d in the dashboard, or with purser \
      sandbox advance 3d elsewhere. Renewals, notifications, polls and jobs happen on the way, in order.
      """,
    subcommands: [SandboxRunCommand.self, SandboxAdvanceCommand.self, SandboxCurlCommand.self],
    defaultSubcommand: SandboxRunCommand.self
  )

  static let usualFolder = "sandbox"
}

/// The option for a sandbox's folder.
struct SandboxOptions: ParsableArguments {
  @Option(help: .value("folder", "The sandbox's folder.")) var dir = SandboxCommand.usualFolder
}

struct SandboxRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "run",
    "Make or continue a sandbox, and open the dashboard on it.",
    discussion: "Without a terminal, or with --plain, it serves until Ctrl-C."
  )

  @OptionGroup var options: SandboxOptions
  @Option(help: .value("time", "How long ago a new sandbox begins: 70d, 12h, 2w.")) var ago: String?
  @Option(
    help: .value("number", "The server's port. Default: that of the last time, or a free one.")
  )
  var port: Int?
  @Option(
    help: .value("number", "The stores' port. Default: that of the last time, or a free one.")
  )
  var storesPort: Int?
  @Flag(help: "Don't open the dashboard.") var plain = false
  @OptionGroup var look: ScreenOptions

  /// The oldest beginning, in seconds.
  private static let maxAge: TimeInterval = 2 * 365 * 86_400

  func validate() throws {
    for (name, port) in [("--port", port), ("--stores-port", storesPort)] {
      try require((0...65_535).contains(port ?? 0), "\(name) takes 0 to 65535.")
    }
    let isTime = try ago.map { (0...Self.maxAge).contains(try Self.seconds($0)) } ?? true
    try require(isTime, "--ago takes at most two years, such as 70d.")
  }

  func run() throws {
    purser_forbid_core_dumps()
    let folder = try SandboxFolder(options.dir)
    let age = try ago.map(Self.seconds)
    let hasScreen = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if plain || !hasScreen && look.play.play == nil { serve(folder, age) }
    try open(folder, age)
  }

  /// Opens the dashboard, or plays a script on it.
  private func open(_ folder: SandboxFolder, _ age: TimeInterval?) throws {
    let sandbox: Sandbox = try Blocking.wait {
      try await self.sandbox(in: folder, age, .critical)
    }
    let dashboard = try dashboard(on: sandbox)
    let work: BackgroundProgress = { mailbox in
      let faults = Task {
        for await fault in sandbox.faults {
          mailbox.post(.noticed(StatusMessage(severity: .error, text: fault)))
        }
      }
      defer { faults.cancel() }
      try await sandbox.run(endingAt: []) {}
    }
    if var script = try look.play.script() {
      if look.play.at == nil { script.now = sandbox.clock.now }
      try dashboard.play(script, behind: work)
    } else {
      try dashboard.run(behind: work)
    }
    try Blocking.wait { try await sandbox.close() }
    if look.play.play == nil {
      Console.print("The sandbox is in \(folder.path). purser sandbox --dir continues it.")
    }
  }

  private func serve(_ folder: SandboxFolder, _ age: TimeInterval?) -> Never {
    Blocking.run {
      let log = Logger(label: "purser") { _ in JSONLog(logLevel: .warning) }
      let sandbox = try await sandbox(in: folder, age, .warning)
      let faults = Task {
        for await fault in sandbox.faults {
          log.warning("the sandbox continues", metadata: ["error": "\(fault)"])
        }
      }
      try await sandbox.run(endingAt: [.sigterm, .sigint]) {
        SandboxText.print(sandbox.lines, at: sandbox.clock.now)
        Console.print("The sandbox answers at \(sandbox.lines.server). Ctrl-C ends it.")
      }
      faults.cancel()
      try await sandbox.close()
      return .success
    }
  }

  private func sandbox(
    in folder: SandboxFolder,
    _ age: TimeInterval?,
    _ logLevel: Logger.Level
  ) async throws -> Sandbox {
    try await Sandbox(
      in: folder,
      age: age,
      storesPort: storesPort,
      serverPort: port,
      logLevel: logLevel
    )
  }

  private func dashboard(on sandbox: Sandbox) throws -> DashboardSession {
    let session = sandbox.session
    let own = (try? Settings.load(Paths.settings, isNamed: false)) ?? Settings()
    var dashboard = DashboardSession(
      ledger: session.ledger,
      service: session.service,
      access: WriteAccess {
        WriteAccess.Opened(session: session, writeMode: .allowed, close: {})
      },
      beginsWriting: true,
      name: URL(fileURLWithPath: sandbox.folder.path).lastPathComponent,
      isDemo: false,
      themes: ThemeFiles(given: look.themes),
      look: try Appearance(look, own, path: Paths.settings),
      ledgerOption: sandbox.folder.ledger,
      opening: look.open,
      apps: sandbox.settings.appIDs,
      ownApps: sandbox.settings.ownApps,
      stores: sandbox.namedStores,
      environment: ChildEnvironment(secretVariables: own.secretVariables)
    )
    dashboard.isSandbox = true
    dashboard.now = { sandbox.clock.now }
    dashboard.advanceClock = { try await sandbox.advance(by: $0) }
    dashboard.sandboxPage = SandboxText.page(sandbox.lines)
    return dashboard
  }

  static func seconds(_ text: String) throws -> TimeInterval {
    try value(
      ISO8601Duration.reading(text)?.timeInterval,
      else: "A length of time is 70d, 12h, 1d12h or 30m, not \(text)."
    )
  }
}

struct SandboxAdvanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "advance",
    "Advance the clock of a running sandbox, with all that falls due on the way."
  )

  @Argument(help: .value("time", "How far: 3d, 12h, 1d12h or 30m.")) var by: String
  @OptionGroup var options: SandboxOptions

  func run() throws {
    let seconds = try SandboxRunCommand.seconds(by)
    try require(seconds > 0, "The clock can only be advanced.")
    let known = try SandboxFolder.description(at: options.dir)
    let folder = options.dir
    let client = SimulatorClient(address: SandboxLines(known, folder: folder).stores)
    Blocking.run {
      var action = SimulatedAction(.advance)
      action.by = "PT\(Int(seconds / 3_600))H\(Int(seconds) % 3_600)S"
      let text: String
      do {
        text = try await client.post(action, to: "act")
      } catch SimulatorClientError.unreachable(_) {
        throw SandboxError.stopped(folder)
      }
      let answer = try JSONReader.value(text)
      let now = answer["now"]?.looseNumber.map { Date(timeIntervalSince1970: $0 / 1_000) }
      try StandardStream.print(now.map { $0.formatted(.iso8601) } ?? "")
      return .success
    }
  }
}

struct SandboxCurlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "curl",
    "Print the addresses of a sandbox, and a curl line for each endpoint."
  )

  @OptionGroup var options: SandboxOptions

  func run() throws {
    let folder = URL(fileURLWithPath: options.dir).standardizedFileURL.path
    let known = try SandboxFolder.description(at: folder)
    SandboxText.print(SandboxLines(known, folder: folder), at: nil)
  }
}

/// A sandbox's addresses and command lines, as text.
enum SandboxText {
  static func print(_ lines: SandboxLines, at now: Date?) {
    var text = lines.addresses.map { "# \($0.name.padded(to: 9)) \($0.value)" }
    if let now { text.append("# \("clock".padded(to: 9)) \(now.formatted(.iso8601))") }
    for line in lines.lines { text += ["", "# \(line.title)", line.command] }
    try? StandardStream.print(text.joined(separator: "\n"))
  }

  static func page(_ lines: SandboxLines) -> [PageLine] {
    [.heading("addresses")] + lines.addresses.map { .entry($0.name, $0.value) }
      + [.heading("command lines")]
      + lines.lines.flatMap { [.entry("", $0.title), .text($0.command)] }
  }
}
