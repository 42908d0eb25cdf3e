import ArgumentParser
import Foundation
import Persistence
import PostgresLog
import ServiceCore

extension LedgerSettings {
  /// How long a command waits for the log, and how long a server lets a request wait.
  static let commandPatience = Duration.seconds(10)
  static let requestPatience = Duration.milliseconds(800)

  /// A connection to the log's database, made when it is first used. `genesis` is what the log must
  /// have begun with.
  func connection(genesis: String? = nil, part other: Int32? = nil) throws -> PostgresLog {
    guard let log else {
      throw FileError(
        "No shared log is set: name its database in the settings, [ledger] log, or in "
          + "$\(Self.logVariable)."
      )
    }
    return PostgresLog(ConnectionString(log.opened()), genesis: genesis, part: other ?? part) {
      failures in
      .milliseconds(min(500, 20 << min(failures, 5)))
    }
  }

  /// The ledger with its changes going through the log of the settings, which it follows until it is
  /// closed. Without a log the ledger itself.
  func share(
    _ ledger: Ledger,
    patience: Duration = commandPatience,
    asksStores: Bool = false,
    onFault: @escaping @Sendable (String?) -> Void = { _ in }
  ) throws -> Ledger {
    guard log != nil else { return ledger }
    guard let place = try ledger.followedLog() else {
      throw LedgerError.followsNoLog(path: ledger.path)
    }
    let shared = try ledger.connected(
      to: LogConnection.Connections(
        appending: connection(genesis: place.genesis),
        following: connection(genesis: place.genesis),
        other: connection(genesis: place.genesis)
      ),
      at: place,
      version: "\(Purser.configuration.version)+\(Ledger.revision)",
      patience: patience
    )
    shared.log?.start(asksStores: asksStores, onFault: onFault)
    return shared
  }
}
