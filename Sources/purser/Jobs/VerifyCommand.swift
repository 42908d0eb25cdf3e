import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "verify",
    "Query the stores for the state of purchases, and file the responses.",
    discussion: """
      ID is any ID of a purchase, a user's ID or e-mail address, or a document ID. --query selects \
      all matching subscriptions. Each query is a job; if it cannot be answered now, it stays in \
      the queue. A purchase never becomes invalid because its store is unreachable. Exit status: 0 \
      all answered, 2 at least one failed, 3 at least one to retry, 4 unknown ID.
      """
  )

  @OptionGroup var options: StoreOptions
  @Option(help: .value("query", "Verify all matching subscriptions.")) var query: String?
  @Flag(help: "Print the queries without running them.") var dryRun = false
  @Flag(help: "Confirm a large number of queries.") var yes = false
  @Flag(help: "Only enqueue the jobs, for purser jobs run.") var later = false
  @Argument(help: .value("id", "The IDs to verify.")) var ids: [String] = []

  /// The most purchases that need no `--yes`.
  private static let maxUnconfirmed = 20
  private static let maxFound = 100_000

  func validate() throws {
    try require(ids.isEmpty != (query == nil), "Name IDs, or a query with --query.")
  }

  func run() throws {
    let now = SandboxFolder.clock(ofLedger: try options.assembled().ledgerPath)()
    let search = try query.map { Search(try QueryText($0).query(at: now), at: now) }
    try options.run(needing: .act, isDryRun: dryRun) { session in
      var tasks: [JobTask] = []
      for id in ids { tasks += try await Subjects.tasks(for: id, in: session.ledger) }
      let pages = TaskPages(tasks, and: search, atMost: Self.maxFound)
      if dryRun {
        try await pages.forEach(in: session.ledger) { tasks in
          for task in tasks { try StandardStream.print("\(task.kind) \(task.subject)") }
        }
        return ExitCode(0)
      }
      if !yes {
        var count = 0
        try await pages.forEach(in: session.ledger) { count += $0.count }
        guard count <= Self.maxUnconfirmed else {
          Console.print("This would query \(count) purchases. Add --yes to confirm.")
          return ExitCode(64)
        }
      }
      let batchRun = JobBatchRun(session: session, tasks: pages, noun: "verify")
      return later ? try await batchRun.queue() : try await batchRun.run()
    }
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "restore",
    "Give a user the purchases of a receipt, and query the store for their state.",
    discussion: """
      RECEIPT is a file with any document that purser import reads, - for standard input, or the \
      ID of a purchase on file. A Microsoft Store ID key is saved, and the user gets the purchases \
      that it gives access to. The policy (purser act policy) decides who owns a purchase that \
      several users claim. Exit status: see purser verify.
      """
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var known: KnownUserOptions
  @Option(help: .value("id", "The user's ID."), transform: UserArgument.id) var user: String
  @Option(help: .value("id", "The app, for documents that do not name it: Microsoft's keys."))
  var app: String?
  @Option(help: .value("name", "The environment: production or sandbox.")) var environment: String?
  @Argument(help: .value("receipt", "A receipt file, -, or a purchase ID.")) var receipt: String

  func run() throws {
    let hints = DocumentHints(app: app, environment: environment)
    try options.run(needing: .act) { session in
      let owner = try await known.expect(user, in: session.ledger)
      let source =
        receipt == "-"
        ? .document(try InputFile.read(receipt))
        : try await RestoreSource(named: receipt, in: session.ledger)
      switch try await session.service.storeQueries.restore(
        source,
        to: owner,
        hints: hints,
        by: session.actor
      ) {
      case .rejected(let code, let place, let detail):
        Console.print("Rejected (\(code)): \(Console.sentence(place, detail))")
        return ExitCode(2)
      case .restored(let tasks) where tasks.isEmpty:
        try StandardStream.print("The receipt is genuine but lists no purchase.")
        return ExitCode(0)
      case .restored(let tasks):
        return try await JobBatchRun(session: session, tasks: TaskPages(tasks), noun: "restore")
          .run()
      }
    }
  }
}

struct LookupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "lookup",
    "Query the store for an order number from a customer's e-mail.",
    discussion: """
      ORDER is Apple's (M, letters and digits) or Google's (GPA. and digits). Exit status: see \
      purser verify.
      """
  )

  @OptionGroup var options: StoreOptions
  @Option(help: .value("id", "The app. Optional if the settings contain only one."))
  var app: String?
  @Argument(help: .value("order", "The order number.")) var order: String

  func run() throws {
    let number = Identifier(lone: order.uppercased())
    guard let number, number.kind == .appleOrder || number.kind == .googleOrder else {
      throw ValidationError(
        "ORDER is an order number from a store's e-mail: MK7Q2ZXT1P or GPA.3312-9871-1200-44444."
      )
    }
    let apps = try app.map { [$0] } ?? Assembly.settings(options.settings).appIDs
    let message = "The settings contain several apps or none: name one with --app."
    let app = try value(apps.count == 1 ? apps[0] : nil, else: message)
    let shop = StoreScope(app: app, environment: .production)
    let task = JobTask.lookUp(
      order: number.value,
      number.kind == .googleOrder ? .google : .apple,
      shop
    )
    try options.run(needing: .act) { session in
      try await JobBatchRun(session: session, tasks: TaskPages([task]), noun: "lookup").run()
    }
  }
}

/// Finds the store queries for an ID.
enum Subjects {
  static func tasks(for text: String, in ledger: Ledger) async throws -> [JobTask] {
    let file = try await ledger.search.diagnosisInput(about: text)
    guard file.subject.isFound else { throw ExitCode.notFound("Nothing on file matches \(text).") }
    var chains = file.subject.chains
    var keys: [ID<Document>] = []
    if chains.isEmpty, let user = file.user?.id {
      chains = try await ledger.storeQueries.chains(of: user)
      // The user's purchases at Microsoft have not been queried yet.
      if !chains.contains(where: { Subscription.Name($0)?.store == .microsoft }) {
        keys = try await ledger.storeQueries.storeKeys(of: user)
      }
    }
    return try await ledger.storeQueries.chainsToQuery(about: chains).map(JobTask.verify)
      + keys.map(JobTask.verifyKey)
  }
}
