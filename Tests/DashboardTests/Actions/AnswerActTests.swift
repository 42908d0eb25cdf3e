import Entitlements
import Testing

@testable import Dashboard

/// What an answer offers to do next.
struct AnswerActTests {
  private let view = Sample.state(120, 40).view

  private func content(_ change: (inout Diagnosis) -> Void) -> WhyContent {
    var answer = Sample.inquiry
    change(&answer.diagnosis)
    return WhyContent(answer, view, showsAll: false)
  }

  private func targets(_ content: WhyContent) -> [WhyContent.Target] {
    content.lines.compactMap(\.target)
  }

  @Test(arguments: [
    (RecommendationCode.reverify, Action.reverify), (.askStore, .reverify),
    (.keepOrTransfer, .transfer), (.decideGrant, .grant), (.revokeAtStore, .revokeAtStore),
    (.answerGoogle, .answerGoogle),
  ])
  func `what is recommended stands below the advice where it can be done here`(
    code: RecommendationCode,
    action: Action
  ) {
    let content = content { $0.recommendation.code = code }
    #expect(targets(content).contains(.operation(action)))
    var context = ScreenContext(view, lastRequest: 0)
    WhyContent.Target.operation(action).open(&context)
    #expect(context.requests == [.openDialog(action)])
  }

  @Test func `what others have to do, and what is about no purchase, offers nothing`() {
    #expect(!targets(content { $0.recommendation.code = .fixPayment }).contains { $0.isAct })
    let aboutNothing = content {
      $0.recommendation.code = .reverify
      $0.about = nil
    }
    #expect(!targets(aboutNothing).contains { $0.isAct })
  }

  @Test func `a transfer names whoever asks, unless the purchase is theirs`() throws {
    let purchase = Purchase(chain: ID("apple:production:app:1"), product: nil, owner: ID("bob"))
    var maker = ActionFormBuilder(action: .transfer, targets: Targets(purchases: [purchase]))
    maker.inquirer = ID("ada")
    #expect(try maker.form().text(of: .user) == "ada")
    maker.inquirer = ID("bob")
    #expect(try maker.form().text(of: .user) == "")
  }

  @Test func `what may have been meant is offered, and asks again with it`() {
    var answer = Sample.unknown
    answer.diagnosis.nearMisses = [
      NearMiss(.spelling, "nobody@example.org", for: "nobody@example.com", name: "Nora Body")
    ]
    let asked = WhyContent.Asked("I paid! nobody@example.com")
    let content = WhyContent(answer, view, showsAll: false, asked)
    let shown = content.lines.flatMap { $0.line.runs.map(\.text.string) }
    #expect(shown.contains("Did you mean nobody@example.org, Nora Body?"), "\(shown)")
    #expect(targets(content).contains(.question("I paid! nobody@example.org")))
  }
}

extension WhyContent.Target {
  fileprivate var isAct: Bool { if case .operation = self { true } else { false } }
}
