import ArgumentParser
import CNcurses
import Dispatch
import Foundation
import Stores
import Terminal

/// The program. `main` is synchronous: commands with a screen fork their guard process before any
/// thread exists and before arguments are parsed. Guarded code does not run on the main thread.
@main
struct Purser: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purser",
    abstract: "A dashboard for in-app purchases, over a local entitlement ledger.",
    version: "0.2.0",
    subcommands: [
      DashboardCommand.self, DemoCommand.self, TourCommand.self, InitCommand.self,
      ImportCommand.self, IngestCommand.self, ReceiptCommand.self, LsCommand.self,
      QueueCommand.self, OverviewCommand.self, TailCommand.self, WhyCommand.self,
      CaseCommand.self, TimelineCommand.self, CatalogCommand.self, StoryCommand.self,
      ActCommand.self, InfoCommand.self, CheckCommand.self, AuditCommand.self, DiffCommand.self,
      LogCommand.self, BackupCommand.self, ReplayCommand.self, ExportCommand.self,
      EraseCommand.self, VerifyCommand.self, RestoreCommand.self, LookupCommand.self,
      JobsCommand.self, PollCommand.self, BackfillCommand.self, NotifyCommand.self,
      StoreCommand.self, StoresCommand.self, GenerateCommand.self, ResetCommand.self,
      SandboxCommand.self, SimulateCommand.self, SendCommand.self, ServeCommand.self,
      UserCommand.self,
      SQLCommand.self, MCPCommand.self, ThemesCommand.self, KeysCommand.self,
      ConfigCommand.self, CheckHealthCommand.self, BenchCommand.self, HelpCommand.self,
    ],
    defaultSubcommand: DashboardCommand.self
  )

  static func main() {
    purser_limit_heap()
    StandardStream.occupy()
    if ScreenArguments.areMeant(CommandLine.arguments.dropFirst()) { purser_guard(runGuarded) }
    run()
  }

  fileprivate static func run() {
    do {
      let words = CommandWords(CommandLine.arguments.dropFirst())
      if let text = HelpCommand.text(askedForBy: words) ?? CompletionScript.text(askedForBy: words)
      {
        return try StandardStream.print(text)
      }
      // The parser would look at all commands first.
      if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
        return try StandardStream.print(configuration.version)
      }
      var command = try words.parsed()
      try command.run()
    } catch {
      Failure.exit(error)
    }
  }
}

extension CommandConfiguration {
  init(
    _ name: String,
    _ abstract: String,
    discussion: String = "",
    shouldDisplay: Bool = true,
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    self.init(
      commandName: name,
      abstract: abstract,
      discussion: discussion,
      shouldDisplay: shouldDisplay,
      subcommands: subcommands,
      defaultSubcommand: defaultSubcommand
    )
    // With a name here the parser, which parses each command as a root of its own, doesn't parse all
    // arguments a second time to look for a request of a completion script.
    _superCommandName = "purser"
  }
}

extension ArgumentHelp {
  /// Help for an argument or option with a value of that name.
  static func value(_ name: String, _ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: name)
  }
}

/// A global function, since a closure in `main` would be isolated to the main thread.
private func runGuarded() { Purser.run() }

/// Runs asynchronous work from a synchronous `main`.
enum Blocking {
  /// Runs the work on the cooperative pool and ends the process with its status. Never returns.
  static func run(_ work: @escaping @Sendable () async throws -> ExitCode) -> Never {
    Task.detached {
      do {
        Purser.exit(withError: try await work())
      } catch {
        Failure.exit(error)
      }
    }
    dispatchMain()
  }

  /// Runs the work on the cooperative pool and blocks this thread until it ends.
  static func wait<Answer: Sendable>(
    for work: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    let answers = try Mailbox<Result<Answer, any Error>>()
    Task.detached {
      do {
        answers.post(.success(try await work()))
      } catch {
        answers.post(.failure(error))
      }
    }
    guard let answer = answers.wait().first else { throw CancellationError() }
    return try answer.get()
  }
}

/// An error in what was asked for, with its own exit status.
struct ExitFault: Error, CustomStringConvertible {
  /// 4 not found, 64 usage.
  let status: Int32
  let lines: [String]

  var description: String { lines.joined(separator: "\n") }
}

/// Maps every error to a message and an exit status.
enum Failure {
  /// Prints `error` and ends the process with its status. Errors in the command line or in the
  /// operator's files have the status 64 (usage).
  static func exit(_ error: any Error) -> Never {
    switch error {
    case is FileError, is StoreConfigurationError:
      Console.print("Error: \(error)")
      Foundation.exit(64)
    case let error as ExitFault:
      for line in error.lines { Console.print(line) }
      Foundation.exit(error.status)
    default: exitAsParsed(error)
    }
  }

  /// Prints the parser's message safely: it quotes arguments and paths, which may contain anything.
  private static func exitAsParsed(_ error: any Error) -> Never {
    let code = Purser.exitCode(for: error)
    guard !code.isSuccess else { Purser.exit(withError: error) }
    let message = Purser.fullMessage(for: error)
    guard !message.isEmpty else { Foundation.exit(code.rawValue) }
    for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
      Console.print(String(line))
    }
    Foundation.exit(code.rawValue)
  }
}

/// Detects, before parsing, whether a command line opens the screen.
enum ScreenArguments {
  private static let screens = ["dashboard", "demo", "tour", "sandbox"]
  /// The dashboard commands' options that take a value.
  private static let valued = [
    "--ledger", "--config", "--group", "--root", "--bundle-id", "--theme", "--themes", "--users",
    "--seed",
    "--open", "--glyphs", "--color", "--play", "--size", "--snapshot", "--at",
    "--by", "--google-key", "--signature", "--device-guid", "--microsoft-cert",
    "--dir", "--ago", "--port", "--stores-port",
  ]

  /// Whether the first argument that is neither an option nor its value is a screen command, or
  /// there is none. Help and version need no screen.
  static func areMeant(_ arguments: some Sequence<String>) -> Bool {
    var isValue = false
    var words: [String] = []
    for argument in arguments {
      if isValue {
        isValue = false
      } else if ["--help", "-h", "--version", "--generate-completion-script"].contains(argument) {
        return false
      } else if argument.hasPrefix("-") {
        isValue = valued.contains(argument)
      } else {
        words.append(argument)
      }
    }
    // A sandbox's other commands print.
    if words.first == "sandbox", words.count > 1 { return words[1] == "run" }
    return words.first.map(screens.contains) ?? true
  }
}
