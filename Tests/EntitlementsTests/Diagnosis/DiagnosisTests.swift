import Entitlements
import Foundation
import Testing

@Suite struct `A diagnosis` {
  private let monthly = Story.sale("1", from: 0, until: 30)
  private let second = Story.sale("2", from: 30, until: 60)

  private func code(
    _ file: DiagnosisInput,
    _ ticketCategories: [TicketCategory] = [],
    at day: Double
  ) -> VerdictCode {
    Diagnosis.diagnose(file, ticketCategories: ticketCategories, at: Story.day(day)).verdict.code
  }

  @Test func `runs the checks of all tickets whatever was asked`() {
    let asked = Diagnosis.diagnose(
      Story.file([monthly]),
      ticketCategories: [.wrongPlan],
      at: Story.day(1)
    )
    let unasked = Diagnosis.diagnose(Story.file([monthly]), at: Story.day(1))
    #expect(asked.checks == unasked.checks)
    #expect(Set(asked.checks.map(\.ticket)) == Set(TicketCategory.allCases))
    #expect(Set(asked.checks.map(\.code)).count == asked.checks.count)
  }

  @Test func `has the same checks for an empty file and a full one`() {
    let empty = Diagnosis.diagnose(
      DiagnosisInput(subject: DiagnosisInput.Subject(text: "", isFound: false)),
      at: Story.day(0)
    )
    let full = Diagnosis.diagnose(
      Story.file([monthly, second, Story.coins(), Story.coins("GPA.1", store: .google)]),
      at: Story.day(31)
    )
    #expect(empty.checks.map(\.code).sorted() == full.checks.map(\.code).sorted())
    #expect(!empty.checks.contains { $0.result == .pass && $0.ticket != .vanished })
  }

  @Test func `answers the ticket category and not the gravest problem`() {
    let file = Story.file(
      [monthly, second],
      renewalStatuses: [Story.said(.billingRetry(until: nil), on: 60)]
    )
    #expect(code(file, at: 61) == .paymentOnHold)
    #expect(code(file, [.chargedTwice], at: 61) == .renewalsOfOneSubscription)
  }

