import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser store`: has a store do something.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Have a store refund, cancel, revoke, acknowledge, consume or extend.",
    discussion: """
      Each is a job that is done once. Where its answer is lost, the store is asked whether it was \
      done; if that cannot be told, it waits as failed for another word of yours (purser jobs \
      retry). Who did what stands in the audit log, why in the job, which is never forgotten. Exit \
      status: 0 done, 2 refused, in doubt or asked for before, 3 to be tried again, 4 nothing on \
      file goes by that ID.
      """,
    subcommands: [
      StoreRefundCommand.self, StoreCancelCommand.self, StoreRevokeCommand.self,
      StoreAcknowledgeCommand.self, StoreConsumeCommand.self, StoreExtendCommand.self,
      StoreAccountCommand.self, StoreConsumptionCommand.self,
    ]
  )
}

/// What every deed needs.
struct DeedOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions

  @Option(help: ArgumentHelp("Why; it is kept.", valueName: "text"))
  var reason: String

  @Flag(help: "Say what the store would be told, and tell it nothing.")
  var dryRun = false

  @Flag(help: "Do it without being asked first.")
  var yes = false

  @Flag(help: "Do once more what was asked for before.")
  var again = false

  func validate() throws {
    guard !reason.isEmpty, reason.utf8.count <= 1_000, !reason.utf8.contains(0) else {
      throw ValidationError("--reason takes 1 to 1,000 bytes.")
    }
  }

  /// `act` may look at what the ID leads to.
  func perform(
    to purchase: String,
    _ act: @escaping @Sendable (Ledger) async throws -> OperatorDeed.Act
  ) throws -> Never {
    let (reason, dryRun, yes, again) = (reason, dryRun, yes, again)
    try store.run { session in
      let deed = OperatorDeed(
        try await act(session.ledger),
        to: try await NamedPurchase.chain(purchase, in: session.ledger),
        because: reason,
        request: UUID()
      )
      guard try await session.service.storeDeed(for: deed) != nil else {
        throw ExitCode.notFound(
          "\(deed.act.word) is not for \(deed.chain), or nothing is on file to name it by there."
        )
      }
      let words = PlainText.safe("\(deed.words), of \(deed.chain)")
      if dryRun {
        try StandardStream.print("would \(words)")
        return ExitCode(0)
      }
      guard yes else {
        Narration.say("This changes something at the store: \(words). Add --yes to do it.")
        return ExitCode(64)
      }
      let batch = "store-\(deed.request.uuidString.prefix(8).lowercased())"
      let isAdded = try await session.service.order(
        deed,
        by: session.actor,
        batch: batch,
        isAgain: again
      )
      guard isAdded else {
        Narration.say("That was asked for before: purser jobs --all. --again does it once more.")
        return ExitCode(2)
      }
      return try await Errand.work(off: batch, of: 1, in: session)
    }
  }
}

/// What a deed needs that is done to a whole purchase.
struct PurchaseDeedOptions: ParsableArguments {
  @OptionGroup var deed: DeedOptions

  @Argument(help: ArgumentHelp("Any ID of the purchase.", valueName: "purchase"))
  var purchase: String

  func perform(_ act: OperatorDeed.Act) throws -> Never {
    try deed.perform(to: purchase) { _ in act }
  }
}

struct StoreRefundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund",
    abstract: "Have Google give a charge back; with --revoke the purchase ends as well."
  )

  @OptionGroup var options: DeedOptions

  @Flag(help: "Take back what was bought, too.")
  var revoke = false

  @Argument(help: ArgumentHelp("The order's number, GPA. and digits.", valueName: "order"))
  var order: String

  func run() throws {
    let (order, revoke) = (order, revoke)
    try options.perform(to: order) { ledger in
      let sale = try await NamedPurchase.order(order, in: ledger)
      let number = Order.transactionID(of: sale).split(separator: "/").first.map(String.init)
      return .refund(order: number ?? order, revokes: revoke)
    }
  }
}

struct StoreCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Have Google stop a subscription's renewal."
  )

  @OptionGroup var options: PurchaseDeedOptions

  func run() throws { try options.perform(.cancel) }
}

struct StoreRevokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Have Google end a subscription now, and give its money back."
  )

  @OptionGroup var options: PurchaseDeedOptions

  @Flag(help: "Give back what is left of the money, and not all.")
  var prorated = false

  func run() throws { try options.perform(.revoke(isProrated: prorated)) }
}

struct StoreAcknowledgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acknowledge",
    abstract: "Tell Google that a purchase was delivered; it is given back after three days else."
  )

  @OptionGroup var options: PurchaseDeedOptions

  func run() throws { try options.perform(.acknowledge) }
}

struct StoreConsumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consume",
    abstract: "Tell Google that a purchase was used up; it can be bought again then."
  )

  @OptionGroup var options: PurchaseDeedOptions

  func run() throws { try options.perform(.consume) }
}
