import ArgumentParser
import Entitlements
import Foundation
import Persistence

/// `purser act grant`: grants an entitlement manually.
struct GrantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant",
    abstract: "Grant a user an entitlement."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions
  @OptionGroup var worlds: WorldOptions

  @Option(
    help: ArgumentHelp("The end, such as 2026-11-21 or 2026-11-21T10:00Z.", valueName: "time")
  )
  var until: String?

  @Argument(help: ArgumentHelp("The user's ID.", valueName: "user"), transform: UserArgument.id)
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
    let period = end.map { "until \($0.formatted(.iso8601))" } ?? "without end"
    try options.perform("\(user) has \(key) \(period)") { ledger in
      .grant(try await known.expect(user, in: ledger), key: key, world, until: end)
    }
  }
}

/// `purser act withdraw`: ends a manually granted entitlement.
struct WithdrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw",
    abstract: "End an entitlement that was granted manually."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var worlds: WorldOptions

  @Argument(help: ArgumentHelp("The user's ID.", valueName: "user"), transform: UserArgument.id)
  var user: String

  @Argument(help: ArgumentHelp("The entitlement's name.", valueName: "key"))
  var key: String

  func run() throws {
    let (world, user, key) = (try worlds.world(), user, key)
    try options.perform("\(user)'s manual grant of \(key) has ended") { ledger in
      .withdraw(try await KnownUserOptions.expect(user, in: ledger), key: key, world)
    }
  }
}

/// `purser act consume`: consumes units of a consumable order.
struct ConsumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consume",
    abstract: "Consume units of a consumable purchase."
  )

  @OptionGroup var options: ActOptions

  @Option(help: ArgumentHelp("The number of units.", valueName: "count"))
  var count = 1

  @Argument(help: ArgumentHelp("The order or transaction ID.", valueName: "order"))
  var order: String

  func validate() throws {
    guard (1...1_000_000).contains(count) else {
      throw ValidationError("--count takes 1 to 1,000,000.")
    }
  }

  func run() throws {
    let (order, count) = (order, count)
    try options.perform("consumed \(count) of \(order)") { ledger in
      .consume(try await PurchaseArgument.order(order, in: ledger), count: count)
    }
  }
}

/// `purser act transfer`: transfers a purchase to another user.
struct TransferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfer",
    abstract: "Transfer a purchase, with all its renewals, to another user."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions

  @Argument(help: ArgumentHelp("Any ID of the purchase.", valueName: "purchase"))
  var purchase: String

  @Argument(help: ArgumentHelp("The new owner.", valueName: "user"), transform: UserArgument.id)
  var user: String

  func run() throws {
    let (purchase, known, user) = (purchase, known, user)
    try options.perform("\(purchase) belongs to \(user)") { ledger in
      let owner = try await known.expect(user, in: ledger)
      return .transfer(try await PurchaseArgument.chain(purchase, in: ledger), to: owner)
    }
  }
}

/// `purser act merge`: merges two users.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge two users: everything of OTHER then belongs to USER."
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions

  @Argument(help: ArgumentHelp("The user to keep.", valueName: "user"), transform: UserArgument.id)
  var user: String

  @Argument(
    help: ArgumentHelp("The user to merge into USER.", valueName: "other"),
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

/// `purser act account`: assigns an app account to a user.
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Assign an app account, with all purchases made under it, to a user.",
    discussion: """
      ACCOUNT is the user's identifier that the app passed to the store: appAccountToken, \
      obfuscatedExternalAccountId, Amazon's user ID. An operator's transfer of a purchase takes \
      precedence. Without USER the assignment is removed.
      """
  )

  @OptionGroup var options: ActOptions
  @OptionGroup var known: KnownUserOptions

  @Argument(
    help: ArgumentHelp("The account, as the store reports it.", valueName: "account"),
    transform: UserArgument.id
  )
  var account: String

  @Argument(help: ArgumentHelp("The user's ID.", valueName: "user"), transform: UserArgument.id)
  var user: String?

  func run() throws {
    let (account, known, user) = (account, known, user)
    let done = "\(account) is assigned to \(user ?? "no user")"
    try options.perform(done) { ledger in
      guard let user else { return .account(account, of: nil) }
      return .account(account, of: try await known.expect(user, in: ledger))
    }
  }
}

/// `purser act note`: adds a note about a user.
struct NoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Add a note about a user."
  )

  @OptionGroup var options: ActOptions

  @Argument(help: ArgumentHelp("The user's ID.", valueName: "user"), transform: UserArgument.id)
  var user: String

  @Argument(help: ArgumentHelp("The note, or - for standard input.", valueName: "text"))
  var words: [String]

  private static let maxBytes = 65_536

  func run() throws {
    let text =
      words == ["-"]
      ? String(decoding: try InputFile.read("-"), as: UTF8.self) : words.joined(separator: " ")
    guard !text.isEmpty, text.utf8.count <= Self.maxBytes, !text.utf8.contains(0) else {
      throw ValidationError("A note has 1 to \(Self.maxBytes) bytes and no NUL.")
    }
    let user = user
    try options.perform("added a note about \(user)") { ledger in
      .note(try await KnownUserOptions.expect(user, in: ledger), text)
    }
  }
}

/// `purser act policy`: sets the ownership policy.
struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Decide who owns a purchase that several users claim.",
    discussion: """
      keep: the first claimant. transfer (the default): the last claimant for whom the store \
      confirmed the purchase as active. share: all of them. If the purchase carries a known user's \
      account, that user is the first claimant. The policy also applies to purchases on file.
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
