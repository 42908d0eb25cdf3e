import ArgumentParser
import StoreSimulator

// What a customer's device or an app's back end would hold, to be handed on by a pipe.

/// The options of a purchase in a simulated store.
struct SimulatedPurchaseOptions: ParsableArguments {
  @Option(help: .value("product", "Its newest purchase of this product, not of any."))
  var product: String?
  @Flag(help: "In the sandbox.") var sandbox = false

  func query(of account: String) -> [String: String?] {
    ["account": account, "product": product, "sandbox": sandbox ? "true" : nil]
  }
}

struct SimulateReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "receipt",
    "Print an account's app receipt of the simulated App Store, in base64.",
    discussion: "An account without purchases has a receipt, too: one that contains none."
  )

  @Argument(help: "The store account.") var account: String
  @Option(help: .value("id", "The app's bundle ID.")) var app = SimulatedShop.app
  @Flag(help: "In the sandbox.") var sandbox = false
  @OptionGroup var address: SimulatorAddress

  func run() throws {
    address.show(
      "apple/receipt",
      ["account": account, "app": app, "sandbox": sandbox ? "true" : nil]
    )
  }
}

struct SimulateTransactionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "transaction",
    "Print an account's newest StoreKit 2 transaction, signed (JWS)."
  )

  @Argument(help: "The store account.") var account: String
  @OptionGroup var purchase: SimulatedPurchaseOptions
  @OptionGroup var address: SimulatorAddress

  func run() throws { address.show("apple/transaction", purchase.query(of: account)) }
}

struct SimulateTokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "token",
    "Print the purchase token of an account's newest purchase at Google."
  )

  @Argument(help: "The store account.") var account: String
  @OptionGroup var purchase: SimulatedPurchaseOptions
  @OptionGroup var address: SimulatorAddress

  func run() throws { address.show("google/token", purchase.query(of: account)) }
}

struct SimulateStoreIDKeyCommand: ParsableCommand {
  private static let services = ["collections", "purchase"]

  static let configuration = CommandConfiguration(
    "store-id-key",
    "Print an account's Microsoft Store ID key."
  )

  @Argument(help: "The store account.") var account: String
  @Option(help: .value("name", "The service that takes it: collections or purchase."))
  var service = services[0]
  @OptionGroup var address: SimulatorAddress

  func validate() throws {
    try require(Self.services.contains(service), "--service takes collections or purchase.")
  }

  func run() throws { address.show("microsoft/key", ["account": account, "service": service]) }
}

struct SimulatePushTokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "push-token",
    "Print the bearer token of Google's Pub/Sub pushes.",
    discussion: """
      By default it names the service account that simulate --dir writes into the settings. It is \
      valid for an hour.
      """
  )

  @Argument(help: .value("e-mail", "Another service account.")) var account: String?
  @OptionGroup var address: SimulatorAddress

  func run() throws { address.show("google/push-token", ["account": account]) }
}
