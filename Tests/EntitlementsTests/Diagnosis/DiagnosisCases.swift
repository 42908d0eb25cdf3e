import Entitlements
import Foundation
import Testing

/// A ticket, what is on file, and what it comes to.
struct DiagnosisCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var ticket: TicketCategory
  var file: DiagnosisInput
  var day: Double
  var verdict: VerdictCode
  /// Checks and their results, those that the case is about.
  var checks: [String: Diagnosis.Result]

  init(
    _ description: String,
    _ ticket: TicketCategory,
    _ file: DiagnosisInput,
    at day: Double,
    _ verdict: VerdictCode,
    _ checks: [String: Diagnosis.Result] = [:]
  ) {
    testDescription = description
    self.ticket = ticket
    self.file = file
    self.day = day
    self.verdict = verdict
    self.checks = checks
  }

  var diagnosis: Diagnosis {
    Diagnosis.diagnose(file, ticketCategories: [ticket], at: Story.day(day))
  }

  /// The verdict and the checks are those expected, every sentence is whole, and no order of the
  /// facts makes a difference.
  func run() {
    let found = diagnosis
    #expect(found.verdict.code == verdict, "\(found.verdict.sentence)")
    for (code, result) in checks.sorted(by: { $0.key < $1.key }) {
      let check = found.checks.first { $0.code == code }
      #expect(check?.result == result, "\(code): \(check?.sentence ?? "is no check")")
    }
    found.expectWholeSentences()
    var dice = StoryDice(state: 7)
    for _ in 0..<3 {
      let again = Diagnosis.diagnose(
        file.shuffled(by: &dice),
        ticketCategories: [ticket],
        at: Story.day(day)
      )
      #expect(again == found)
    }
  }
}

extension Diagnosis {
  /// What may be told to the customer, in English.
  var replyText: String { customerText.written(in: .english) }

  /// No sentence has a gap, and the customer's tells nothing that is not theirs to know.
  func expectWholeSentences() {
    // Of the customer's own address enough is left to know it by.
    let reply = replyText.replacing(/[a-z]…@[a-z.]*[a-z]/, with: "")
    let sentences =
      [verdict.sentence, recommendation.sentence, reply] + checks.map(\.sentence)
    #expect(!sentences.contains(""))
    let text = sentences.joined(separator: "\n")
    for mark in ["…", "{", "}", "[", "]", "Optional", "  "] where text.contains(mark) {
      Issue.record("\(mark) in \(sentences.filter { $0.contains(mark) })")
    }
    let told = "\(verdict.sentence)\n\(reply)"
    for secret in ["ada", "bob", "@", "sale-", "apple:", "google:", "token"] {
      #expect(!told.contains(secret), "\(told)")
    }
  }
}
