import Dashboard
import Entitlements
import Foundation

extension Sample {
  private static func testimony(_ seed: String, _ day: Double) -> Testimony {
    Testimony(ID(digest(seed)), at: days(day))
  }

  /// Ada's purchases with what the stores said of them, and what operators did.
  static let caseFile: CaseFile = {
    var chains = Dictionary(grouping: orders, by: \.chain).map { id, sales in
      var chain = ChainRecord(id: id)
      chain.sales = sales
      return chain
    }
    let renewing = chains.firstIndex { $0.sales.count > 2 } ?? 0
    let id = chains[renewing].id
    chains[renewing].notices = [
      Notice(.renewalFailed, chain: id, testimony: testimony("failed", -18)),
      Notice(.renewalTurnedOff, chain: id, testimony: testimony("off", -2)),
    ]
    chains[renewing].links = [
      Link(.appAccount, "5f0c1a2b-1c2b-4d3e-8f40-516273849500", of: id, evidence: ID(digest("a"))),
      Link(.storeOrder, "MK7Q2ZXT1P", of: id, evidence: ID(digest("a"))),
      Link(.purchaseToken, "hcklmpoqgnbfjiaejbdlcofg.AO-J1Ox", of: id, evidence: ID(digest("a"))),
    ]
    let note = "Wrote twice about the double charge in August; promised to call back on Monday."
    return CaseFile(
      subject: CaseFile.Subject(text: "ada", isFound: true),
      user: dossier.user,
      aliases: [ID("guest-17")],
      chains: chains.sorted { $0.id < $1.id },
      acts: [
        Act(.note(ID("ada"), note), by: "mira", testimony: testimony("note", -6)),
        Act(.note(ID("ada"), "VIP"), by: "jonas", testimony: testimony("note 2", -80)),
        Act(
          .grant(ID("ada"), key: "pro", .production, until: days(3)),
          by: "mira",
          testimony: testimony("grant", -5)
        ),
      ],
      entitlements: dossier.entitlements,
      documents: documents.filter { $0.user == ID("ada") },
      otherUsers: [ID("byron")]
    )
  }()

  static let chronicle = Chronicle(
    caseFile,
    audit: [
      AuditRow(
        number: 41,
        at: days(-5),
        actor: "mira",
        deed: "grant",
        subject: digest("grant"),
        hash: digest("entry 41")
      ),
      AuditRow(
        number: 38,
        at: days(-6),
        actor: "mira",
        deed: "note",
        subject: digest("note"),
        hash: digest("entry 38")
      ),
    ],
    at: now
  )

  /// What the ledger says of Ada.
  static let inquiry = InquiryAnswer(
    diagnosis: Diagnosis.diagnose(caseFile, complaints: [.cancelledButCharged], at: now),
    events: Timeline.events(of: caseFile, at: now),
    user: dossier.user,
    records: CaseRecords(caseFile, at: now)
  )

  /// A question that names nothing on file.
  static let unknown: InquiryAnswer = {
    let text = "I paid! MK7Q2ZXT1P, nobody@example.com"
    let file = CaseFile(
      subject: CaseFile.Subject(
        text: text,
        identifiers: [
          .init(kind: "Apple order", text: "MK7Q2ZXT1P", isFound: false),
          .init(kind: "e-mail", text: "nobody@example.com", isFound: false),
        ],
        isFound: false
      )
    )
    let diagnosis = Diagnosis.diagnose(file, complaints: [.noAccess], at: now)
    return InquiryAnswer(diagnosis: diagnosis, events: [], user: nil)
  }()
}
