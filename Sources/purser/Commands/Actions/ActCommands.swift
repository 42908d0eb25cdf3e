import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct ActCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "act",
    "Act manually: grant, withdraw, consume, transfer, merge, account, note, assign, policy.",
    discussion: """
      Each action is filed as a document, recorded in the audit log, and applied in every replay. \
      Exit status: 0 done, 4 user or purchase not found.
      """,
    subcommands: [
      GrantCommand.self, WithdrawCommand.self, ConsumeCommand.self, TransferCommand.self,
      MergeCommand.self, AccountCommand.self, NoteCommand.self, AssignCommand.self,
      PolicyCommand.self,
    ]
  )
}

struct ActOptions: ParsableArguments {
  @OptionGroup var place: LedgerAccess
  @OptionGroup var operator_: OperatorOptions

  /// Files the action that `action` returns, and prints `done`. `expect` throws if there is nothing to
  /// do. As others may act meanwhile, the ledger files it only if that is still so, unless
  /// `isConditional` is false.
  func perform(
    _ done: String,
    isConditional: Bool = true,
    expect: @escaping @Sendable (EntitlementService) async throws -> Void = { _ in },
    _ action: @escaping @Sendable (Ledger) async throws -> OperatorAction.Kind
  ) throws {
    let assembly = try Assembly(place.settings, try TrustOptions.parse([]))
    let person = try operator_.person(in: assembly.settings.team)
    let world = Dependencies(now: try place.clock())
    let ledger = try place.openForWriting()
    let document = try Blocking.wait {
      let service = EntitlementService(ledger: ledger, receipts: assembly.verifier, world: world)
      let kind = try await action(ledger)
      try person.expect(kind.role)
      try await expect(service)
      guard isConditional else {
        let document = try await service.actions.perform(kind, by: person.name)
        try await ledger.close()
        return document
      }
      let filed = try await service.actions.performIfPossible([kind], by: person.name)
      guard let document = filed else {
        // These say what is missing now.
        _ = try await action(ledger)
        try await expect(service)
        throw ExitCode.notFound("Somebody else acted at the same time. Try again.")
      }
      try await ledger.close()
      return document
    }
    try StandardStream.print(safe: "\(done) (document \(document))")
  }
}

/// The option that permits an unknown user.
struct KnownUserOptions: ParsableArguments {
  @Flag(help: "Add the user if the ID is unknown.") var new = false

  /// - Throws: Exit status 4 if the user is unknown.
  func expect(_ user: String, in ledger: Ledger) async throws -> ID<User> {
    if new, try await ledger.users.details(of: ID(user)) == nil { return ID(user) }
    return try await Self.expect(user, in: ledger, "Check the ID, or add them with --new.")
  }

  /// - Returns: The user's ID; for a user who was merged into another, that of the one who remains.
  static func expect(
    _ user: String,
    in ledger: Ledger,
    _ advice: String = "Check the ID."
  ) async throws -> ID<User> {
    guard let known = try await ledger.users.details(of: ID(user))?.user.id else {
      throw ExitCode.notFound("No user has the ID \(user). \(advice)")
    }
    if known != ID(user) {
      Console.print("\(user) was merged into \(known), whom this is about.")
    }
    return known
  }
}

/// The option that selects the store environment.
struct WorldOptions: ParsableArguments {
  @Option(help: .value("name", "production, sandbox or xcode.")) var environment = "production"

  func world() throws -> Entitlements.Environment {
    try named(environment, else: "--environment takes production, sandbox or xcode.")
  }
}

struct GrantCommand: ParsableCommand {
  static let configuration = CommandConfiguration("grant", "Grant a user an entitlement.")

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions
  @OptionGroup var worlds: WorldOptions
  @Option(help: .value("time", "The end, such as 2026-11-21 or 2026-11-21T10:00Z."))
  var until: String?
  @Argument(help: .value("user", "The user's ID."), transform: UserArgument.id) var user: String
  @Argument(help: .value("key", "The entitlement's name."), transform: KeyArgument.key)
  var key: String

  func run() throws {
    let end = try InstantOptions.instant(until, of: "--until")
    let now = try options.place.clock()()
    try require(end.map { $0 > now } ?? true, "--until is past: nothing would be granted.")
    let world = try worlds.world()
    let period = end.map { "until \($0.formatted(.iso8601))" } ?? "without end"
    try options.perform("\(user) has \(key) \(period)", isConditional: !known.new) { ledger in
      .grant(try await known.expect(user, in: ledger), key: key, world, until: end)
    }
  }
}

struct WithdrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "withdraw",
    "End an entitlement that was granted manually."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var worlds: WorldOptions
  @Argument(help: .value("user", "The user's ID."), transform: UserArgument.id) var user: String
  @Argument(help: .value("key", "The entitlement's name."), transform: KeyArgument.key)
  var key: String

  func run() throws {
    let (world, now) = (try worlds.world(), try options.place.clock()())
    let done = "\(user)'s manual grant of \(key) has ended"
    try options.perform(done) { service in
      let (actions, user) = (service.actions, ID<User>(user))
      guard try await !actions.isGranted(key, to: user, in: world, at: now) else { return }
      throw ExitCode.notFound("No manual grant of \(key) to \(user) is active.")
    } _: { ledger in
      .withdraw(try await KnownUserOptions.expect(user, in: ledger), key: key, world)
    }
  }
}

