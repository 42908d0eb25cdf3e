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
    package var sentence: String
  }

  package struct Recommendation: Equatable, Sendable {
    package var code: RecommendationCode
    package var sentence: String
  }

  package var subject: CaseFile.Subject
  /// The instant it was judged at.
  package var instant: Date
  package var verdict: Verdict
  /// Of all tickets, in their order.
  package var checks: [Check]
  package var recommendation: Recommendation
  /// Plain words, without identifiers other than order numbers that the customer has seen.
  package var customerSummary: String

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
    let findings = Complaint.allCases.map(reading.finding)
    var deciding = decide(findings, complaints)
    deciding.namesUser = reading.subject.namesUser
    return Diagnosis(
      subject: reading.subject,
      instant: instant,
      verdict: Verdict(
        code: deciding.verdict,
        ticket: deciding.ticket,
        sentence: Wording.sentence(for: deciding.verdict, deciding.slots)
      ),
      checks: findings.flatMap(\.checks),
      recommendation: Recommendation(
        code: deciding.recommendation,
        sentence: Wording.sentence(for: deciding.recommendation, deciding.slots)
      ),
      customerSummary: Wording.customerSummary(for: deciding.verdict, deciding.slots)
    )
  }

  /// How access stands, whatever was complained of.
  package static func access(in file: CaseFile, at instant: Date) -> Verdict {
    let finding = CaseReading(file, at: instant).finding(for: .noAccess)
    return Verdict(
      code: finding.verdict,
      ticket: .noAccess,
      sentence: Wording.sentence(for: finding.verdict, finding.slots)
    )
  }

  private static func decide(_ findings: [Finding], _ complaints: [Complaint]) -> Finding {
    let answers = complaints.compactMap { complaint in findings.first { $0.ticket == complaint } }
    if let answer = answer(among: answers) { return answer }
    let gravest = findings.filter { $0.verdict.weight == .problem }.min {
      $0.verdict.gravity < $1.verdict.gravity
    }
    return gravest ?? findings.first { $0.ticket == .noAccess } ?? Finding(.noAccess)
  }

  /// The likeliest complaint that there is an explanation for. Where the file holds what was
  /// complained of, and not what would tell why, an explanation of something less likely is beside
  /// the point, unless it is a problem.
  private static func answer(among findings: [Finding]) -> Finding? {
    var unclear: Finding?
    for finding in findings {
      let isProblem = finding.verdict.weight == .problem
      if finding.verdict.isConclusive, unclear == nil || isProblem { return finding }
      if unclear == nil, finding.verdict.isUnclear { unclear = finding }
    }
    return unclear ?? findings.first
  }
}

/// What one ticket comes to.
struct Finding {
  let ticket: Complaint
  var checks: [Diagnosis.Check] = []
  var verdict = VerdictCode.nothingFound
  var slots: Slots = [:]
  /// Whether it was said who asks. Who has a purchase may be somebody else.
  var namesUser = true

  init(_ ticket: Complaint) { self.ticket = ticket }

  var recommendation: RecommendationCode {
    let store = slots[.store].flatMap { name in
      Store.allCases.first { Wording.name(of: $0) == name }
    }
    let code = verdict.recommendation(at: store)
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
