import Entitlements
import Foundation

@testable import Dashboard

extension Sample {
  private static func statementSource(_ seed: String, _ day: Double) -> StatementSource {
    StatementSource(ID(digest(seed)), at: days(day))
  }

  /// Ada's purchases with what the stores said of them, and what operators did.
  static let caseFile: DiagnosisInput = {
    var chains = Dictionary(grouping: orders, by: \.chain).map { id, sales in
      var chain = ChainRecord(id: id)
      chain.sales = sales
      return chain
    }
    let renewing = chains.firstIndex { $0.sales.count > 2 } ?? 0
    let id = chains[renewing].id
    chains[renewing].notices = [
      StoreEvent(.renewalFailed, chain: id, statementSource: statementSource("failed", -18)),
      StoreEvent(.renewalTurnedOff, chain: id, statementSource: statementSource("off", -2)),
    ]
    chains[renewing].links = [
      Link(.appAccount, "5f0c1a2b-1c2b-4d3e-8f40-516273849500", of: id, evidence: ID(digest("a"))),
      Link(.storeOrder, "MK7Q2ZXT1P", of: id, evidence: ID(digest("a"))),
      Link(.purchaseToken, "hcklmpoqgnbfjiaejbdlcofg.AO-J1Ox", of: id, evidence: ID(digest("a"))),
    ]
    let note = "Wrote twice about the double charge in August; promised to call back on Monday."
    var file = DiagnosisInput(subject: DiagnosisInput.Subject(text: "ada", isFound: true))
    file.user = userDetails.user
    file.aliases = [ID("guest-17")]
    file.chains = chains.sorted { $0.id < $1.id }
    file.acts = [
      OperatorAction(
        .note(ID("ada"), note),
        by: "mira",
        statementSource: statementSource("note", -6)
      ),
      OperatorAction(
        .note(ID("ada"), "VIP"),
        by: "jonas",
        statementSource: statementSource("note 2", -80)
      ),
      OperatorAction(
        .grant(ID("ada"), key: "pro", .production, until: days(3)),
        by: "mira",
        statementSource: statementSource("grant", -5)
      ),
    ]
    file.entitlements = userDetails.entitlements
    file.documents = documents.filter { $0.user == ID("ada") }
    file.otherUsers = [ID("byron")]
    return file
  }()

  static let subjectHistory = SubjectHistory(
    caseFile,
    audit: [
      AuditRow(
        number: 41,
        at: days(-5),
        actor: "mira",
        action: "grant",
        subject: digest("grant"),
        hash: digest("entry 41")
      ),
      AuditRow(
        number: 38,
        at: days(-6),
        actor: "mira",
        action: "note",
        subject: digest("note"),
        hash: digest("entry 38")
      ),
    ],
    at: now
  )

  /// What the ledger says of Ada.
  static let inquiry = InquiryAnswer(
    diagnosis: Diagnosis.diagnose(caseFile, ticketCategories: [.cancelledButCharged], at: now),
    events: Timeline.events(of: caseFile, at: now),
    user: userDetails.user,
    records: CaseRecords(caseFile, at: now)
  )

  /// A question that names nothing on file.
  static let unknown: InquiryAnswer = {
    let text = "I paid! MK7Q2ZXT1P, nobody@example.com"
    let file = DiagnosisInput(
      subject: DiagnosisInput.Subject(
        text: text,
        identifiers: [
          .init(kind: "Apple order", text: "MK7Q2ZXT1P", isFound: false),
          .init(kind: "e-mail", text: "nobody@example.com", isFound: false),
        ],
        isFound: false
      )
    )
    let diagnosis = Diagnosis.diagnose(file, ticketCategories: [.noAccess], at: now)
    return InquiryAnswer(diagnosis: diagnosis, events: [], user: nil)
  }()
}
