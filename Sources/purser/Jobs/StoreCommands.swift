import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser store`: sends an action to a store.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Refund, cancel, revoke, acknowledge, consume or extend at a store.",
    discussion: """
      Each action is a job that runs once. If the response is lost, the store is queried for the \
      result; if that is impossible, the job fails until you retry it (purser jobs retry). The \
      audit log records operator and action; the job, which is never deleted, records the reason. \
      Exit status: 0 done, 2 rejected, in doubt or requested before, 3 to retry, 4 unknown ID.
      """,
    subcommands: [
      StoreRefundCommand.self, StoreCancelCommand.self, StoreRevokeCommand.self,
      StoreAcknowledgeCommand.self, StoreConsumeCommand.self, StoreExtendCommand.self,
      StoreAccountCommand.self, StoreConsumptionCommand.self,
    ]
  )
}

/// The options of all store actions.
struct StoreActionOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions

  @Option(help: ArgumentHelp("The reason, which is saved.", valueName: "text"))
  var reason: String

  @Flag(help: "Print the action without sending it.")
  var dryRun = false

  @Flag(help: "Confirm the action.")
  var yes = false

  @Flag(help: "Repeat an action that was requested before.")
  var again = false

  func validate() throws {
    guard !reason.isEmpty, reason.utf8.count <= 1_000, !reason.utf8.contains(0) else {
      throw ValidationError("--reason takes 1 to 1,000 bytes.")
    }
  }

  /// Sends the action that `act` returns; it may query the ledger.
  func perform(
    to purchase: String,
    _ act: @escaping @Sendable (Ledger) async throws -> StoreActionRequest.Kind
  ) throws -> Never {
    let (reason, dryRun, yes, again) = (reason, dryRun, yes, again)
    try store.run { session in
      let action = StoreActionRequest(
        try await act(session.ledger),
        to: try await PurchaseArgument.chain(purchase, in: session.ledger),
        because: reason,
        request: UUID()
      )
      guard try await session.service.actions.storeAction(for: action) != nil else {
        throw ExitCode.notFound(
          "\(action.act.word) is not possible for \(action.chain), or its store ID is not on file."
        )
      }
      let summary = PlainText.safe("\(action.words), of \(action.chain)")
      if dryRun {
        try StandardStream.print("would \(summary)")
        return ExitCode(0)
      }
      guard yes else {
        Console.say("This changes data at the store: \(summary). Add --yes to confirm.")
        return ExitCode(64)
      }
      let batch = "store-\(action.request.uuidString.prefix(8).lowercased())"
      let isAdded = try await session.service.actions.order(
        action,
        by: session.actor,
        batch: batch,
        isAgain: again
      )
      guard isAdded else {
        Console.say("This was already requested: see purser jobs --all. --again repeats it.")
        return ExitCode(2)
      }
      return try await JobBatchRun.work(off: batch, of: 1, in: session)
    }
  }
}

/// The options of store actions on a whole purchase.
struct PurchaseActionOptions: ParsableArguments {
  @OptionGroup var action: StoreActionOptions

  @Argument(help: ArgumentHelp("Any ID of the purchase.", valueName: "purchase"))
  var purchase: String

  func perform(_ act: StoreActionRequest.Kind) throws -> Never {
    try action.perform(to: purchase) { _ in act }
  }
}

struct StoreRefundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund",
    abstract: "Refund a charge at Google; with --revoke, also end the purchase."
  )

  @OptionGroup var options: StoreActionOptions

  @Flag(help: "Also revoke the purchase.")
  var revoke = false

  @Argument(help: ArgumentHelp("The order number: GPA. and digits.", valueName: "order"))
  var order: String

  func run() throws {
    let (order, revoke) = (order, revoke)
    try options.perform(to: order) { ledger in
      let sale = try await PurchaseArgument.order(order, in: ledger)
      let number = Order.transactionID(of: sale).split(separator: "/").first.map(String.init)
      return .refund(order: number ?? order, revokes: revoke)
    }
  }
}

struct StoreCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel a subscription's renewal at Google."
  )

  @OptionGroup var options: PurchaseActionOptions

  func run() throws { try options.perform(.cancel) }
}

struct StoreRevokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "End a subscription at Google now and refund it."
  )

  @OptionGroup var options: PurchaseActionOptions

  @Flag(help: "Refund only the remaining time.")
  var prorated = false

  func run() throws { try options.perform(.revoke(isProrated: prorated)) }
}

struct StoreAcknowledgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acknowledge",
    abstract: "Acknowledge a purchase to Google, which otherwise refunds it after three days."
  )

  @OptionGroup var options: PurchaseActionOptions

  func run() throws { try options.perform(.acknowledge) }
}

struct StoreConsumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consume",
    abstract: "Consume a purchase at Google, so that it can be bought again."
  )

  @OptionGroup var options: PurchaseActionOptions

  func run() throws { try options.perform(.consume) }
}
