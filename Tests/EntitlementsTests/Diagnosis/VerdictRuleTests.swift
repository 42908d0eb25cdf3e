import Entitlements
import Foundation
import Testing

/// What a verdict rests on, and what becomes of it where that is missing.
@Suite struct `The rules of verdicts` {
  private static let number = "GPA.3301-9999-8888-66666"

  private static func asking(_ kind: Identifier.Kind, _ text: String) -> DiagnosisInput.Subject {
    DiagnosisInput.Subject(
      text: text,
      identifiers: [
        DiagnosisInput.Subject.Identifier(kind: kind.title, text: text, isFound: false),
        DiagnosisInput.Subject.Identifier(
          kind: "e-mail address",
          text: "ada@example.com",
          isFound: true
        ),
      ],
      isFound: true
    )
  }

  @Test(arguments: VerdictCode.allCases)
  func `name a weaker verdict that needs no more`(_ code: VerdictCode) {
    for need in code.needs {
      #expect(need.weaker.needs.isStrictSubset(of: code.needs) || code == need.weaker)
      #expect(!need.weaker.needs.contains(need), "it would be asked for ever")
    }
  }

  @Test(arguments: `Any case file`.seeds)
  func `drop no order number for another purchase`(seed: UInt64) {
    var dice = StoryDice(state: seed)
    var file = `Any case file`.anything(&dice)
    let instant = Story.day(Double.random(in: 0...150, using: &dice))
    let titles = file.chains.flatMap(\.sales).map(\.productID)
    file.subject = Self.asking(.googleOrder, Self.number)
    for ticketCategory in TicketCategory.allCases {
      let found = Diagnosis.diagnose(file, ticketCategories: [ticketCategory], at: instant)
      #expect(!found.verdict.code.needs.contains(.numbersOnFile), "\(found.verdict)")
      guard found.verdict.code == .cannotTellYet else { continue }
      #expect(found.verdict.sentence.contains(Self.number))
      #expect(found.recommendation.code == .askStore)
      #expect(found.about == nil && found.certainty == .notKnown(asking: [.store]))
      for title in titles { #expect(!found.replyText.contains(title)) }
      #expect(!found.replyText.contains("Please send us the order number"))
    }
  }

  @Test func `send a number of Apple's to be looked up`() {
    var file = Story.file([Story.sale("1", of: "pro.monthly", from: 0, until: 30)])
    file.subject = Self.asking(.appleOrder, "MX4T7K92QB")
    let found = Diagnosis.diagnose(file, ticketCategories: [.noAccess], at: Story.day(10))
    #expect(found.verdict.code == .orderNumberUnknown)
    #expect(found.recommendation.code == .lookUpOrder)
  }

  @Test func `tell of no money where a test purchase moved none`() {
    let trial = Story.sale(
      "1",
      of: "pro.monthly",
      chain: "1",
      environment: .sandbox,
      from: 0,
      until: 7,
      offer: .trial
    )
    let paid = Story.sale(
      "2",
      of: "pro.monthly",
      chain: "1",
      environment: .sandbox,
      from: 7,
      until: 37
    )
    let found = Diagnosis.diagnose(
      Story.file([trial, paid]),
      ticketCategories: [.trialOrOffer],
      at: Story.day(10)
    )
    #expect(found.verdict.code == .sandboxOnly)
  }
}

/// How sure an answer is, and which purchase it is about.
@Suite struct `The certainty of an answer` {
  private let sales = [
    Story.sale("1", of: "pro.monthly", chain: "1", from: 0, until: 30),
    Story.sale("9", of: "pro.yearly", chain: "9", from: -400, until: -35),
  ]

  @Test func `is the store's where the store said it, and nothing more was due`() {
    let found = Diagnosis.diagnose(
      Story.file(sales),
      ticketCategories: [.noAccess],
      at: Story.day(10)
    )
    #expect(found.certainty == .proved(by: .apple, on: Story.day(0)))
    #expect(found.about?.purchase.chain == sales[0].chain)
    #expect(found.about?.others.map(\.chain) == [sales[1].chain])
  }

  @Test func `says so where the store would have said more since`() {
    let found = Diagnosis.diagnose(
      Story.file(sales),
      ticketCategories: [.noAccess],
      at: Story.day(40)
    )
    #expect(found.verdict.code == .renewalNotReceived)
    #expect(found.certainty == .onFile(asOf: Story.day(0), overdue: .apple))
    #expect(found.certainty.sentence.hasSuffix("The App Store has said nothing since."))
  }
}
