import Entitlements
import Foundation

@testable import Dashboard

/// A small shop's ledger at one instant: what the frames of the tests show.
enum Sample {
  /// 2026-11-21 02:40:00 UTC.
  static let now = Date(timeIntervalSince1970: 1_795_228_800)
  static let app = "com.example.reader"

  static func days(_ count: Double) -> Date { now.addingTimeInterval(count * 86_400) }

  static func state(
    _ columns: Int,
    _ rows: Int,
    glyphs: GlyphSet = .full,
    zone: ClockZone = .utc,
    locale: String? = nil,
    writeMode: WriteMode = .readOnly,
    queues: [SavedQueue] = [],
    tickets: [TicketMessage] = [],
    memory: SessionState = SessionState(),
    ledgerName: String = "ledger.sqlite",
    isDemo: Bool = true,
    takesMouse: Bool = false
  ) -> State {
    State(
      view: ViewContext(
        size: Size(columns: columns, rows: rows),
        now: now,
        utcOffset: 3600,
        zone: zone,
        locale: locale,
        glyphs: glyphs
      ),
      ledgerName: ledgerName,
      ledgerBytes: 1_258_291,
      writeMode: writeMode,
      isDemo: isDemo,
      queues: queues,
      tickets: tickets,
      memory: memory,
      takesMouse: takesMouse,
      themeNames: ["purser-dark", "terminal"]
    )
  }

  static func order(
    _ transaction: String,
    original: String? = nil,
    _ product: String,
    kind: ProductKind = .autoRenewable,
    from: Double,
    until: Double? = nil,
    cancelled: Double? = nil,
    offer: Order.Offer? = nil,
    environment: Environment = .production,
    store: Store = .apple,
    user: String = "ada"
  ) -> Order {
    Order(
      store: store,
      environment: environment,
      app: app,
      transactionID: transaction,
      originalTransactionID: original ?? transaction,
      productID: "\(app).\(product)",
      kind: kind,
      purchasedAt: days(from),
      originalPurchasedAt: days(from),
      expiresAt: until.map(days),
      cancelledAt: cancelled.map(days),
      offer: offer,
      user: ID(user),
      statementSource: StatementSource(ID(digest(transaction)), at: days(from))
    )
  }

  /// Sixty-four hex digits that differ from one `seed` to the next.
  static func digest(_ seed: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in seed.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let part = String(hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - part.count) + part
    return String(repeating: padded, count: 4)
  }

  static func row(
    _ id: String,
    _ name: String?,
    _ email: String?,
    orders: Int,
    _ leading: Order?
  ) -> UserRow {
    UserRow(
      id: ID(id),
      name: name,
      email: email,
      lastPurchasedAt: leading?.purchasedAt ?? .distantPast,
      orders: orders,
      stores: leading.map { [$0.store] } ?? [],
      environments: leading.map { [$0.environment] } ?? [],
      leading: leading
    )
  }

  static let users: [UserRow] = [
    row(
      "grace",
      "Grace Hopper",
      "grace@navy.example",
      orders: 3,
      order("2000000812345101", "pro.yearly", from: -0.1, until: 6.9, offer: .trial)
    ),
    row(
      "ada",
      "Ada Lovelace",
      "ada@example.com",
      orders: 9,
      order("2000000812345678", original: "2000000712345601", "pro.monthly", from: -17, until: 13)
    ),
    row(
      "8f14e45f-ceea-467f-a0e6-1c2b3d4e5f60",
      "Kenji 山田",
      "kenji.yamada@mail.example.jp",
      orders: 14,
      order("2000000811112222", "pro.monthly", from: -20, until: 10, offer: .introductory)
    ),
    row(
      "linus",
      nil,
      "linus@kernel.example",
      orders: 1,
      order("2000000800001111", "pro.yearly", from: -31, until: 334, cancelled: -29)
    ),
    row(
      "qa-07",
      "QA device 7",
      nil,
      orders: 212,
      order("2000000900000007", "pro.monthly", from: -40, until: -39.99, environment: .sandbox)
    ),
    row(
      "margaret",
      "Margaret Hamilton",
      "margaret@apollo.example",
      orders: 2,
      order("2000000700000069", "lifetime", kind: .nonConsumable, from: -120)
    ),
    row(
      "edsger",
      "Edsger W. Dijkstra",
      "ewd@austin.example",
      orders: 26,
      order("2000000600000930", "pro.monthly", from: -61, until: -31)
    ),
    row(
      "xcode-local",
      "Simulator",
      nil,
      orders: 4,
      order("4", "coins.500", kind: .consumable, from: -90, environment: .xcode)
    ),
    row("barbara", "Barbara Liskov", "liskov@mit.example", orders: 0, nil),
  ]

