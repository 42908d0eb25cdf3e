import Entitlements
import Foundation
import Testing

struct PurchaseCluesTests {
  private static let orders = [
    Story.sale("1", of: "pro.monthly", chain: "1", from: 0, until: 30, price: "9.99"),
    Story.sale("2", of: "pro.monthly", chain: "1", from: 30, until: 60, price: "9.99"),
    Story.sale("7", of: "pro.yearly", chain: "7", from: 5, until: 370, price: "59.99"),
  ]

  private func focus(_ text: String) -> (chains: [String], orders: [String]) {
    let asked = DiagnosisInput.Subject(text: text, isFound: true)
    var file = Story.file(Self.orders, asked: asked)
    file.focusByClues(at: Story.day(40))
    let names = file.subject.chains.compactMap { Subscription.Name($0)?.originalTransactionID }
    return (names, file.subject.orders.map { String($0.raw.split(separator: ":").last ?? "") })
  }

  @Test func `an amount that one purchase alone cost says which is meant`() {
    #expect(focus("why did you take 59.99 USD?").chains == ["7"])
    #expect(focus("why did you take $59.99 from me").chains == ["7"])
    #expect(focus("you took 9,99 on 31 January").chains == ["1"])
    #expect(focus("you took 9,99 on 31 January").orders == ["2"])
    #expect(focus("you took 9.99").orders == [])
  }

  @Test func `a day on which one or two purchases were made says which are meant`() {
    #expect(focus("you charged me on 31 January").orders == ["2"])
    let both = focus("why the charges of 1 January and 31 January?")
    #expect(both.chains == ["1"] && both.orders == ["1", "2"])
  }

  @Test func `a day that two sentences state is one charge`() {
    let text = "You charged me twice on 31 January. Please refund the charge of 31 January."
    #expect(focus(text).orders == ["2"])
    var file = Story.file(Self.orders, asked: DiagnosisInput.Subject(text: text, isFound: true))
    file.focusByClues(at: Story.day(40))
    #expect(file.subject.identifiers.isEmpty)
    let two = "You charged me twice, on 1 January. Please refund the charge of 31 January."
    #expect(focus(two).orders == ["1", "2"])
  }

  @Test(arguments: ["9.99 and 59.99?", "where is my money", "59.99 EUR", "on 2 January"])
  func `what fits several purchases, or none, leaves the question open`(text: String) {
    #expect(focus(text).chains == [])
  }

  @Test func `a number that is on file, and one that is not, goes before an amount`() {
    var file = Story.file(
      Self.orders,
      asked: Story.asking("59.99 for 1", chains: [Story.chain("1")])
    )
    file.focusByClues(at: Story.day(40))
    #expect(file.subject.chains == [Story.chain("1")])
    file = Story.file(Self.orders, asked: Story.asking("59.99 for GPA.1"))
    file.subject.identifiers = [.init(kind: "order", text: "GPA.1", isFound: false)]
    file.focusByClues(at: Story.day(40))
    #expect(file.subject.chains == [])
  }

  private static let withCoins = [
    Story.sale("1", of: "pro.monthly", chain: "1", from: 0, until: 30, price: "9.99"),
    Story.sale("2", of: "pro.monthly", chain: "1", from: 30, until: 60, price: "9.99"),
    Story.coins("c1", from: 35),
  ]

  private func refunded(_ text: String) -> ID<Order>? {
    let asked = DiagnosisInput.Subject(text: text, isFound: true)
    var file = Story.file(Self.withCoins, asked: asked)
    file.focusByClues(at: Story.day(40))
    let tickets: [TicketCategory] = [.refundApple]
    return Diagnosis.diagnose(file, ticketCategories: tickets, at: Story.day(40)).about?.order
  }

  @Test(arguments: [
    "Refund the subscription, not the coins", "The coins are fine. Refund my subscription.",
    "Refund my subscription", "Don't refund the coins but the subscription",
  ])
  func `a subscription is refunded, and not the coins that a clause excepts`(text: String) {
    #expect(refunded(text) == Story.order("2"))
  }

  @Test(arguments: [
    "The subscription is fine. Refund the coins.", "Refund the coins, not the subscription",
    "Refund me", "The coins are fine, but I want a refund",
  ])
  func `coins are refunded if only they are meant, or were bought last`(text: String) {
    #expect(refunded(text) == Story.order("c1"))
  }

  @Test func `a charge that a clause excepts by its day is not refunded`() {
    #expect(refunded("Refund the subscription, not the charge of 31 January") == Story.order("1"))
  }

  private func unknownCharge(_ text: String) -> String? {
    let asked = DiagnosisInput.Subject(text: text, isFound: true)
    var file = Story.file(Self.orders, asked: asked)
    file.focusByClues(at: Story.day(40))
    return file.subject.identifiers.first?.text
  }

  @Test func `a charge that a message states by its day or amount must be on file`() {
    #expect(unknownCharge("Refund the payment of 20 January 2026") == "of 2026-01-20")
    #expect(unknownCharge("Refund the payment of 24.99 USD") == "of 24.99 USD")
  }

  @Test(arguments: [
    "Refund the payment of 31 January 2026", "Refund the payment of 1 February 2026",
    "I asked for a refund on 20 January 2026", "I have been paying since 20 January 2026",
    "Refund the payment of 59.99", "Refund the payment of 24.99 EUR", "I was born on 20 May 1990",
    "Sent: 20 January 2026\nRefund my payment",
  ])
  func `a day or amount is judged only if it is a charge's, and leniently`(text: String) {
    #expect(unknownCharge(text) == nil)
  }

  @Test(arguments: [(nil, "of 2026-02-08"), ("9.99", nil)] as [(String?, String?)])
  func `a day is on file only by its charge if that of one is an estimate`(
    price: String?,
    unknown: String?
  ) {
    // Without its order, only the recovery that a notification reports has the right day.
    let recovered = Story.sale(
      "GPA.1..0",
      chain: "GPA.1",
      store: .google,
      from: price == nil ? 20 : 38,
      until: 68,
      price: price
    )
    var file = Story.file(
      [Story.sale("GPA.1", chain: "GPA.1", store: .google, from: 0, until: 30), recovered],
      notices: [Story.told(.recovered, on: 38, chain: "GPA.1", store: .google)],
      asked: DiagnosisInput.Subject(text: "Refund the charge of 8 February 2026", isFound: true)
    )
    file.focusByClues(at: Story.day(45))
    #expect(file.subject.identifiers.first?.text == unknown)
  }

  @Test(arguments: [
    ("u1", true), ("apple:production:com.example.app:7", true), ("GPA.3345-1122-3344-55667", true),
    ("refund@example.com", true), ("refund", false), ("u1?", false), ("u1 wants a refund", false),
    ("refund,u1", false), ("", false),
  ])
  func `an identifier alone asks by name, and a word beside it does not`(
    text: String,
    asksByName: Bool
  ) {
    let chain = ID<Subscription>("apple:production:com.example.app:7")
    let asked = DiagnosisInput.Subject(text: text, isFound: true, chains: [chain])
    #expect(Story.file(Self.orders, asked: asked, user: "u1").asksByName == asksByName)
  }
}
