import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import PostgresLog

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "log",
    "Show the dashboards' messages, or let several ledgers follow one log.",
    discussion: """
      A shared log lets several machines work with the same purchases: each has a ledger, and all \
      ledgers apply what is in the log in the same order. It is kept in a PostgreSQL database that \
      [ledger] in the settings names: log = "postgres://…", log-file or log-env, or $PURSER_LOG.
      """,
    subcommands: [
      LogShowCommand.self, LogCreateCommand.self, LogStatusCommand.self, LogJoinCommand.self,
      LogLeaveCommand.self, LogMendCommand.self, LogUpgradeCommand.self,
    ],
    defaultSubcommand: LogShowCommand.self
  )
}

struct LogShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "show",
    "Show the dashboards' status messages, newest first.",
    discussion: "A dashboard saves them when :log is opened and when it ends; the demo doesn't."
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Option(help: .value("path", "Changes nothing: the messages are those of all ledgers."))
  var ledger: String?

  func run() throws {
    let messages = SessionFile(folder: Paths.state).read().messages.reversed()
    if json {
      return try JSONText.print(["schemaVersion": 1, "notices": .texts(messages)], .pretty)
    }
    guard !messages.isEmpty else {
      return Console.print("No dashboard has saved any messages yet.")
    }
    for line in messages { try StandardStream.print(safe: line) }
  }
}

/// The options of a ledger that follows a log, or begins to.
struct LogAccess: ParsableArguments {
  @OptionGroup var place: LedgerAccess
  @Option(
    help: .value("name", "The ledger's name among those that follow the log. Default: the host's.")
  )
  var node: String?

  /// - Throws: Exit status 2 if the operator's role does not suffice to set up a log.
  func settings() throws -> LedgerSettings {
    let settings = try Assembly.settings(place.settings)
    try Self.expectRole(in: settings.team)
    return settings.ledger
  }

  static func expectRole(in team: Team) throws {
    try OperatorOptions.parse([]).person(in: team).expect(.money)
  }

  /// A name that no other ledger has: the one it is known by already, unless another is given.
  func nodeName(_ known: FollowedLog? = nil) throws -> String {
    let name = node ?? known?.node ?? ProcessInfo.processInfo.hostName
    guard !name.isEmpty, name.utf8.count <= 128, name.allSatisfy({ !$0.isNewline }) else {
      throw ValidationError("A node's name has 1 to 128 bytes.")
    }
    return name
  }
}

struct LogCreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "create",
    "Begin a shared log with the ledger, and print the roles' rights.",
    discussion: """
      Creates the tables where they are missing. What the ledger holds becomes the beginning of the \
      log: further ledgers begin as a backup of this one, or as nothing if it was empty. The \
      printed statements give the rights of the database roles; the tables' owner runs them.
      """
  )

  @OptionGroup var access: LogAccess
  @Option(help: .value("role", "The role of the nodes.")) var serveRole = "purser_serve"
  @Option(help: .value("role", "The role of a node that also erases.")) var eraserRole =
    "purser_eraser"
  @Option(help: .value("role", "The role that owns the tables.")) var ownerRole = "purser_owner"
  @Option(
    help: .value("number", "The format of entries: 1 for nodes before 0.2.0. Default: the newest.")
  )
  var format = EntryFormat.newest.rawValue

  func validate() throws {
    try expect("--format", Int(format), in: 1...Int(EntryFormat.newest.rawValue))
  }

  func run() throws {
    let settings = try access.settings()
    let log = try settings.connection()
    let ledger = try access.place.openAlone()
    let place = try ledger.followedLog()
    let node = try access.nodeName(place)
    if let place, let head = try Blocking.wait(for: { try await Self.head(of: log) }) {
      guard head.genesis == place.genesis else {
        throw SharedLogError.otherGenesis(expected: place.genesis, found: head.genesis)
      }
      let path = ledger.path
      Console.print("The log exists already. The ledger \(path) follows it as \(place.node).")
    } else {
      guard place?.position ?? 0 == 0 else {
        throw ExitFault(
          status: 64,
          lines: [
            "The ledger \(ledger.path) follows a log that the database lacks. Restore the "
              + "database, or run purser log leave and begin another log."
          ]
        )
      }
      try Blocking.wait {
        let name = UUID().uuidString.lowercased()
        let isEmpty = try await ledger.isEmpty()
        let genesis = place?.genesis ?? (isEmpty ? "\(LogGenesis.empty)\(name)" : name)
        try await log.create(genesis: genesis, format: EntryFormat(rawValue: format) ?? .newest)
        try await ledger.join(FollowedLog(genesis: genesis, part: settings.part, node: node))
      }
      Console.print("The log begins with the ledger \(ledger.path), which follows it as \(node).")
    }
    try Blocking.wait { try await ledger.close() }
    try StandardStream.print(
      PostgresLog.grants(serve: serveRole, eraser: eraserRole, owner: ownerRole)
        .trimmingCharacters(in: .newlines)
    )
  }
}

extension LogCreateCommand {
  /// `nil` if there is no log yet.
  private static func head(of log: PostgresLog) async throws -> LogHead? {
    do throws(SharedLogError) {
      return try await log.head()
    } catch {
      guard error == .missingTables else { throw error }
      return nil
    }
  }
}

