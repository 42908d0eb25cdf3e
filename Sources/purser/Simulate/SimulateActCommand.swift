import ArgumentParser
import Foundation
import StoreSimulator

/// `purser simulate act`: what somebody does, done in a running simulator.
struct SimulateActCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act",
    abstract: "Have somebody do something in a running simulator.",
    discussion: """
      The acts: \(SimulatedAct.Verb.allCases.map(\.rawValue).joined(separator: ", ")).
      """
  )

  @Argument(help: "What is done.")
  var act: String

  @Argument(
    help: ArgumentHelp(
      "Any identifier of a purchase; for advance a length of time such as P3D.",
      valueName: "id"
    )
  )
  var of: String?

  @Option(help: "What is bought, or changed to.")
  var product: String?
  @Option(help: "Whose it is, or which family member's.")
  var account: String?
  @Option(help: "The app's own name for the account.")
  var appAccount: String?
  @Option(help: "apple, google, microsoft or amazon.")
  var store: String?
  @Option(help: "trial, introductory, promotional, code or win-back.")
  var offer: String?
  @Option(help: "The offer's identifier.")
  var offerId: String?
  @Option(help: "How many.")
  var quantity: Int?
  @Option(help: "Of a refund, in hundredths; of a price, in thousandths.")
  var amount: Int?
  @Option(help: "How long a pause is.")
  var months: Int?
  @Option(help: "How far an extension goes.")
  var days: Int?
  @Option(name: .customLong("as"), help: "A name for what is bought.")
  var name: String?
  @Flag(help: "In the sandbox.")
  var sandbox = false
  @Flag(help: "Nothing is bought until approve.")
  var pending = false
  @OptionGroup var address: SimulatorAddress

  func run() throws {
    let act = try meant()
    let at = address.at
    Blocking.run {
      let answer = try await SimulatorClient(address: at).post(act, to: "act")
      try StandardStream.print(answer)
      return .success
    }
  }

  private func meant() throws -> SimulatedAct {
    guard let verb = SimulatedAct.Verb(rawValue: act) else {
      throw ValidationError("There is no act \(act). See purser simulate act --help.")
    }
    var act = SimulatedAct(verb, of: verb == .advance ? nil : of)
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
