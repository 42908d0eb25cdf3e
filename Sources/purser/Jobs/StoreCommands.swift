import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "store",
    "Refund, cancel, revoke, acknowledge, consume or extend at a store.",
    discussion: """
      Each action is a job that runs once. If the response is lost, the store is queried for the \
      result; if that is impossible, the job fails until you retry it (purser jobs retry). The \
      audit log records operator and action; the job, which is never deleted, records the reason. \
      Exit status: 0 done, 2 rejected, in doubt or requested before, 3 to retry, 4 unknown ID.
      """,
    subcommands: [
      StoreRefundCommand.self, StoreCancelCommand.self, StoreRevokeCommand.self,
      StoreAcknowledgeCommand.self, StoreConsumeCommand.self, StoreExtendCommand.self,
      StoreAccountCommand.self, StoreConsumptionCommand.self, StoreReviewCommand.self,
    ]
  )
}

/// The options of all store actions.
struct StoreActionOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions
  @Option(help: .value("text", "The reason, which is saved.")) var reason: String
  @Flag(help: "Print the action without sending it.") var dryRun = false
  @Flag(help: "Confirm the action.") var yes = false
  @Flag(help: "Repeat an action that was requested before.") var again = false

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
    try store.run(isDryRun: dryRun) { session in
      let action = StoreActionRequest(
        try await act(session.ledger),
        to: try await PurchaseArgument.chain(purchase, in: session.ledger),
        because: reason,
        request: UUID()
      )
      guard try await session.service.actions.storeAction(for: action) != nil else {
        throw ExitCode.notFound(Self.refusal(of: action))
      }
      try session.person.expect(action.role)
      let isAsking = session.wantsApproval(of: action)
      let summary = PlainText.safe("\(action.summary), of \(action.chain)")
      if dryRun {
        try StandardStream.print("would \(isAsking ? "ask for approval: " : "")\(summary)")
        return ExitCode(0)
      }
      guard yes else {
        Console.print("This changes data at the store: \(summary). Add --yes to confirm.")
        return ExitCode(64)
      }
      if isAsking {
        switch try await session.service.actions.askApproval(
          for: action,
          by: session.actor,
          isAgain: again
        ) {
        case .waits(let job):
          try StandardStream.print(
            "\(summary) waits for a second operator: purser jobs approve \(job)"
          )
          return ExitCode(0)
        case .alreadyWaits:
          Console.print("This waits for approval already: see purser jobs.")
        case .requestedBefore: Console.print(Self.requestedBefore)
        }
        return ExitCode(2)
      }
      let batch = StoreActionRequest.batch(of: action.request)
      let isAdded = try await session.service.actions.order(
        action,
        by: session.actor,
        batch: batch,
        isAgain: again
      )
      guard isAdded else {
        Console.print(Self.requestedBefore)
        return ExitCode(2)
      }
      return try await JobBatchRun.work(off: batch, of: 1, in: session)
    }
  }

  private static let requestedBefore =
    "This was already requested: see purser jobs --all. --again repeats it."

  /// Why the store cannot be asked for the action.
  private static func refusal(of action: StoreActionRequest) -> String {
    if case .reviewRefund(let order, _) = action.act {
      return "Google's request to review \(order) is not on file. purser ingest files it."
    }
    let store = action.act.store == .google ? "Google" : "Apple"
    return "This is not possible: \(action.summary). \(action.chain) was not bought at \(store), "
      + "or its ID there is not on file: purser import files it."
  }
}

/// The options of store actions on a whole purchase.
struct PurchaseActionOptions: ParsableArguments {
  @OptionGroup var action: StoreActionOptions
  @Argument(help: .value("purchase", "Any ID of the purchase.")) var purchase: String

  func perform(_ act: StoreActionRequest.Kind) throws -> Never {
    try action.perform(to: purchase) { _ in act }
  }
}

struct StoreRefundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "refund",
    "Refund a charge at Google; with --revoke, also end the purchase."
  )

  @OptionGroup var options: StoreActionOptions
  @Flag(help: "Also revoke the purchase.") var revoke = false
  @Argument(help: .value("order", "The order number: GPA. and digits.")) var order: String

  func run() throws {
    try options.perform(to: order) { ledger in
      let sale = try await PurchaseArgument.order(order, in: ledger)
      let number = Order.transactionID(of: sale).split(separator: "/").first.map(String.init)
      return .refund(order: number ?? order, revokes: revoke)
    }
  }
}

struct StoreCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "cancel",
    "Cancel a subscription's renewal at Google."
  )

  @OptionGroup var options: PurchaseActionOptions

  func run() throws { try options.perform(.cancel) }
}

