package import Foundation

/// What a case file comes to at one instant: every check, the verdict that answers the complaint,
/// what to do about it, and what may be told to the customer.
package struct Diagnosis: Equatable, Sendable {
  package enum Result: String, Sendable, CaseIterable {
    /// As it should be: this does not explain the complaint.
    case pass
    /// Not as it should be, or not as the customer expects: this may explain the complaint.
    case fail
    /// The file does not hold what would tell.
    case unknown
    /// There is nothing of the kind to look at.
    case notApplicable
  }

  /// Something on file that a check rests on.
  package struct Evidence: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable { case document, order, chain, user }

    package var kind: Kind
    /// The ID of the document, order, chain or user.
    package var id: String
    package var at: Date?
    package var sentence: String

    package init(kind: Kind, id: String, at: Date?, sentence: String) {
      self.kind = kind
      self.id = id
      self.at = at
      self.sentence = sentence
    }
  }

  package struct Check: Equatable, Sendable {
    /// Stable, in kebab case; every code belongs to one ticket.
    package var code: String
    package var ticket: Complaint
    package var result: Result
    package var sentence: String
    package var evidence: [Evidence]
  }

  package struct Verdict: Equatable, Sendable {
    package var code: VerdictCode
    /// The ticket that it answers.
    package var ticket: Complaint
    private let slots: Slots

    /// Nothing but a finding that was checked against its rule becomes a verdict.
    init(_ checked: CheckedFinding) {
      code = checked.finding.verdict
      ticket = checked.finding.ticket
      slots = checked.finding.slots
    }

    /// The sentence with ISO 8601 dates in UTC.
    package var sentence: String { sentence(.iso) }

    package func sentence(_ style: DateStyle) -> String {
      Wording.sentence(for: code, slots, style)
    }
  }

  package struct Recommendation: Equatable, Sendable {
    package var code: RecommendationCode
    fileprivate let slots: Slots

    /// The sentence with ISO 8601 dates in UTC.
    package var sentence: String { sentence(.iso) }

    package func sentence(_ style: DateStyle) -> String {
      Wording.sentence(for: code, slots, style)
    }
  }

  package var subject: CaseFile.Subject
  /// The user it is about; `nil` where nobody is known.
  package var user: ID<User>?
  /// The instant it was judged at.
  package var instant: Date
  package var verdict: Verdict
  package var certainty: Certainty
  /// The purchase that the verdict is about; `nil` where it is about none.
  package var about: About?
  /// Other things that somebody has to act on, the gravest first.
  package var also: [Verdict]
  /// Of all tickets, in their order.
  package var checks: [Check]
  package var recommendation: Recommendation
  /// Without identifiers other than order numbers that the customer has seen.
  package var customerText: CustomerText
  /// The language that the customer wrote in; English where that is not known.
  package var language: MessageLanguage
  /// What the question may have meant, where nothing goes by what it says.
  package var nearMisses: [NearMiss] = []

  /// Whether somebody has to do something about it.
  package var isProblem: Bool { verdict.code.weight == .problem }

  /// Judges `file` as things stood at `instant`. What the stores said later is left out, and what
  /// they had not said is never guessed: the checks are unknown, and the verdict says what is
  /// missing.
  ///
  /// `complaints` are what the customer seems to complain of, the likeliest first. The verdict
  /// answers the first of them that there is an explanation for; without any, it is the gravest
  /// problem on file, or else how access stands.
  package static func diagnose(
    _ file: CaseFile,
    complaints: [Complaint] = [],
    at instant: Date
  ) -> Diagnosis {
    let reading = CaseReading(file, at: instant)
    let findings = Complaint.allCases.map {
      reading.checked(reading.ofOurs(reading.finding(for: $0)))
    }
    let decided =
      decide(findings, complaints, namesConsumable: reading.namesConsumable)
      ?? reading.checked(Finding(.noAccess))
    var deciding = decided.finding
    deciding.namesUser = reading.subject.namesUser
    return Diagnosis(
      subject: reading.subject,
      user: file.user?.id,
      instant: instant,
      verdict: Verdict(decided),
      certainty: reading.certainty(of: deciding),
      about: reading.about(deciding),
      also: also(findings, beside: deciding),
      checks: findings.flatMap(\.finding.checks),
      recommendation: Recommendation(code: deciding.recommendation, slots: deciding.slots),
      customerText: reading.customerText(deciding),
      language: MessageLanguage.likeliest(in: reading.subject.text) ?? .english
    )
  }

  /// How access stands, whatever was complained of.
  package static func access(in file: CaseFile, at instant: Date) -> Verdict {
    let reading = CaseReading(file, at: instant)
    return Verdict(reading.checked(reading.ofOurs(reading.finding(for: .noAccess))))
  }

  /// `namesConsumable` is whether the question names a consumable that was bought: who misses that
  /// does not ask why it gives no lasting access.
  private static func decide(
    _ findings: [CheckedFinding],
    _ complaints: [Complaint],
    namesConsumable: Bool
  ) -> CheckedFinding? {
    let answers = complaints.compactMap { complaint in
      findings.first { $0.finding.ticket == complaint }
    }
    let answer =
      answer(among: answers) ?? problems(among: findings).first
      ?? findings.first { $0.finding.ticket == .noAccess }
    guard namesConsumable, answer?.finding.verdict == .onlyConsumables else { return answer }
    return findings.first { $0.finding.ticket == .consumableMissing } ?? answer
  }

  /// Those that somebody has to act on, the gravest first, each verdict once.
  private static func problems(among findings: [CheckedFinding]) -> [CheckedFinding] {
    var told: Set<VerdictCode> = []
    return findings.filter { $0.finding.verdict.weight == .problem }
      .sorted { $0.finding.verdict.gravity < $1.finding.verdict.gravity }
      .filter { told.insert($0.finding.verdict).inserted }
  }

  private static func also(_ findings: [CheckedFinding], beside deciding: Finding) -> [Verdict] {
    problems(among: findings).filter { $0.finding.verdict != deciding.verdict }.map(Verdict.init)
  }

  /// The likeliest complaint that there is an explanation for. Where the file holds what was
  /// complained of, and not what would tell why, an explanation of something less likely is beside
  /// the point, unless it is a problem. Where all is well by the likeliest, what cannot be told of
  /// a less likely one is beside the point, too.
  private static func answer(among findings: [CheckedFinding]) -> CheckedFinding? {
    var settled: CheckedFinding?
    for finding in findings {
      let verdict = finding.finding.verdict
      let isProblem = verdict.weight == .problem
      let isUnclear = settled?.finding.verdict.isUnclear ?? false
      if verdict.isConclusive, !isUnclear || isProblem { return finding }
      if settled == nil, verdict.isUnclear || verdict.weight == .fine { settled = finding }
    }
    return settled ?? findings.first
  }
}

