import ArgumentParser
import Foundation
import Stores

/// How the program ends: every error has its words and its status.
enum Failure {
  /// Ends the process as `error` demands. A mistake in what the operator wrote, on the command line
  /// or in a file, is a matter of usage (64).
  static func exit(_ error: any Error) -> Never {
    switch error {
    case is SettingsError, is RootFileError, is ThemeError, is LicenceKeyFileError,
      is StoryFileError, is SecretFileError, is StoreConfigurationError,
      is CommandFileError, is ServeError:
      Narration.say("Error: \(error)")
      Foundation.exit(64)
    case let error as NamedPurchase.Fault:
      Narration.say(error.description)
      Foundation.exit(error.status)
    case let error as NoQuery:
      for line in error.picture.split(separator: "\n") { Narration.say(String(line)) }
      Foundation.exit(64)
    default: exitAsParsed(error)
    }
  }

  /// What the parser says quotes arguments, and what else fails quotes paths: both can be anything.
  private static func exitAsParsed(_ error: any Error) -> Never {
    let code = Purser.exitCode(for: error)
    guard !code.isSuccess else { Purser.exit(withError: error) }
    let words = Purser.fullMessage(for: error)
    guard !words.isEmpty else { Foundation.exit(code.rawValue) }
    for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
      Narration.say(String(line))
    }
    Foundation.exit(code.rawValue)
  }
}