struct StoreRevokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "revoke",
    "End a subscription at Google now and refund it."
  )

  @OptionGroup var options: PurchaseActionOptions
  @Flag(help: "Refund only the remaining time.") var prorated = false

  func run() throws { try options.perform(.revoke(isProrated: prorated)) }
}

struct StoreAcknowledgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "acknowledge",
    "Acknowledge a purchase to Google, which otherwise refunds it after three days."
  )

  @OptionGroup var options: PurchaseActionOptions

  func run() throws { try options.perform(.acknowledge) }
}

struct StoreConsumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "consume",
    "Consume a purchase at Google, so that it can be bought again."
  )

  @OptionGroup var options: PurchaseActionOptions

  func run() throws { try options.perform(.consume) }
}

struct StoreExtendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "extend",
    "Extend an Apple subscription's renewal date free of charge."
  )

  @OptionGroup var options: PurchaseActionOptions
  @Option(help: .value("count", "The number of days, 1 to 90.")) var days: Int
  @Option(
    help: .value(
      "code",
      "Apple's reason code: 0 undeclared, 1 customer satisfaction, 2 other, 3 outage."
    )
  )
  var code = 0

  func validate() throws {
    try expect("--days", days, in: 1...90)
    try expect("--code", code, in: 0...3)
  }

  func run() throws { try options.perform(.extend(days: days, reason: code)) }
}

struct StoreAccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "account",
    "Set the app account of a purchase at Apple."
  )

  @OptionGroup var options: PurchaseActionOptions
  @Option(
    help: .value("uuid", "The account, a UUID."),
    transform: { try value(UUID(uuidString: $0), else: "--account takes a UUID.") }
  )
  var account: UUID

  func run() throws { try options.perform(.setAccount(account)) }
}

struct StoreConsumptionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "consumption",
    "Send Apple consumption information, within twelve hours of its request."
  )

  @OptionGroup var options: StoreActionOptions
  @Flag(help: "Required: the customer has consented to the transfer of the data to Apple.")
  var consented = false
  @Option(
    help: .value("word", "delivered, quality-issue, wrong-item, server-outage or other."),
    transform: { text in
      try value(
        Self.deliveries[text],
        else: "--delivery takes delivered, quality-issue, wrong-item, server-outage or other."
      )
    }
  )
  var delivery = AppleConsumption.Delivery.delivered
  @Flag(help: "The customer received a sample before the purchase.") var sample = false
  @Option(help: .value("percent", "The percentage used, 0 to 100.")) var used: Int?
  @Option(
    help: .value("word", "decline, grant-full or grant-prorated."),
    transform: { text in
      try value(
        RefundPreference(rawValue: text).map(AppleConsumption.Preference.init),
        else: "--prefer takes decline, grant-full or grant-prorated."
      )
    }
  )
  var prefer: AppleConsumption.Preference?
  @Argument(help: .value("transaction", "The transaction ID.")) var transaction: String

  func validate() throws {
    try require(consented, "Consumption data requires the customer's consent: --consented.")
    try expect("--used", used ?? 0, in: 0...100)
  }

  func run() throws {
    let consumption = AppleConsumption(
      delivery: delivery,
      isSampleProvided: sample,
      used: used.map { $0 * 1_000 },
      preference: prefer
    )
    try options.perform(to: transaction) { ledger in
      let sale = try await PurchaseArgument.order(transaction, in: ledger)
      return .sendConsumption(transaction: Order.transactionID(of: sale), consumption)
    }
  }

  private static let deliveries: [String: AppleConsumption.Delivery] = [
    "delivered": .delivered, "quality-issue": .qualityIssue, "wrong-item": .wrongItem,
    "server-outage": .serverOutage, "other": .other,
  ]
}

struct StoreReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "review",
    "Answer Google's review of a chargeback, within 24 hours of its request."
  )

  @OptionGroup var options: StoreActionOptions
  @Option(
    help: .value("word", "What Google should do: approve, decline or neutral."),
    transform: { text in
      try value(
        GoogleRefundPreference(rawValue: text),
        else: "--prefer takes approve, decline or neutral."
      )
    }
  )
  var prefer: GoogleRefundPreference
  @Flag(help: "The customer could try a sample before the purchase.") var sample = false
  @Option(help: .value("percent", "The percentage used, 0 to 100.")) var used: Int?
  @Argument(help: .value("order", "The order number: GPA. and digits.")) var order: String

  func validate() throws { try expect("--used", used ?? 0, in: 0...100) }

  func run() throws {
    let review = GoogleRefundReview(prefer, isSampleProvided: sample, percentUsed: used)
    try options.perform(to: order) { ledger in
      let sale = try await PurchaseArgument.order(order, in: ledger)
      let number = Order.transactionID(of: sale).split(separator: "/").first.map(String.init)
      return .reviewRefund(order: number ?? order, review)
    }
  }
}
