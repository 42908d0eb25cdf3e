import ArgumentParser
import Entitlements
import Foundation
import ServiceCore

struct StoreExtendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extend",
    abstract: "Extend an Apple subscription's renewal date free of charge."
  )

  @OptionGroup var options: PurchaseActionOptions

  @Option(help: ArgumentHelp("The number of days, 1 to 90.", valueName: "count"))
  var days: Int

  @Option(
    help: ArgumentHelp(
      "Apple's reason code: 0 undeclared, 1 customer satisfaction, 2 other, 3 outage.",
      valueName: "code"
    )
  )
  var code = 0

  func validate() throws {
    guard (1...90).contains(days) else { throw ValidationError("--days takes 1 to 90.") }
    guard (0...3).contains(code) else { throw ValidationError("--code takes 0 to 3.") }
  }

  func run() throws { try options.perform(.extend(days: days, reason: code)) }
}

struct StoreAccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Set the app account of a purchase at Apple."
  )

  @OptionGroup var options: PurchaseActionOptions

  @Option(
    help: ArgumentHelp("The account, a UUID.", valueName: "uuid"),
    transform: { text in
      guard let account = UUID(uuidString: text) else {
        throw ValidationError("--account takes a UUID.")
      }
      return account
    }
  )
  var account: UUID

  func run() throws { try options.perform(.setAccount(account)) }
}

struct StoreConsumptionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consumption",
    abstract: "Send Apple consumption information, within twelve hours of its request."
  )

  @OptionGroup var options: StoreActionOptions

  @Flag(help: "Required: the customer has consented to the transfer of the data to Apple.")
  var consented = false

  @Option(
    help: ArgumentHelp(
      "delivered, quality-issue, wrong-item, server-outage or other.",
      valueName: "word"
    ),
    transform: Self.delivery
  )
  var delivery = AppleConsumption.Delivery.delivered

  @Flag(help: "The customer received a sample before the purchase.")
  var sample = false

  @Option(help: ArgumentHelp("The percentage used, 0 to 100.", valueName: "percent"))
  var used: Int?

  @Option(
    help: ArgumentHelp("decline, grant-full or grant-prorated.", valueName: "word"),
    transform: Self.preference
  )
  var prefer: AppleConsumption.Preference?

  @Argument(help: ArgumentHelp("The transaction ID.", valueName: "transaction"))
  var transaction: String

  func validate() throws {
    guard consented else {
      throw ValidationError("Consumption data requires the customer's consent: --consented.")
    }
    if let used, !(0...100).contains(used) { throw ValidationError("--used takes 0 to 100.") }
  }

  func run() throws {
    let consumption = AppleConsumption(
      delivery: delivery,
      isSampleProvided: sample,
      used: used.map { $0 * 1_000 },
      preference: prefer
    )
    let transaction = transaction
    try options.perform(to: transaction) { ledger in
      let sale = try await PurchaseArgument.order(transaction, in: ledger)
      return .sendConsumption(transaction: Order.transactionID(of: sale), consumption)
    }
  }

  private static func delivery(_ text: String) throws -> AppleConsumption.Delivery {
    switch text {
    case "delivered": .delivered
    case "quality-issue": .qualityIssue
    case "wrong-item": .wrongItem
    case "server-outage": .serverOutage
    case "other": .other
    default:
      throw ValidationError(
        "--delivery takes delivered, quality-issue, wrong-item, server-outage or other."
      )
    }
  }

  private static func preference(_ text: String) throws -> AppleConsumption.Preference {
    switch text {
    case "decline": .decline
    case "grant-full": .grantFull
    case "grant-prorated": .grantProrated
    default: throw ValidationError("--prefer takes decline, grant-full or grant-prorated.")
    }
  }
}
