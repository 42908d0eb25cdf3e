import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "timeline",
    "List the events of a user's purchases, by the store's clock.",
    discussion: """
      TEXT is a user, order or transaction ID, or anything else that `purser why` accepts. A line \
      ends with the time of arrival if that was later; ~ marks arrival after a newer event.
      """
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @OptionGroup var place: LedgerAccess
  @OptionGroup var time: InstantOptions
  @Argument(help: .value("text", "The ID or other text.")) var text: String

  func run() throws {
    let ledger = try place.open()
    let instant = try time.instant(for: place)
    let (isFound, events) = try Blocking.wait {
      let file = try await ledger.search.diagnosisInput(about: text)
      return (file.subject.isFound, Timeline.events(of: file, at: instant))
    }
    if json {
      try JSONText.print(["schemaVersion": 1, "events": .array(events.map(Self.json))], .pretty)
    } else {
      try StandardStream.print(safe: events.map(Self.line))
    }
    if !isFound {
      throw ExitCode.notFound("Nothing on file matches. `purser import` files documents.")
    }
  }

  private static func line(_ event: TimelineEvent) -> String {
    let late = event.seenAt.map { $0.timeIntervalSince(event.storeAt) > 60 } ?? false
    let seen = late ? event.seenAt.map { "  (seen \($0.formatted(.iso8601)))" } ?? "" : ""
    let marker = event.overtakenBy == nil ? " " : "~"
    return "\(event.storeAt.formatted(.iso8601)) \(marker) \(Wording.sentence(for: event))\(seen)"
  }

  static func json(_ event: TimelineEvent) -> JSONValue {
    [
      "id": .string(event.id), "kind": .word(event.kind), "storeAt": .time(event.storeAt),
      "seenAt": .time(event.seenAt), "appliedAt": .time(event.appliedAt),
      "sentence": .string(Wording.sentence(for: event)), "store": .word(event.store),
      "environment": .word(event.environment), "productId": .text(event.productID),
      "chain": .text(event.chain?.raw), "order": .text(event.order?.raw),
      "price": .text(event.price?.description), "until": .time(event.until),
      "evidence": .texts(event.evidence.map(\.raw)),
    ]
  }
}

extension TimelineCommand {
  /// Parses a text and the common options; `nil` for any other line.
  init?(plain arguments: ArraySlice<String>) {
    let options = ["--ledger", "--config", "--at"]
    guard let plain = PlainArguments(arguments, options: options, flags: ["--json"]),
      plain.words.count == 1
    else { return nil }
    self.init()
    use(plain)
  }

  private mutating func use(_ plain: PlainArguments) {
    (json, place, time, text) = (plain.has("--json"), plain.place, plain.time, plain.words[0])
  }
}

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "diff",
    "Compare two users or two documents on file.",
    discussion: """
      A and B are user IDs or document IDs (the SHA-256 of the bytes). Exit status: 0 equal, 2 \
      different, 4 one of them is not on file.
      """
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @OptionGroup var options: StoreOptions
  @Argument(help: .value("a", "The older one's ID.")) var older: String
  @Argument(help: .value("b", "The newer one's ID.")) var newer: String

  func run() throws {
    let assembly = try Assembly(options.settings, options.trust)
    let ledger = try Ledger(
      readingOnly: options.place.ledger ?? assembly.ledgerPath,
      withOneConnection: true
    )
    let (session, _) = try options.session(assembly, ledger, asks: false)
    let difference = try Blocking.wait {
      let users = (
        try await ledger.users.details(of: ID(older)), try await ledger.users.details(of: ID(newer))
      )
      if let left = users.0, let right = users.1 { return NodeDifference(from: left, to: right) }
      guard let left = try await session.service.inspection.inspect(ID(older)),
        let right = try await session.service.inspection.inspect(ID(newer))
      else {
        throw ExitCode.notFound("The two users or documents must be on file.")
      }
      return NodeDifference(from: left.tree, to: right.tree)
    }
    let changes = difference.changes.map(\.masked)
    if json {
      try JSONText.print(["schemaVersion": 1, "changes": .array(changes.map(Self.json))], .pretty)
    } else {
      for change in changes { try StandardStream.print(safe: Self.line(change)) }
    }
    if !changes.isEmpty { throw ExitCode(2) }
  }

  private static func line(_ change: NodeDifference.Change) -> String {
    let path = change.path.joined(separator: ".")
    return switch (change.older, change.newer) {
    case (let older?, let newer?): "~ \(path): \(older) → \(newer)"
    case (let older?, nil): "- \(path): \(older)"
    case (nil, let newer): "+ \(path): \(newer ?? "")"
    }
  }

  private static func json(_ change: NodeDifference.Change) -> JSONValue {
    [
      "path": .texts(change.path), "older": change.older.map(JSONValue.string) ?? .null,
      "newer": change.newer.map(JSONValue.string) ?? .null,
    ]
  }
}

struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "user",
    "Show a user's entitlements and purchases with the evidence.",
    discussion: "Exit status: 0 shown, 4 unknown user."
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Flag(help: "Show purchase tokens in full.") var reveal = false
  @OptionGroup var place: LedgerAccess
  @OptionGroup var time: InstantOptions
  @Argument(help: .value("id", "The user's ID.")) var id: String

  func run() throws {
    let ledger = try place.open()
    let id = ID<User>(id)
    guard var userDetails = try Blocking.wait(for: { try await ledger.users.details(of: id) })
    else {
      throw ExitCode.notFound(
        "No user has the ID \(id.raw). `purser ls users TEXT` searches users."
      )
    }
    if let answer = try DirectoryQuestion(place)?.answer(about: userDetails.user.id, on: ledger) {
      let now = try Blocking.wait { try await ledger.users.details(of: id) }
      userDetails = (now ?? userDetails).completed(by: answer.profile)
      userDetails.directoryNote = answer.note
    }
    let report = UserDetailsReport(
      userDetails: userDetails,
      instant: try time.instant(for: place),
      reveals: reveal
    )
    if json {
      try JSONText.print(report.json, .pretty)
    } else {
      try PagePrinter.print(report.page)
    }
  }
}
