import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Reads the purchases of another service's export: files what it says of users, and enqueues the
/// questions to the stores. It gives nobody a purchase.
struct ExportImport: Sendable {
  private struct Counts {
    var rows = 0
    var profiles: [UserProfiles.Change: Int] = [:]
    var questions: [Store: Int] = [:]
    /// Rows of stores that cannot be asked by what the row names.
    var unasked = 0
    /// Rows whose app is unknown.
    var unnamed: [Store: Int] = [:]
    var refused = 0
    var added = 0
  }

  let names: [String]
  let export: PurchaseExport
  let service: EntitlementService
  /// The app at each store that the export is about, which it does not name.
  let apps: [Store: String]
  let isDryRun: Bool
  let actor: String
  let limit: Int
  let refusals: RefusalFile?
  private var counts = Counts()
  private var people: [ID<User>: ExportedPurchase] = [:]
  private var tasks: [JobTask] = []
  /// Renewals name the same first transaction, again and again.
  private var asked: Set<String> = []
  private let progress = Progress("rows")

  private static let batchSize = 1_000
  private static let maxWarnings = 20
  private static let slot = "export"
  static let batch = "export"

  init(
    _ names: [String],
    _ export: PurchaseExport,
    service: EntitlementService,
    apps: [Store: String],
    isDryRun: Bool,
    actor: String,
    limit: Int,
    refusals: RefusalFile?
  ) {
    (self.names, self.export, self.service, self.apps) = (names, export, service, apps)
    (self.isDryRun, self.actor, self.limit, self.refusals) = (isDryRun, actor, limit, refusals)
  }

  mutating func run() async throws -> ExitCode {
    for name in names {
      for file in try InputFile.files(in: name) where !Task.isCancelled {
        var source = try ByteSource(file, limit: limit)
        guard try !source.isTar() else {
          source.close()
          throw InputError.unreadable(file, reason: "an archive is no table; unpack it first")
        }
        try await read(CSVReader(source, maxRecordBytes: 1 << 20), file)
      }
    }
    try await flush()
    return try conclude()
  }

  private mutating func read(_ reader: CSVReader, _ file: String) async throws {
    var reader = reader
    defer { reader.close() }
    guard let header = try reader.header(), header.problem == nil else {
      throw InputError.unreadable(file, reason: "it is not a CSV file in UTF-8 with a header row")
    }
    let columns: ExportColumns
    do throws(Fault) {
      columns = try ExportColumns(header.fields, of: export)
    } catch {
      throw Fault("\(file): \(error)")
    }
    while !Task.isCancelled, let record = try reader.next() {
      counts.rows += 1
      do throws(Fault) {
        if let problem = record.problem { throw Fault(problem) }
        take(try columns.purchase(in: record.fields))
      } catch {
        try refuse(ImportName(file, row: record.row), error.description)
      }
      if people.count >= Self.batchSize || tasks.count >= Self.batchSize {
        try await flush()
        progress.update(counts.rows, share: reader.share)
      }
    }
  }

  private mutating func take(_ purchase: ExportedPurchase) {
    var person = people[purchase.user] ?? purchase
    person.aliases += purchase.aliases.filter { !person.aliases.contains($0) }
    person.emails += purchase.emails.filter { !person.emails.contains($0) }
    people[purchase.user] = person
    guard let store = purchase.store, let transaction = purchase.transaction else {
      counts.unasked += 1
      return
    }
    guard let app = apps[store] else {
      counts.unnamed[store, default: 0] += 1
      return
    }
    let scope = StoreScope(app: app, environment: purchase.environment)
    let task = JobTask.lookUpTransaction(transaction, store, scope, owner: purchase.user)
    guard asked.insert("\(store.rawValue) \(transaction)").inserted else { return }
    counts.questions[store, default: 0] += 1
    tasks.append(task)
  }

  private mutating func flush() async throws {
    let profiles = people.values.sorted { $0.user.raw < $1.user.raw }.compactMap { person in
      try? UserProfile(
        person.user,
        emails: Array(person.emails.prefix(UserProfile.maxEmails)),
        accounts: Array(person.aliases.prefix(UserProfile.maxAccounts))
      )
    }
    people = [:]
    for change in try await service.profiles.add(profiles, by: isDryRun ? nil : actor) {
      counts.profiles[change, default: 0] += 1
    }
    let tasks = tasks
    self.tasks = []
    guard !isDryRun, !tasks.isEmpty else { return }
    counts.added += try await service.jobs.enqueue(
      tasks,
      as: Self.batch,
      onceIn: Self.slot,
      by: actor
    )
  }

  private mutating func refuse(_ name: ImportName, _ reason: String) throws {
    counts.refused += 1
    try refusals?.add(name, "unreadable", reason)
    guard counts.refused <= Self.maxWarnings else { return }
    progress.end()
    Console.print("\(name.text) is refused. \(reason)")
  }

  private func conclude() throws -> ExitCode {
    progress.end()
    try refusals?.close()
    if counts.refused > Self.maxWarnings {
      Console.print("\(counts.refused - Self.maxWarnings) more were refused.")
    }
    let users = UserProfiles.Change.allCases.map { "\(counts.profiles[$0] ?? 0) \($0.rawValue)" }
    let stores = Store.allCases.compactMap { store in
      counts.questions[store].map { "\($0) about purchases at \(store.rawValue.capitalized)" }
    }
    try StandardStream.print(
      safe: [
        "\(counts.rows) rows, \(counts.refused) refused",
        "users: " + users.joined(separator: ", "),
        "store queries: " + (stores.isEmpty ? "none" : stores.joined(separator: ", "))
          + (isDryRun ? "" : "; \(counts.added) new in the queue"),
        "rows that no store can be asked about: \(counts.unasked)",
      ]
    )
    for store in Store.allCases {
      guard let count = counts.unnamed[store] else { continue }
      Console.print(
        "\(count) rows are about \(store.rawValue.capitalized), and the settings do not name one app of "
          + "it: name it with --app."
      )
    }
    if Task.isCancelled {
      Console.print("Interrupted after \(counts.rows) rows. The same command continues.")
      return ExitCode(130)
    }
    if isDryRun {
      Console.print("Nothing was filed.")
    } else if counts.added > 0 {
      Console.print("To query the stores: purser jobs run --once")
    }
    return counts.refused > 0 ? ExitCode(2) : .success
  }
}