struct ConsumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "consume",
    "Consume units of a consumable purchase."
  )

  @OptionGroup var options: ActOptions
  @Option(help: .value("count", "The number of units.")) var count = 1
  @Argument(help: .value("order", "The order or transaction ID.")) var order: String

  func validate() throws {
    try require((1...1_000_000).contains(count), "--count takes 1 to 1,000,000.")
  }

  func run() throws {
    let now = try options.place.clock()()
    try options.perform("consumed \(count) of \(order)") { ledger in
      let order = try await PurchaseArgument.order(order, with: count, in: ledger, at: now)
      return .consume(order, count: count)
    }
  }
}

struct TransferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "transfer",
    "Transfer a purchase, with all its renewals, to another user."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions
  @Argument(help: .value("purchase", "Any ID of the purchase.")) var purchase: String
  @Argument(help: .value("user", "The new owner."), transform: UserArgument.id) var user: String

  func run() throws {
    try options.perform("\(purchase) belongs to \(user)", isConditional: !known.new) { ledger in
      let owner = try await known.expect(user, in: ledger)
      return .transfer(try await PurchaseArgument.chain(purchase, in: ledger), to: owner)
    }
  }
}

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "merge",
    "Merge two users: everything of OTHER then belongs to USER."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions
  @Argument(help: .value("user", "The user to keep."), transform: UserArgument.id) var user: String
  @Argument(help: .value("other", "The user to merge into USER."), transform: UserArgument.id)
  var other: String

  func validate() throws {
    try require(user != other, "Name two different users.")
  }

  func run() throws {
    let done = "everything of \(other) belongs to \(user)"
    try options.perform(done, isConditional: !known.new) { ledger in
      let remaining = try await known.expect(user, in: ledger)
      guard let merged = try await ledger.users.details(of: ID(other))?.user.id else {
        return .merge(into: remaining, try await known.expect(other, in: ledger))
      }
      guard merged != remaining else {
        throw ValidationError("\(user) and \(other) are one user already: \(remaining).")
      }
      // Of a user who was merged before, only what was theirs moves.
      return .merge(into: remaining, ID(other))
    }
  }
}

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "account",
    "Assign an app account, with all purchases made under it, to a user.",
    discussion: """
      ACCOUNT is the user's identifier that the app passed to the store: appAccountToken, \
      obfuscatedExternalAccountId, Amazon's user ID. An operator's transfer of a purchase takes \
      precedence. Without USER the assignment is removed.
      """
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions
  @Argument(
    help: .value("account", "The account, as the store reports it."),
    transform: UserArgument.id
  )
  var account: String
  @Argument(help: .value("user", "The user's ID."), transform: UserArgument.id) var user: String?

  func run() throws {
    let done = "\(account) is assigned to \(user ?? "no user")"
    try options.perform(done, isConditional: !known.new) { ledger in
      guard let user else { return .account(account, of: nil) }
      return .account(account, of: try await known.expect(user, in: ledger))
    }
  }
}

struct NoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration("note", "Add a note about a user.")

  @OptionGroup var options: ActOptions
  @Argument(help: .value("user", "The user's ID."), transform: UserArgument.id) var user: String
  @Argument(help: .value("text", "The note, or - for standard input.")) var words: [String]

  private static let maxBytes = 65_536

  func run() throws {
    let text = try InputFile.text(of: words)
    guard !text.isEmpty, text.utf8.count <= Self.maxBytes, !text.utf8.contains(0) else {
      throw ValidationError("A note has 1 to \(Self.maxBytes) bytes and no NUL.")
    }
    try options.perform("added a note about \(user)") { ledger in
      .note(try await KnownUserOptions.expect(user, in: ledger), text)
    }
  }
}

struct AssignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "assign",
    "Say which operator works on a user's case.",
    discussion: """
      The lists and the user's page show it, and the query assigned:NAME finds it. Without NAME the \
      case is assigned to nobody.
      """
  )

  @OptionGroup var options: ActOptions
  @Argument(help: .value("user", "The user's ID."), transform: UserArgument.id) var user: String
  @Argument(help: .value("name", "The operator's name.")) var name: String?

  func validate() throws {
    if let name, name.isEmpty || name.utf8.count > 256 || name.utf8.contains(0) {
      throw ValidationError("An operator's name has 1 to 256 bytes.")
    }
  }

  func run() throws {
    try Assembly.settings(options.place.settings).team.expect(name)
    try options.perform("\(user)'s case is assigned to \(name ?? "nobody")") { ledger in
      .assign(try await KnownUserOptions.expect(user, in: ledger), to: name)
    }
  }
}

extension Team {
  /// - Throws: A usage error if the settings name operators, and not this one.
  func expect(_ name: String?) throws(ValidationError) {
    guard let name, !operators.isEmpty, !operators.contains(where: { $0.name == name }) else {
      return
    }
    let names = operators.map(\.name).joined(separator: ", ")
    throw ValidationError("The settings name no operator \(name): \(names).")
  }
}

struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "policy",
    "Decide who owns a purchase that several users claim.",
    discussion: """
      keep: the first claimant. transfer (the default): the last claimant for whom the store \
      confirmed the purchase as active. share: all of them. If the purchase carries a known user's \
      account, that user is the first claimant. The policy also applies to purchases on file.
      """
  )

  @OptionGroup var options: ActOptions
  @Argument(
    help: .value("policy", "keep, transfer or share."),
    transform: { try named($0, else: "The policy is keep, transfer or share.") }
  )
  var policy: OwnershipPolicy

  func run() throws {
    try options.perform("the policy is \(policy.rawValue)") { _ in .policy(policy) }
  }
}