/// What a log's name says of its beginning.
enum LogGenesis {
  /// Before the name of a log that began with an empty ledger.
  static let empty = "empty-"
}

struct LogJoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "join",
    "Let the ledger follow the shared log.",
    discussion: """
      The ledger is a backup of one that follows the log, or a new one if the log began with \
      nothing. It is created if it is missing.
      """
  )

  @OptionGroup var access: LogAccess

  func run() throws {
    let settings = try access.settings()
    let log = try settings.connection()
    let node = try access.nodeName()
    let ledger = try access.place.openAlone()
    let (head, others, isEmpty) = try Blocking.wait {
      (try await log.head(), try await log.nodes(), try await ledger.isEmpty())
    }
    let known = try ledger.followedLog()
    try Blocking.wait { try await ledger.expectFollowable(log) }
    if known == nil {
      guard head.genesis.hasPrefix(LogGenesis.empty), isEmpty else {
        throw ExitFault(
          status: 64,
          lines: [
            "The ledger \(ledger.path) cannot follow the log: its contents are not the log's beginning.",
            "Begin with a backup of a ledger that follows the log: purser backup there, and --ledger here.",
          ]
        )
      }
    }
    // Two ledgers of one name would take each other's outcomes for their own.
    let isUsed = others.contains { other in
      guard other.name == node, let age = other.age, age < 60 else { return false }
      return known?.node != node || other.position > known?.lastPosition ?? 0
    }
    if isUsed {
      throw ExitFault(
        status: 64,
        lines: ["Another ledger follows the log as \(node): pass another name with --node."]
      )
    }
    try Blocking.wait {
      try await ledger.join(FollowedLog(genesis: head.genesis, part: settings.part, node: node))
      try await ledger.close()
    }
    try StandardStream.print(safe: "The ledger \(ledger.path) follows the log as \(node).")
  }
}

struct LogLeaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "leave",
    "Let the ledger stand alone again.",
    discussion: """
      It keeps what it has applied; changes of either side no longer reach the other. Exit status: \
      64 the log still has data of persons erased here.
      """
  )

  @Flag(help: "Leave although the log still has data of erased persons, which nobody erases then.")
  var keepPersons = false
  @OptionGroup var place: LedgerAccess

  func run() throws {
    try LogAccess.expectRole(in: Assembly.settings(place.settings).team)
    let ledger = try place.openAlone(isExisting: true)
    guard let known = try ledger.followedLog() else {
      throw LedgerError.followsNoLog(path: ledger.path)
    }
    let erasures = try Blocking.wait { try await ledger.pendingErasures() }
    guard erasures == 0 || keepPersons else {
      throw ExitFault(
        status: 64,
        lines: [
          "The log still has data of \(erasures) persons who were erased here, and only this ledger "
            + "can erase them there. Leave it once purser log status shows none, or pass "
            + "--keep-persons."
        ]
      )
    }
    try Blocking.wait {
      try await ledger.leaveLog()
      try await ledger.close()
    }
    try StandardStream.print(
      safe:
        "The ledger \(ledger.path) stands alone again; it has applied the log up to \(known.lastPosition)."
    )
  }
}

struct LogStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "status",
    "Show where the ledger and all others are in the shared log.",
    discussion: "Exit status: 0 the log answers and has what the ledger applied, 1 otherwise."
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @OptionGroup var place: LedgerAccess

  func run() throws {
    let settings = try Assembly.settings(place.settings).ledger
    let ledger = try place.open()
    guard let known = try ledger.followedLog() else {
      throw LedgerError.followsNoLog(path: ledger.path)
    }
    let log = try settings.connection(genesis: known.genesis)
    let (head, nodes, erasures) = try Blocking.wait {
      try await ledger.expectFollowable(log)
      return (try await log.head(), try await log.nodes(), try await ledger.pendingErasures())
    }
    let versions = Set(nodes.filter(\.isAlive).map(\.version))
    if json {
      return try JSONText.print(
        [
          "schemaVersion": 1, "node": .string(known.node), "part": .whole(Int(known.part)),
          "genesis": .string(known.genesis), "position": .whole(Int(known.lastPosition)),
          "head": .whole(Int(head.position)), "pendingErasures": .whole(erasures),
          "versionsDiffer": .bool(versions.count > 1),
          "nodes": .array(
            nodes.map {
              [
                "name": .string($0.name), "position": .whole(Int($0.position)),
                "version": .string($0.version), "seconds": .whole(Int($0.age ?? 0)),
              ]
            }
          ),
        ],
        .pretty
      )
    }
    var lines = [
      "node      \(known.node)", "part      \(known.part)", "genesis   \(known.genesis)",
      "position  \(known.lastPosition) of \(head.position)",
    ]
    if erasures > 0 {
      lines.append("to erase  \(erasures) persons, of whom the log still has data")
    }
    for node in nodes {
      lines.append(
        "          \(node.name): position \(node.position), purser \(node.version), "
          + "\(Int(node.age ?? 0)) s ago"
      )
    }
    if versions.count > 1 {
      lines.append(
        "versions  differ: nodes may answer differently until all run the same version of purser"
      )
    }
    try StandardStream.print(safe: lines)
  }
}
