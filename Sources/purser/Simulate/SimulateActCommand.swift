import ArgumentParser
import Foundation
import StoreSimulator

/// `purser simulate act`: performs an action in a running simulator.
struct SimulateActCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act",
    abstract: "Perform an action in a running simulator.",
    discussion: """
      Actions: \(SimulatedAction.Verb.allCases.map(\.rawValue).joined(separator: ", ")).
      """
  )

  @Argument(help: "The action.")
  var act: String

  @Argument(
    help: ArgumentHelp(
      "Any ID of a purchase; for advance, a duration such as P3D.",
      valueName: "id"
    )
  )
  var of: String?

  @Option(help: "The product to buy or change to.")
  var product: String?
  @Option(help: "The store account, or the family member's.")
  var account: String?
  @Option(help: "The app account ID.")
  var appAccount: String?
  @Option(help: "apple, google, microsoft or amazon.")
  var store: String?
  @Option(help: "trial, introductory, promotional, code or win-back.")
  var offer: String?
  @Option(help: "The offer ID.")
  var offerId: String?
  @Option(help: "The quantity.")
  var quantity: Int?
  @Option(help: "The amount of a refund, in hundredths, or of a price, in thousandths.")
  var amount: Int?
  @Option(help: "The length of a pause, in months.")
  var months: Int?
  @Option(help: "The length of an extension, in days.")
  var days: Int?
  @Option(name: .customLong("as"), help: "A name for the purchase.")
  var name: String?
  @Flag(help: "Buy in the sandbox.")
  var sandbox = false
  @Flag(help: "Keep the purchase pending until approve.")
  var pending = false
  @OptionGroup var address: SimulatorAddress

  func run() throws {
    let act = try action()
    let at = address.at
    Blocking.run {
      let answer = try await SimulatorClient(address: at).post(act, to: "act")
      try StandardStream.print(answer)
      return .success
    }
  }

  private func action() throws -> SimulatedAction {
    guard let verb = SimulatedAction.Verb(rawValue: act) else {
      throw ValidationError("There is no action \(act). See purser simulate act --help.")
    }
    var act = SimulatedAction(verb, of: verb == .advance ? nil : of)
    if verb == .advance { act.by = of }
    act.as = name
    act.product = product
    act.account = account
    act.appAccount = appAccount
    if let store {
      guard let known = SimulatedStore(rawValue: store) else {
        throw ValidationError("There is no store \(store).")
      }
      act.store = known
    }
    if let offer {
      guard let known = SimulatedCharge.Offer(rawValue: offer) else {
        throw ValidationError("There is no offer \(offer).")
      }
      act.offer = known
    }
    (act.offerID, act.quantity, act.amount) = (offerId, quantity, amount)
    (act.months, act.days) = (months, days)
    act.sandbox = sandbox ? true : nil
    act.pending = pending ? true : nil
    return act
  }
}
