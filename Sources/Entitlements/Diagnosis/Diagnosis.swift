package import Foundation

/// The diagnosis of one input at one instant: every check, the verdict that answers the ticket, the
/// recommendation and the text for the customer.
package struct Diagnosis: Equatable, Sendable {
  package enum Result: String, Sendable, CaseIterable {
    /// Correct: does not explain the ticket.
    case pass
    /// Incorrect, or not what the customer expects: may explain the ticket.
    case fail
    /// The information is not stored.
    case unknown
    /// There is nothing to check.
    case notApplicable
  }

  /// A stored record that supports a check.
  package struct Evidence: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable { case document, order, chain, user }

    package var kind: Kind
    /// The ID of the document, order, chain or user.
    package var id: String
    package var at: Date?
    package var sentence: String

    init(_ kind: Kind, _ id: String, at instant: Date?, _ sentence: String) {
      self.kind = kind
      self.id = id
      at = instant
      self.sentence = sentence
    }
  }

  package struct Check: Equatable, Sendable {
    /// Stable, in kebab case; every code belongs to one ticket.
    package var code: String
    package var ticket: TicketCategory
    package var result: Result
    package var sentence: String
    package var evidence: [Evidence]
  }

  package struct Verdict: Equatable, Sendable {
    package var code: VerdictCode
    /// The ticket that it answers.
    package var ticket: TicketCategory
    private let placeholders: Placeholders

    /// A verdict is only made from a finding that was checked against its rule.
    init(_ checked: CheckedFinding) {
      code = checked.finding.verdict
      ticket = checked.finding.ticket
      placeholders = checked.finding.placeholders
    }

    /// The sentence with ISO 8601 dates in UTC.
    package var sentence: String { sentence(.iso) }

    package func sentence(_ style: DateStyle) -> String {
      Wording.filled(code.template, placeholders, style)
    }
  }

  package struct Recommendation: Equatable, Sendable {
    package var code: RecommendationCode
    fileprivate let placeholders: Placeholders

    /// The sentence with ISO 8601 dates in UTC.
    package var sentence: String { sentence(.iso) }

    package func sentence(_ style: DateStyle) -> String {
      Wording.filled(code.template, placeholders, style)
    }
  }

  package var subject: DiagnosisInput.Subject
  /// The user in question; `nil` if unknown.
  package var user: ID<User>?
  /// The instant that the diagnosis is for.
  package var instant: Date
  package var verdict: Verdict
  /// Whether the text says what is asked, or an operator chose it. Otherwise the verdict is the most
  /// severe problem, or else the state of access.
  package var isQuestionKnown: Bool
  package var certainty: Certainty
  /// The purchase that the verdict is about, if any.
  package var about: About?
  /// Other problems to act on, the most severe first. Before them, about a user who was merged into
  /// another: the access of the user who remains.
  package var also: [Verdict]
  /// The checks of all tickets, in their order.
  package var checks: [Check]
  package var recommendation: Recommendation
  /// Contains no identifiers except order numbers that the customer has seen.
  package var customerText: CustomerText
  /// The language that the customer wrote in; English if unknown.
  package var language: MessageLanguage
  /// Identifiers that the question may have meant, if nothing matches its text.
  package var nearMisses: [NearMiss] = []

  /// Whether it requires action.
  package var isProblem: Bool { verdict.code.weight == .problem }

  /// Diagnoses `file` as of `instant`. Later statements of the stores are ignored, and missing ones
  /// are never guessed: the checks are unknown, and the verdict states what is missing.
  ///
  /// `ticketCategories` are the likely categories of the customer's ticket, the likeliest first.
  /// The verdict answers the first one that has an explanation; without categories, it is the most
  /// severe problem, or else the state of access.
  package static func diagnose(
    _ file: DiagnosisInput,
    ticketCategories: [TicketCategory] = [],
    at instant: Date
  ) -> Diagnosis {
    let analysis = DiagnosisAnalysis(file, at: instant)
    let undecided = analysis.severalPeople(ticketCategories.first ?? .noAccess)
    let findings =
      undecided != nil
      ? []
      : TicketCategory.allCases.map { analysis.checked(analysis.ofOurs(analysis.finding(for: $0))) }
    let decided =
      undecided ?? decide(findings, ticketCategories, namesConsumable: analysis.namesConsumable)
      .map(analysis.ofNamedPurchase) ?? analysis.checked(Finding(.noAccess))
    var deciding = decided.finding
    deciding.namesUser = analysis.subject.namesUser
    return Diagnosis(
      subject: analysis.subject,
      user: file.user?.id,
      instant: instant,
      verdict: Verdict(decided),
      isQuestionKnown: !ticketCategories.isEmpty,
      certainty: analysis.certainty(of: deciding),
      about: analysis.about(deciding),
      also: also(findings, beside: deciding, analysis.remainingAccess(beside: deciding)),
      checks: findings.flatMap(\.finding.checks),
      recommendation: Recommendation(
        code: deciding.recommendation,
        placeholders: deciding.placeholders
      ),
      customerText: analysis.customerText(deciding),
      language: file.asksByName
        ? .english : MessageLanguage.likeliest(in: file.subject.text) ?? .english
    )
  }

  /// The verdict on access, independent of any ticket.
  package static func access(in file: DiagnosisInput, at instant: Date) -> Verdict {
    let analysis = DiagnosisAnalysis(file, at: instant)
    return Verdict(analysis.checked(analysis.ofOurs(analysis.finding(for: .noAccess))))
  }

  /// `namesConsumable` is whether the question names a purchased consumable, so that it is not
  /// about lasting access.
  private static func decide(
    _ findings: [CheckedFinding],
    _ ticketCategories: [TicketCategory],
    namesConsumable: @autoclosure () -> Bool
  ) -> CheckedFinding? {
    let answers = ticketCategories.compactMap { ticketCategory in
      findings.first { $0.finding.ticket == ticketCategory }
    }
    let answer =
      answer(among: answers) ?? problems(among: findings).first
      ?? findings.first { $0.finding.ticket == .noAccess }
    guard answer?.finding.verdict == .onlyConsumables, namesConsumable() else { return answer }
    return findings.first { $0.finding.ticket == .consumableMissing } ?? answer
  }

  /// The findings that require action, the most severe first, each verdict once.
  private static func problems(among findings: [CheckedFinding]) -> [CheckedFinding] {
    var listed: Set<VerdictCode> = []
    return findings.filter { $0.finding.verdict.weight == .problem }
      .sorted { $0.finding.verdict.gravity < $1.finding.verdict.gravity }
      .filter { listed.insert($0.finding.verdict).inserted }
  }

  /// `first` is a verdict to say before the problems.
  private static func also(
    _ findings: [CheckedFinding],
    beside deciding: Finding,
    _ first: CheckedFinding?
  ) -> [Verdict] {
    let problems = problems(among: findings).filter {
      $0.finding.verdict != deciding.verdict && $0.finding.verdict != first?.finding.verdict
    }
    return ([first].compactMap(\.self) + problems).map(Verdict.init)
  }

  /// The likeliest ticket that has an explanation. If the likeliest one's purchase is stored but
  /// not the information for an answer, explanations of less likely ones are ignored unless they
  /// are problems. If all is well for the likeliest, missing information about the others is
  /// ignored, too.
  private static func answer(among findings: [CheckedFinding]) -> CheckedFinding? {
    var resolved: CheckedFinding?
    for finding in findings {
      let verdict = finding.finding.verdict
      let isProblem = verdict.weight == .problem
      let isUnclear = resolved?.finding.verdict.isUnclear ?? false
      if verdict.isConclusive, !isUnclear || isProblem { return finding }
      if resolved == nil, verdict.isUnclear || verdict.weight == .fine { resolved = finding }
    }
    // That a plan or offer is as bought says more than that all else is well.
    if let first = findings.first, resolved?.finding.verdict.weight == .fine,
      [.planAsBought, .noOfferOnSale].contains(first.finding.verdict)
    {
      return first
    }
    return resolved ?? findings.first
  }
}

