import ArgumentParser
import Entitlements
import Foundation
import Persistence

/// `purser act grant`: gives a right by hand.
struct GrantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant",
    abstract: "Give a user a right by hand."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions
  @OptionGroup var worlds: WorldOptions

  @Option(
    help: ArgumentHelp("When it ends: 2026-11-21, 2026-11-21T10:00Z.", valueName: "time")
  )
  var until: String?

  @Argument(help: ArgumentHelp("To whom.", valueName: "user"), transform: UserArgument.id)
  var user: String

  @Argument(help: ArgumentHelp("The entitlement's name.", valueName: "key"))
  var key: String

  func run() throws {
    let end = try until.map { text in
      guard let date = InstantOptions.date(text) else {
        throw ValidationError("--until takes 2026-11-21 or 2026-11-21T10:00:00Z, not \(text).")
      }
      return date
    }
    let (world, known, user, key) = (try worlds.world(), known, user, key)
    let words = end.map { "until \($0.formatted(.iso8601))" } ?? "without end"
    try options.perform("\(user) has \(key) \(words)") { ledger in
      .grant(try await known.expect(user, in: ledger), key: key, world, until: end)
    }
  }
}

/// `purser act withdraw`: ends what was granted by hand.
struct WithdrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw",
    abstract: "End a right that was given by hand."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var worlds: WorldOptions

  @Argument(help: ArgumentHelp("From whom.", valueName: "user"), transform: UserArgument.id)
  var user: String

  @Argument(help: ArgumentHelp("The entitlement's name.", valueName: "key"))
  var key: String

  func run() throws {
    let (world, user, key) = (try worlds.world(), user, key)
    try options.perform("\(key), given to \(user) by hand, has ended") { ledger in
      .withdraw(try await KnownUserOptions.expect(user, in: ledger), key: key, world)
    }
  }
}

/// `purser act consume`: uses up a part of a consumable sale.
struct ConsumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consume",
    abstract: "Use up a part of what a sale gave."
  )

  @OptionGroup var options: ActOptions

  @Option(help: ArgumentHelp("How many uses.", valueName: "count"))
  var count = 1

  @Argument(help: ArgumentHelp("The sale's order or transaction ID.", valueName: "order"))
  var order: String

  func validate() throws {
    guard (1...1_000_000).contains(count) else {
      throw ValidationError("--count takes 1 to 1,000,000.")
    }
  }

  func run() throws {
    let (order, count) = (order, count)
    try options.perform("\(count) of \(order) used up") { ledger in
      .consume(try await NamedPurchase.order(order, in: ledger), count: count)
    }
  }
}

/// `purser act transfer`: gives a purchase to another user.
struct TransferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfer",
    abstract: "Give a purchase, with all its renewals, to another user."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions

  @Argument(help: ArgumentHelp("Any ID of the purchase.", valueName: "purchase"))
  var purchase: String

  @Argument(help: ArgumentHelp("Its new owner.", valueName: "user"), transform: UserArgument.id)
  var user: String

  func run() throws {
    let (purchase, known, user) = (purchase, known, user)
    try options.perform("\(purchase) belongs to \(user)") { ledger in
      let owner = try await known.expect(user, in: ledger)
      return .transfer(try await NamedPurchase.chain(purchase, in: ledger), to: owner)
    }
  }
}

/// `purser act merge`: two users prove to be one.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Keep two users as one: everything of OTHER belongs to USER."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions

  @Argument(help: ArgumentHelp("Who they are.", valueName: "user"), transform: UserArgument.id)
  var user: String

  @Argument(
    help: ArgumentHelp("What else they are called.", valueName: "other"),
    transform: UserArgument.id
  )
  var other: String

  func validate() throws {
    guard user != other else { throw ValidationError("Name two different users.") }
  }

  func run() throws {
    let (known, user, other) = (known, user, other)
    try options.perform("everything of \(other) belongs to \(user)") { ledger in
      .merge(into: try await known.expect(user, in: ledger), ID(other))
    }
  }
}

/// `purser act account`: whom an app account stands for.
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Say which user an app account stands for: all purchases made under it are theirs.",
    discussion: """
      ACCOUNT is what the app told the store of its user: appAccountToken, \
      obfuscatedExternalAccountId, Amazon's user ID. An operator's transfer of a purchase goes \
      before it. Without USER it stands for nobody in particular again.
      """
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions

  @Argument(
    help: ArgumentHelp("As the store has it.", valueName: "account"),
    transform: UserArgument.id
  )
  var account: String

  @Argument(help: ArgumentHelp("Its user.", valueName: "user"), transform: UserArgument.id)
  var user: String?

  func run() throws {
    let (account, known, user) = (account, known, user)
    let done = "\(account) stands for \(user ?? "nobody in particular")"
    try options.perform(done) { ledger in
      guard let user else { return .account(account, of: nil) }
      return .account(account, of: try await known.expect(user, in: ledger))
    }
  }
}

/// `purser act note`: words about a user.
struct NoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Keep a note about a user."
  )

  @OptionGroup var options: ActOptions

  @Argument(help: ArgumentHelp("About whom.", valueName: "user"), transform: UserArgument.id)
  var user: String

  @Argument(help: ArgumentHelp("The note, or - for standard input.", valueName: "text"))
  var words: [String]

  private static let mostBytes = 65_536

  func run() throws {
    let text =
      words == ["-"]
      ? String(decoding: try InputFile.read("-"), as: UTF8.self) : words.joined(separator: " ")
    guard !text.isEmpty, text.utf8.count <= Self.mostBytes, !text.utf8.contains(0) else {
      throw ValidationError("A note has 1 to \(Self.mostBytes) bytes and no NUL.")
    }
    let user = user
    try options.perform("noted about \(user)") { ledger in
      .note(try await KnownUserOptions.expect(user, in: ledger), text)
    }
  }
}

/// `purser act policy`: who keeps what two users claim.
struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Decide who keeps a purchase that two users claim.",
    discussion: """
      keep: the first who claimed it. transfer: the last for whom the store confirmed it as active, \
      which is the rule until another is chosen. share: everybody. A purchase that carries a known \
      user's account was claimed by that user first. It holds for what was filed before, too.
      """
  )

  @OptionGroup var options: ActOptions

  @Argument(
    help: ArgumentHelp("keep, transfer or share.", valueName: "policy"),
    transform: { text in
      guard let policy = OwnershipPolicy(rawValue: text) else {
        throw ValidationError("The policy is keep, transfer or share.")
      }
      return policy
    }
  )
  var policy: OwnershipPolicy

  func run() throws {
    let policy = policy
    try options.perform("the policy is \(policy.rawValue)") { _ in .policy(policy) }
  }
}