  static func page(_ records: [Record], total: Int? = nil, more: Bool = false) -> RecordPage {
    RecordPage(
      page: Page(
        rows: records,
        hasBefore: false,
        hasAfter: more,
        precedingRows: 0,
        total: .exact(total ?? records.count)
      ),
      places: records.indices.map { .number(Int64($0)) }
    )
  }

  static let orders: [Order] = [
    order("2000000812345678", original: chain, "pro.monthly", from: -17, until: 13),
    order("2000000802345677", original: chain, "pro.monthly", from: -47, until: -17),
    order(
      "2000000799990001",
      "coins.500",
      kind: .consumable,
      from: -60,
      cancelled: -57
    ),
    order("2000000792345676", original: chain, "pro.monthly", from: -77, until: -47),
    order(
      "2000000782345675",
      original: chain,
      "pro.monthly",
      from: -107,
      until: -77,
      offer: .introductory
    ),
    order(
      "2000000712345601",
      original: chain,
      "pro.monthly",
      from: -114,
      until: -107,
      offer: .trial
    ),
    order("2000000709990009", "dictionary", kind: .nonConsumable, from: -130),
    order("2000000911110002", "pro.monthly", from: -140, until: -135, environment: .sandbox),
  ]
  private static let chain = "2000000712345601"

  static let userDetails = UserDetails(
    user: User(
      id: ID("ada"),
      name: "Ada Lovelace",
      email: "ada@example.com",
      firstSeenAt: days(-141)
    ),
    orders: orders,
    subscriptions: EntitlementRules.subscriptions(from: orders).sorted {
      $0.accessUntil > $1.accessUntil
    },
    entitlements: EntitlementRules.entitlements(
      for: ID("ada"),
      from: orders,
      lives: Dictionary(grouping: orders.filter { $0.subscription != nil }, by: \.chain)
        .mapValues { SubscriptionPhases(sales: $0, renewalStatuses: []).phases }
    ).sorted { ($0.until ?? .distantFuture) > ($1.until ?? .distantFuture) },
    documents: Array(documents.filter { $0.user == ID("ada") })
  )

  static let documents: [DocumentRow] = [
    document("a", .genuine, received: -0.2, sales: 8, user: "ada", bytes: 9_842),
    document(
      "b",
      .rejected(
        code: "bad-signature",
        at: "signer 1",
        detail: "the signature does not fit the receipt's content"
      ),
      received: -1.4,
      sales: 8,
      user: "ada",
      bytes: 9_842
    ),
    document("c", .genuine, received: -3, sales: 212, user: "qa-07", bytes: 188_210, .sandbox),
    document(
      "d",
      .rejected(
        code: "wrong-app",
        at: "bundle_id",
        detail: "the receipt is for com.example.writer, not for com.example.reader"
      ),
      received: -5.5,
      sales: 1,
      user: nil,
      bytes: 4_011,
      app: "com.example.writer"
    ),
    document(
      "e",
      .rejected(code: "malformed", at: "attribute 17", detail: "expected a SET, found 0x04"),
      received: -9,
      sales: 0,
      user: nil,
      bytes: 310,
      nil,
      app: nil
    ),
    document("f", .genuine, received: -41, sales: 4, user: "xcode-local", bytes: 2_950, .xcode),
  ]

  static func document(
    _ seed: String,
    _ verdict: Document.Verdict,
    received: Double,
    sales: Int,
    user: String?,
    bytes: Int,
    _ environment: Environment? = .production,
    app: String? = Sample.app
  ) -> DocumentRow {
    DocumentRow(
      id: ID(digest(seed)),
      store: .apple,
      kind: "app-receipt",
      environment: environment,
      app: app,
      byteCount: bytes,
      verdict: verdict,
      receivedAt: days(received),
      statedAt: environment == nil ? nil : days(received - 0.01),
      purchases: sales,
      user: user.map { ID($0) }
    )
  }
}
