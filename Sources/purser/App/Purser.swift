import ArgumentParser
import CNcurses

/// The program. `main` is synchronous: commands with a screen fork their guard process before any
/// thread exists and before arguments are parsed. Guarded code does not run on the main thread.
@main
struct Purser: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purser",
    abstract: "A dashboard for in-app purchases, over a local entitlement ledger.",
    version: "0.1.0",
    subcommands: [
      DashboardCommand.self, DemoCommand.self, TourCommand.self, ImportCommand.self,
      IngestCommand.self,
      ReceiptCommand.self,
      LsCommand.self, QueueCommand.self, WhyCommand.self, TimelineCommand.self, CatalogCommand.self,
      StoryCommand.self, ActCommand.self, InfoCommand.self, CheckCommand.self, AuditCommand.self,
      DiffCommand.self,
      LogCommand.self,
      BackupCommand.self, ReplayCommand.self, ExportCommand.self, EraseCommand.self,
      VerifyCommand.self, RestoreCommand.self, LookupCommand.self, JobsCommand.self,
      PollCommand.self, NotifyCommand.self, StoreCommand.self, StoresCommand.self,
      GenerateCommand.self, ResetCommand.self,
      SimulateCommand.self, ServeCommand.self,
      UserCommand.self, SQLCommand.self, ThemesCommand.self, KeysCommand.self,
      ConfigCommand.self, CheckHealthCommand.self,
      BenchCommand.self, HelpCommand.self,
    ],
    defaultSubcommand: DashboardCommand.self
  )

  static func main() {
    purser_trim_heap()
    StandardStream.occupy()
    if ScreenArguments.areMeant(CommandLine.arguments.dropFirst()) {
      purser_guard(runGuarded)
    }
    run()
  }

  fileprivate static func run() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      var command: any ParsableCommand =
        try DashboardCommand(plain: arguments) ?? parseAsRoot()
      try command.run()
    } catch {
      Failure.exit(error)
    }
  }
}

/// A global function, since a closure in `main` would be isolated to the main thread.
private func runGuarded() { Purser.run() }