/// The result of one ticket.
struct Finding {
  let ticket: TicketCategory
  var checks: [Diagnosis.Check] = []
  var verdict = VerdictCode.nothingFound
  var placeholders: Placeholders = [:]
  /// Whom to ask for the missing information.
  var asks: [InformationSource] = []
  /// Whether the question names the user who asks. Otherwise another user may be the owner.
  var namesUser = true
  /// Whether all that it is about was bought once, so that it can be refunded and not cancelled.
  var isOneTime = false

  init(_ ticket: TicketCategory) { self.ticket = ticket }

  var recommendation: RecommendationCode {
    let store: Store? = if case .store(let store) = placeholders[.store] { store } else { nil }
    let code =
      switch (verdict, asks.first) {
      case (.cannotTellYet, .customer): RecommendationCode.askCustomer
      case (.cannotTellYet, .colleague): RecommendationCode.askColleague
      default: verdict.recommendation(at: store)
      }
    switch code {
    case .refreshApp where !namesUser: return .compareSignIn
    case .cancelDuplicate where isOneTime: return .refundDuplicate
    default: return code
    }
  }

  /// The code of the message to the customer.
  var customerCode: VerdictCode {
    recommendation == .refundDuplicate ? .duplicateCharge : verdict
  }

  mutating func decide(_ verdict: VerdictCode, _ placeholders: Placeholders = [:]) {
    self.verdict = verdict
    self.placeholders = placeholders
    if verdict == .purchaseRefunded, placeholders[.reason] == nil {
      self.placeholders[.reason] = .text("access ended with it")
    }
  }

  mutating func decide(_ cause: AccessCause) { decide(cause.verdict, cause.placeholders) }

  /// Lists checks for which there is nothing to check.
  mutating func omit(_ kinds: CheckKind...) {
    for kind in kinds { check(kind, .notApplicable) }
  }

  /// Fails if something was `found`, which explains the ticket; otherwise the result is `fallback`.
  mutating func check<Found>(
    _ kind: CheckKind,
    for found: Found?,
    else fallback: Diagnosis.Result = .pass,
    _ placeholders: (Found) -> Placeholders,
    _ evidence: (Found) -> [Diagnosis.Evidence]
  ) {
    guard let found else { return check(kind, fallback) }
    check(kind, .fail, placeholders(found), evidence(found))
  }

  mutating func check(
    _ kind: CheckKind,
    _ result: Diagnosis.Result,
    _ placeholders: Placeholders = [:],
    _ evidence: [Diagnosis.Evidence] = []
  ) {
    checks.append(
      Diagnosis.Check(
        code: kind.code,
        ticket: ticket,
        result: result,
        sentence: Wording.sentence(for: kind, result, placeholders),
        evidence: evidence
      )
    )
  }
}
