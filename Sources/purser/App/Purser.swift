import ArgumentParser
import CNcurses

/// The program. `main` is synchronous: commands with a screen fork their guard before any thread
/// exists, and only then is anything parsed. What is behind the guard is not the main thread.
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
      BenchCommand.self,
    ],
    defaultSubcommand: DashboardCommand.self
  )

  static func main() {
    purser_settle_heap()
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

/// `main` belongs to the main thread, and so would a closure in it.
private func runGuarded() { Purser.run() }