/// What one ticket comes to.
struct Finding {
  let ticket: Complaint
  var checks: [Diagnosis.Check] = []
  var verdict = VerdictCode.nothingFound
  var slots: Slots = [:]
  /// Whom to ask for what is missing.
  var asks: [Asked] = []
  /// Whether it was said who asks. Who has a purchase may be somebody else.
  var namesUser = true

  init(_ ticket: Complaint) { self.ticket = ticket }

  var recommendation: RecommendationCode {
    let store: Store? = if case .store(let store) = slots[.store] { store } else { nil }
    let code =
      switch (verdict, asks.first) {
      case (.cannotTellYet, .customer): RecommendationCode.askCustomer
      case (.cannotTellYet, .colleague): RecommendationCode.askColleague
      default: verdict.recommendation(at: store)
      }
    return code == .refreshApp && !namesUser ? .compareSignIn : code
  }

  mutating func decide(_ verdict: VerdictCode, _ slots: Slots = [:]) {
    self.verdict = verdict
    self.slots = slots
  }

  mutating func check(
    _ kind: CheckKind,
    _ result: Diagnosis.Result,
    _ slots: Slots = [:],
    _ evidence: [Diagnosis.Evidence] = []
  ) {
    checks.append(
      Diagnosis.Check(
        code: kind.code,
        ticket: ticket,
        result: result,
        sentence: Wording.sentence(for: kind, result, slots),
        evidence: evidence
      )
    )
  }
}