  @Test func `answers the likeliest ticket category that there is an explanation for`() {
    let file = Story.file([monthly, second])
    #expect(code(file, [.consumableMissing, .chargedTwice], at: 31) == .renewalsOfOneSubscription)
    #expect(
      code(file, [.chargedTwice, .cancelledButCharged], at: 31) == .renewalsOfOneSubscription
    )
    #expect(code(file, [.consumableMissing], at: 31) == .noPurchaseOnFile)
    let google = Story.file([Story.coins("GPA.1", store: .google)])
    #expect(code(google, [.refundApple, .refundGoogle], at: 1) == .refundPossible)
    #expect(code(google, [.refundApple], at: 1) == .boughtInOtherStore)
  }

  @Test func `without a ticket category tells how access stands where nothing is wrong`() {
    let file = Story.file([monthly], renewalStatuses: [Story.said(on: 5, renews: false)])
    let found = Diagnosis.diagnose(file, at: Story.day(6))
    #expect(found.verdict.code == .accessIsActive)
    #expect(!found.isProblem)
    #expect(code(file, at: 30.05) == .subscriptionExpired)
    #expect(code(file, at: 31) == .renewalNotReceived)
  }

  @Test func `says of a trial, too, that renewal is off`() {
    let trial = Story.sale("1", from: 0, until: 7, offer: .trial, price: "0.00")
    func sentence(renews: Bool) -> String {
      let file = Story.file([trial], renewalStatuses: [Story.said(on: 1, renews: renews)])
      return Diagnosis.diagnose(file, at: Story.day(2)).verdict.sentence
    }
    #expect(sentence(renews: false).hasSuffix("in a free trial, which will not renew."))
    #expect(sentence(renews: true).hasSuffix("in a free trial."))
  }

  @Test func `says that access ended with a refund only if there was access`() {
    func sentence(_ sale: Order, _ ticket: TicketCategory) -> String {
      let file = Story.file([sale])
      return Diagnosis.diagnose(file, ticketCategories: [ticket], at: Story.day(5)).verdict.sentence
    }
    let coins = Story.coins("c1", from: 0, cancelled: 3)
    for ticket in [TicketCategory.noAccess, .consumableMissing] {
      #expect(sentence(coins, ticket).hasSuffix("; it gave no lasting access."))
    }
    let monthly = Story.sale("1", from: 0, until: 30, cancelled: 3, as: .refunded)
    #expect(sentence(monthly, .noAccess).hasSuffix("; access ended with it."))
  }

  @Test func `is about what was asked and not about everything else`() {
    let file = Story.file(
      [monthly, Story.coins("old", from: -50, cancelled: -40)],
      asked: Story.asking("old", orders: [Story.order("old")])
    )
    #expect(code(file, [.refundApple], at: 1) == .refundedAlready)
    #expect(code(file, [.consumableMissing], at: 1) == .purchaseRefunded)
  }

  @Test func `knows a user by all names`() {
    var file = Story.file([Story.sale("1", from: 0, until: 30, user: "old")])
    #expect(code(file, [.noAccess], at: 1) == .ownedByOtherUser)
    file.entitlements = EntitlementRules.entitlements(
      for: ID("ada"),
      from: file.chains.flatMap(\.sales),
      lives: Dictionary(uniqueKeysWithValues: file.chains.map { ($0.id, $0.life ?? []) }),
      catalog: Story.catalog
    )
    var named = file
    named.aliases = [ID("old")]
    #expect(code(named, [.noAccess], at: 1) == .accessIsActive)
    file.acts = [
      OperatorAction(
        .merge(into: ID("ada"), ID("old")),
        by: "eve",
        statementSource: StatementSource(ID("m"), at: Story.day(0))
      )
    ]
    #expect(code(file, [.noAccess], at: 1) == .accessIsActive)
  }

  @Test func `derives a life that the file does not bring`() {
    var file = Story.file([monthly], renewalStatuses: [Story.said(.paused(until: nil), on: 30)])
    for place in file.chains.indices { file.chains[place].life = nil }
    #expect(code(file, [.lostAccess], at: 31) == .subscriptionPaused)
  }

  @Test func `names documents, orders and chains as evidence`() throws {
    let file = Story.file(
      [monthly],
      renewalStatuses: [Story.said(.billingRetry(until: nil), on: 30)],
      documents: [Story.document("bad", received: 40, rejected: "bad-signature")]
    )
    let found = Diagnosis.diagnose(file, ticketCategories: [.noAccess], at: Story.day(41))
    let running = try #require(found.checks.first { $0.code == "access-running" })
    #expect(running.evidence.map(\.kind) == [.chain, .order, .document])
    #expect(
      running.evidence.map(\.id) == [Story.chain().raw, Story.order("1").raw, "said-apple-1-30.0"]
    )
    let receipt = try #require(found.checks.first { $0.code == "access-receipt" })
    #expect(receipt.evidence.map(\.id) == ["bad"])
    #expect(receipt.evidence.first?.at == Story.day(40))
  }

  @Test func `tells the customer an order number that the customer has`() {
    let file = Story.file(
      [monthly],
      links: [Link(.storeOrder, "MK1234ABCD", of: Story.chain(), evidence: ID("x"))]
    )
    let one = Diagnosis.diagnose(file, ticketCategories: [.chargedTwice], at: Story.day(1))
    #expect(one.replyText.contains("MK1234ABCD"))
    var two = file
    two.chains[0].sales.append(second)
    let many = Diagnosis.diagnose(two, ticketCategories: [.cancelledButCharged], at: Story.day(31))
    #expect(!many.replyText.contains("MK1234ABCD"))
  }

  @Test func `sends the customer to Apple where only Apple can refund`() {
    func advice(_ store: Store) -> RecommendationCode {
      let sales = [
        Story.coins("a", store: store, from: 0), Story.coins("b", store: store, from: 0.001),
      ]
      return Diagnosis.diagnose(
        Story.file(sales),
        ticketCategories: [.chargedTwice],
        at: Story.day(1)
      )
      .recommendation.code
    }
    #expect(advice(.apple) == .sendToApple)
    #expect(advice(.google) == .refund)
  }

  @Test func `does not know what was said later`() {
    let file = Story.file(
      [monthly, second],
      renewalStatuses: [Story.said(on: 35, renews: false)],
      notices: [Story.told(.refundRequested, on: 40)],
      documents: [Story.document("bad", received: 50, rejected: "malformed")]
    )
    let then = Diagnosis.diagnose(file, ticketCategories: [.refundApple], at: Story.day(20))
    let before = Diagnosis.diagnose(
      Story.file([monthly]),
      ticketCategories: [.refundApple],
      at: Story.day(20)
    )
    #expect(then.checks.map(\.result) == before.checks.map(\.result))
    #expect(then.verdict == before.verdict)
  }
}
