import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser verify`: asks the stores again.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Ask the stores how purchases stand, and file what they answer.",
    discussion: """
      ID is any ID of a purchase, a user's ID or e-mail address, or a document's. With --query, every \
      subscription that a search finds is asked about. Each is a job: what cannot be answered now \
      stays in the queue. No purchase becomes invalid because its store could not be asked. Exit \
      status: 0 all answered, 2 at least one failed, 3 some are to be tried again, 4 nothing on file \
      goes by that ID.
      """
  )

  @OptionGroup var options: StoreOptions

  @Option(help: ArgumentHelp("All subscriptions that match.", valueName: "query"))
  var query: String?

  @Flag(help: "Say what would be asked, and ask nothing.")
  var dryRun = false

  @Flag(help: "Ask about many without being asked first.")
  var yes = false

  @Flag(help: "Leave it to purser jobs run.")
  var later = false

  @Argument(help: ArgumentHelp("What to ask about.", valueName: "id"))
  var ids: [String] = []

  /// More than so many are asked about only on a second word.
  private static let few = 20
  private static let most = 100_000

  func validate() throws {
    guard ids.isEmpty != (query == nil) else {
      throw ValidationError("Name IDs, or a search by --query.")
    }
  }

  func run() throws {
    let (ids, dryRun, yes, later) = (ids, dryRun, yes, later)
    let search = try query.map { Search(try QueryText($0).query(at: Date()), at: Date()) }
    try options.run { session in
      var tasks: [JobTask] = []
      for id in ids { tasks += try await Subjects.tasks(for: id, in: session.ledger) }
      let pages = TaskPages(tasks, and: search, atMost: Self.most)
      if dryRun {
        try await pages.forEach(in: session.ledger) { tasks in
          for task in tasks { try StandardStream.print("\(task.kind) \(task.subject)") }
        }
        return ExitCode(0)
      }
      if !yes {
        var count = 0
        try await pages.forEach(in: session.ledger) { count += $0.count }
        guard count <= Self.few else {
          Narration.say("That is about \(count) purchases. Add --yes to ask about all of them.")
          return ExitCode(64)
        }
      }
      let errand = Errand(session: session, tasks: pages, noun: "verify")
      return later ? try await errand.queue() : try await errand.run()
    }
  }
}

/// `purser restore`: gives a user what a receipt, or a store, says is theirs.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Give a user the purchases of a receipt, and ask the store how they stand.",
    discussion: """
      RECEIPT is a file with any document that purser import takes, - for standard input, or the ID \
      of a purchase on file. A Store ID key of Microsoft's is kept, and what it opens is the user's. \
      Who has a purchase that two users claim is a matter of the policy \
      (purser act policy). Exit status as of purser verify.
      """
  )

  @OptionGroup var options: StoreOptions
  @OptionGroup var known: KnownUserOptions

  @Option(help: ArgumentHelp("To whom.", valueName: "id"), transform: UserArgument.id)
  var user: String

  @Option(
    help: ArgumentHelp("The app, for what does not name it: Microsoft's keys.", valueName: "id")
  )
  var app: String?

  @Option(help: ArgumentHelp("Its environment: production or sandbox.", valueName: "name"))
  var environment: String?

  @Argument(help: ArgumentHelp("A receipt's file, -, or a purchase's ID.", valueName: "receipt"))
  var receipt: String

  func run() throws {
    let (known, user, receipt) = (known, user, receipt)
    let hints = Hints(app: app, environment: environment)
    try options.run { session in
      let owner = try await known.expect(user, in: session.ledger)
      let source =
        receipt == "-"
        ? .document(try InputFile.read(receipt))
        : try await RestoreSource(named: receipt, in: session.ledger)
      switch try await session.service.restore(
        source,
        to: owner,
        hints: hints,
        by: session.actor
      ) {
      case .rejected(let code, let place, let detail):
        Narration.say("Rejected (\(code)): \(Narration.sentence(place, detail))")
        return ExitCode(2)
      case .restored(let tasks) where tasks.isEmpty:
        try StandardStream.print("The receipt is genuine, and lists no purchase.")
        return ExitCode(0)
      case .restored(let tasks):
        return try await Errand(session: session, tasks: tasks, noun: "restore").run()
      }
    }
  }
}

/// `purser lookup`: asks a store for an order nobody here has heard of.
struct LookupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lookup",
    abstract: "Ask the store for the order of a number out of a customer's e-mail.",
    discussion: """
      ORDER is Apple's (M and letters and digits) or Google's (GPA. and digits). Exit status as of \
      purser verify.
      """
  )

  @OptionGroup var options: StoreOptions

  @Option(
    help: ArgumentHelp(
      "The app it was bought in. Needless where the settings name one alone.",
      valueName: "id"
    )
  )
  var app: String?

  @Argument(help: ArgumentHelp("The order's number.", valueName: "order"))
  var order: String

  func run() throws {
    let isGoogle = order.uppercased().hasPrefix("GPA.")
    guard let app = try app ?? onlyApp() else {
      throw ValidationError("Several apps, or none, are in the settings: --app names the one.")
    }
    let shop = StoreShop(app: app, environment: .production)
    let task = JobTask.lookUp(order: order, isGoogle ? .google : .apple, shop)
    try options.run { session in
      try await Errand(session: session, tasks: [task], noun: "lookup").run()
    }
  }
}

extension LookupCommand {
  /// The one app that the settings name.
  private func onlyApp() throws -> String? {
    let apps = try Assembly.settings(options.settings).appIDs
    return apps.count == 1 ? apps[0] : nil
  }
}

/// What an ID or a search means to somebody who wants the store asked.
enum Subjects {
  static func tasks(for text: String, in ledger: Ledger) async throws -> [JobTask] {
    let file = try await ledger.caseFile(about: text, Identifier.all(in: text))
    guard file.subject.isFound else { throw ExitCode.notFound("Nothing on file goes by \(text).") }
    var chains = file.subject.chains
    var keys: [ID<Document>] = []
    if chains.isEmpty, let user = file.user?.id {
      chains = try await ledger.chains(of: user)
      // What the user has at Microsoft nobody has asked yet.
      if !chains.contains(where: { Subscription.Name($0)?.store == .microsoft }) {
        keys = try await ledger.storeKeys(of: user)
      }
    }
    return try await ledger.asked(about: chains).map(JobTask.verify) + keys.map(JobTask.verifyKey)
  }
}
