import Entitlements
import Foundation

@testable import Dashboard

extension Player {
  /// Has every answer, and all that was read from files, say `text` wherever text can stand.
  init(hostile text: String, _ size: Size, list: ListKind?) {
    self.init(
      Sample.state(
        size.columns,
        size.rows,
        writeMode: .allowed,
        queues: [SavedQueue(name: text, list: .subs, query: text)],
        tickets: [TicketMessage(title: text, text: text)],
        memory: SessionState(lines: [text, "orders \(text)"], visited: ["user \(text)", text]),
        ledgerName: text
      ),
      on: nil
    )
    let order = Self.order(text)
    users = [
      Sample.row(text, text, text, orders: 2, order), Sample.row("b", nil, text, orders: 1, nil),
    ]
    jobRows = [
      Sample.jobRow(1, .failed, kind: text, about: text, batch: text, text, text),
      Sample.jobRow(2, .waiting),
    ]
    jobs = [
      BatchJob(
        id: text,
        chain: ID(text),
        state: .failed,
        dueAt: Sample.now,
        outcome: text,
        detail: text
      )
    ]
    userDetails = Self.userDetails(text, order)
    inspection = Self.inspection(text)
    lists = Self.lists(text, order)
    let file = Self.file(text, order)
    let diagnosis = Diagnosis.diagnose(file, ticketCategories: [.noAccess], at: Sample.now)
    inquiry = InquiryAnswer(
      diagnosis: diagnosis,
      events: Timeline.events(of: file, at: Sample.now),
      user: file.user
    )
    subjectHistory = SubjectHistory(file, audit: Self.audit(text), at: Sample.now)
    meta = { Self.answer(to: $0, text) }
    restored = .value(.rejected(text))
    refusal = text
    if let list {
      type(":\(list.rawValue)")
      press(.enter)
    }
  }

  private static func order(_ text: String) -> Order {
    Order(
      store: .google,
      environment: .sandbox,
      app: text,
      transactionID: text,
      originalTransactionID: text,
      productID: text,
      kind: .autoRenewable,
      purchasedAt: Sample.days(-3),
      originalPurchasedAt: Sample.days(-3),
      expiresAt: Sample.days(27),
      offer: .promotional(text),
      user: ID(text),
      statementSource: StatementSource(ID(text), at: Sample.days(-3))
    )
  }

  private static func right(_ text: String, _ order: Order) -> Entitlement {
    Entitlement(
      key: text,
      user: ID(text),
      environment: .sandbox,
      source: order.id,
      evidence: ID(text),
      from: Sample.days(-3),
      until: Sample.days(27)
    )
  }

  private static func userDetails(_ text: String, _ order: Order) -> UserDetails {
    UserDetails(
      user: User(id: ID(text), name: text, email: text, firstSeenAt: Sample.days(-9)),
      orders: [order],
      subscriptions: EntitlementRules.subscriptions(from: [order]),
      entitlements: [right(text, order)],
      documents: [document(text)]
    )
  }

  private static func document(_ text: String) -> DocumentRow {
    var row = Sample.document(
      "a",
      .rejected(code: text, at: text, detail: text),
      received: -1,
      sales: 1,
      user: text,
      bytes: 10,
      app: text
    )
    row.kind = text
    return row
  }

  private static func inspection(_ text: String) -> Inspection {
    Inspection(
      document: document(text),
      tree: Node(
        label: text,
        type: text,
        children: (0..<30).map { _ in
          Node(
            label: text,
            type: text,
            value: text,
            gloss: text,
            note: text,
            bytes: Array(text.utf8)
          )
        }
      ),
      verification: VerificationPanel(
        verdict: .rejected(code: text, at: text, detail: text),
        evaluatedAt: Sample.now,
        checks: [.init(name: text, outcome: .failed, detail: text)],
        certificates: [
          .init(
            subject: text,
            issuer: text,
            serial: text,
            notBefore: Sample.now,
            notAfter: Sample.now
          )
        ]
      )
    )
  }

  private static func notice(_ text: String) -> StoreEvent {
    StoreEvent(
      .other,
      chain: ID(text),
      detail: text,
      statementSource: StatementSource(ID(text), at: Sample.days(-1))
    )
  }

  private static func audit(_ text: String) -> [AuditRow] {
    [
      AuditRow(
        number: 1,
        at: Sample.now,
        actor: text,
        action: text,
        subject: text,
        hash: text
      )
    ]
  }

  private static func lists(_ text: String, _ order: Order) -> [ListKind: [Record]] {
    [
      .orders: [.order(OrderRow(order: order, chainState: .gracePeriod))],
      .subs: [
        .subscription(
          SubscriptionRow(
            id: order.chain,
            user: ID(text),
            productID: text,
            startedAt: Sample.days(-3),
            accessUntil: Sample.days(27),
            phase: nil
          )
        )
      ],
      .ent: [.entitlement(right(text, order))], .receipts: [.document(document(text))],
      .events: [
        .notice(EventRow(notice: notice(text), user: ID(text), receivedAt: Sample.now))
      ],
      .audit: audit(text).map(Record.audit),
    ]
  }

  private static func file(_ text: String, _ order: Order) -> DiagnosisInput {
    var chain = ChainRecord(id: order.chain)
    chain.sales = [order]
    chain.notices = [notice(text)]
    chain.links = [
      Link(.storeOrder, text, of: order.chain, evidence: ID(text)),
      Link(.purchaseToken, text, of: order.chain, evidence: ID(text)),
    ]
    var file = DiagnosisInput(
      subject: DiagnosisInput.Subject(
        text: text,
        identifiers: [.init(kind: text, text: text, isFound: true)],
        isFound: true
      )
    )
    file.user = User(id: ID(text), name: text, email: text, firstSeenAt: Sample.days(-9))
    file.aliases = [ID(text)]
    file.chains = [chain]
    file.acts = [
      OperatorAction(
        .note(ID(text), text),
        by: text,
        statementSource: StatementSource(ID(text), at: Sample.days(-1))
      )
    ]
    file.entitlements = [right(text, order)]
    file.documents = [document(text)]
    file.otherUsers = [ID(text)]
    return file
  }

  private static func answer(to question: AppQuery, _ text: String) -> Outcome<LedgerAnswer> {
    switch question {
    case .themes:
      .value(.themes([ThemeCard(name: text, kind: .scheme, place: text)]))
    case .theme: .failure(text)
    case .settings, .about, .terminal, .plan, .sandbox:
      .value(
        .text([.heading(text), .entry(text, text, note: text), .text(text), .warning(text)])
      )
    case .sql("selec 1"): .value(.fault(.mistaken(reason: text, offset: 0)))
    case .sql:
      .value(
        .sql(
          SQLAnswer(
            columns: [text, "b"],
            rows: [[.text(text), .integer(1)], [.null, .text(text)]],
            isTruncated: true
          )
        )
      )
    }
  }
}
