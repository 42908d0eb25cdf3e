import ArgumentParser
import Foundation
import Stores

/// Maps every error to a message and an exit status.
enum Failure {
  /// Prints `error` and ends the process with its status. Errors in the command line or in the
  /// operator's files have the status 64 (usage).
  static func exit(_ error: any Error) -> Never {
    switch error {
    case is SettingsError, is RootFileError, is ThemeError, is LicenceKeyFileError,
      is StoryFileError, is SecretFileError, is StoreConfigurationError,
      is CommandFileError, is ServeError:
      Console.say("Error: \(error)")
      Foundation.exit(64)
    case let error as PurchaseArgument.Fault:
      Console.say(error.description)
      Foundation.exit(error.status)
    case let error as NoQuery:
      for line in error.picture.split(separator: "\n") { Console.say(String(line)) }
      Foundation.exit(64)
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
      Console.say(String(line))
    }
    Foundation.exit(code.rawValue)
  }
}
