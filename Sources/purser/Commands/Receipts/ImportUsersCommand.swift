import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

struct ImportUsersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "users",
    "Import names and e-mail addresses of users from CSV.",
    discussion: """
      The first row names the columns. Columns with usual names (id or user_id, email, name, \
      first_name, last_name, app_account, locale, time_zone) are recognised, others are named with \
      options, or asked for on a terminal. A field may hold several e-mail addresses or app accounts, separated by commas, \
      semicolons or spaces. A row replaces what was stated about its user before; it finds the user \
      and gives no purchases. The same row again changes nothing, so after an interruption the same \
      command continues. Refused rows are listed with their number and the reason. Exit status: 0 \
      all accepted, 2 at least one row refused, 1 the file is unreadable, 64 a column is missing, \
      130 interrupted.
      """
  )

  @OptionGroup var place: LedgerAccess
  @OptionGroup var operator_: OperatorOptions
  @Option(help: .value("file", "The CSV file, or - for standard input.")) var csv: String?
  @OptionGroup var columns: UserColumnOptions
  @Flag(name: .customLong("dry-run"), help: "Report what would change, and change nothing.")
  var dryRun = false

  /// A transaction writes this many rows.
  private static let batchSize = 1_024

  func validate() throws {
    try require(
      csv != nil,
      "Name the file with --csv. To import a file or folder named users, write ./users."
    )
  }

  func run() throws {
    let actor = try operator_.name(for: .act, in: Assembly.settings(place.settings).team)
    let path = csv ?? "-"
    var reader = try CSVReader(path)
    guard let header = try reader.header(), header.problem == nil else {
      throw Fault("\(path) is not a CSV file in UTF-8 with a header row.")
    }
    let columns: UserColumns
    do {
      columns = try UserColumns.chosen(for: header.fields, named: self.columns.named, in: path)
    } catch let error as Fault {
      throw ValidationError(error.description)
    }
    Console.print("\(path): \(columns.summary(of: header.fields))")
    let ledger = try openLedger()
    let service = try ledger.map {
      EntitlementService(ledger: $0, receipts: try ReceiptVerifier())
    }
    let work = UserImport(
      path: path,
      columns: columns,
      service: service,
      isDryRun: dryRun,
      actor: actor
    )
    let rows = reader
    Blocking.run {
      let status = try await Interruption.first {
        var work = work
        let blocking = work.blocking
        return try await withTaskCancellationHandler {
          try await work.run(rows, by: Self.batchSize)
        } onCancel: {
          // Reading may never return. Rows that were read but not filed are read again.
          if blocking.isSet { Purser.exit(withError: ExitCode(130)) }
        }
      }
      try await ledger?.close()
      return status
    }
  }

  /// `nil` for a dry run without a ledger, which would file everything.
  private func openLedger() throws -> Ledger? {
    guard dryRun else { return try place.openForWriting() }
    return FileManager.default.fileExists(atPath: try place.path()) ? try place.open() : nil
  }
}

/// The options that name columns.
struct UserColumnOptions: ParsableArguments {
  @Option(help: .value("column", "The column of the user's ID in the app.")) var id: String?
  @Option(
    parsing: .singleValue,
    help: .value("column", "A column of e-mail addresses; can be repeated. The first one is shown.")
  )
  var email: [String] = []
  @Option(parsing: .singleValue, help: .value("column", "A column of names; can be repeated."))
  var name: [String] = []
  @Option(help: .value("column", "The column of first names.")) var firstName: String?
  @Option(help: .value("column", "The column of last names.")) var lastName: String?
  @Option(
    parsing: .singleValue,
    help: .value(
      "column",
      "A column of what the app tells the stores of the user; can be repeated."
    )
  )
  var account: [String] = []
  @Option(help: .value("column", "The column of language tags.")) var locale: String?
  @Option(help: .value("column", "The column of time zones.")) var timeZone: String?

  var named: [UserColumns.Part: [String]] {
    func one(_ name: String?) -> [String] { name.map { [$0] } ?? [] }
    return [
      .id: one(id), .email: email, .name: name, .firstName: one(firstName),
      .lastName: one(lastName), .account: account, .locale: one(locale), .timeZone: one(timeZone),
    ]
  }
}

/// Files the rows of a CSV file as profiles.
private struct UserImport: Sendable {
  private struct Counts {
    var changes: [UserProfiles.Change: Int] = [:]
    var refused = 0

    var all: Int { changes.values.reduce(refused, +) }
  }

  let path: String
  let columns: UserColumns
  let service: EntitlementService?
  let isDryRun: Bool
  let actor: String
  private var counts = Counts()
  /// The row of each ID: a second one would replace the first without a word.
  private var rows: [ID<User>: Int] = [:]
  private let progress = Progress("rows")
  let blocking = BlockingFlag()

  init(
    path: String,
    columns: UserColumns,
    service: EntitlementService?,
    isDryRun: Bool,
    actor: String
  ) {
    (self.path, self.columns, self.service) = (path, columns, service)
    (self.isDryRun, self.actor) = (isDryRun, actor)
  }

  mutating func run(_ reader: CSVReader, by size: Int) async throws -> ExitCode {
    var reader = reader
    var profiles: [UserProfile] = []
    while !Task.isCancelled, let record = try next(&reader) {
      do throws(Fault) {
        profiles.append(try profile(in: record))
      } catch {
        refuse(record, error.description)
      }
      if profiles.count >= size {
        try await file(&profiles)
        progress.update(counts.all, share: reader.share)
      }
    }
    if !Task.isCancelled { try await file(&profiles) }
    reader.close()
    return try conclude()
  }

  private func next(_ reader: inout CSVReader) throws(InputError) -> CSVReader.Record? {
    try blocking.during(path == "-") { () throws(InputError) in try reader.next() }
  }

  private mutating func profile(in record: CSVReader.Record) throws(Fault) -> UserProfile {
    if let problem = record.problem { throw Fault(problem) }
    let profile = try columns.profile(in: record.fields)
    if let before = rows.updateValue(record.row, forKey: profile.user) {
      rows[profile.user] = before
      throw Fault("Row \(before) has the same ID. One row states all about a user.")
    }
    return profile
  }

  private mutating func file(_ profiles: inout [UserProfile]) async throws {
    guard !profiles.isEmpty else { return }
    let changes: [UserProfiles.Change]
    if let service, !isDryRun {
      changes = try await service.profiles.file(profiles, by: actor)
    } else {
      changes =
        try await service?.profiles.changes(by: profiles)
        ?? profiles.map { $0.isEmpty ? .unchanged : .new }
    }
    for change in changes { counts.changes[change, default: 0] += 1 }
    profiles = []
  }

  private mutating func refuse(_ record: CSVReader.Record, _ reason: String) {
    counts.refused += 1
    progress.end()
    Console.print("\(path): row \(record.row) is refused. \(reason)")
  }

  private func conclude() throws -> ExitCode {
    progress.end()
    let numbers = UserProfiles.Change.allCases.map { "\(counts.changes[$0] ?? 0) \($0.rawValue)" }
    let text = (numbers + ["\(counts.refused) refused"]).joined(separator: ", ")
    try StandardStream.print(isDryRun ? "\(text); nothing was filed" : text)
    if Task.isCancelled {
      Console.print("Interrupted after \(counts.all) rows. The same command continues.")
      return ExitCode(130)
    }
    return counts.refused > 0 ? ExitCode(2) : .success
  }
}
