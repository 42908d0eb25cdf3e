import Basics
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore

/// Measures how many notifications per second become durable. Each is acknowledged after its commit
/// is on disk.
struct FilingBench {
  /// The folder for the temporary ledger.
  let folder: URL
  /// The existing ledger to file into instead, which stays.
  let into: String?
  let count: Int

  /// The number of subscriptions, which renew in turn, at most ten times.
  private var subscriptions: Int { max(500, (count + 9) / 10) }

  /// Files the notifications one after the other.
  func single() async throws {
    try await run { ledger, filings in
      var latencies = Latencies()
      for filing in filings { _ = try await latencies.measure { try await ledger.file(filing) } }
      return latencies.line("filing")
    }
  }

  /// Files the notifications with concurrent writers.
  func together(writers: Int) async throws {
    try await run { ledger, filings in
      let start = Latencies.now
      var all = Latencies()
      try await withThrowingTaskGroup(of: [Double].self) { group in
        for writer in 0..<writers {
          group.addTask {
            var times: [Double] = []
            for index in stride(from: writer, to: filings.count, by: writers) {
              let start = Latencies.now
              _ = try await ledger.file(filings[index])
              times.append(Latencies.now - start)
            }
            return times
          }
        }
        for try await times in group { for time in times { all.add(seconds: time) } }
      }
      return all.line("filing-\(writers)", seconds: Latencies.now - start)
    }
  }

  private func run(_ work: @Sendable (Ledger, [Filing]) async throws -> String) async throws {
    let folder = folder.appending(path: "purser-bench-\(UUID().uuidString)")
    let generator = try NotificationGenerator(endingAt: Date())
    let first = try generator.filings(subscriptions: 0..<subscriptions, renewal: 0)
    let rounds = (count + subscriptions - 1) / subscriptions
    let renewals = try (1...max(rounds, 1)).flatMap {
      try generator.filings(subscriptions: 0..<subscriptions, renewal: $0)
    }
    let ledger = try Ledger(path: into ?? folder.appending(path: "ledger.sqlite").path)
    _ = try await ledger.file(first)
    let line = try await work(ledger, Array(renewals.prefix(count)))
    try StandardStream.print(line)
    try await ledger.close()
    if into == nil { try FileManager.default.removeItem(at: folder) }
  }
}

/// Collects the durations of repeated events.
struct Latencies: Sendable {
  private var milliseconds: [Double] = []
  private let start = Self.now

  /// Seconds on a monotonic clock.
  static var now: Double { ProcessInfo.processInfo.systemUptime }

  mutating func add(seconds: Double) { milliseconds.append(seconds * 1_000) }

  mutating func measure<Answer>(_ event: () async throws -> Answer) async rethrows -> Answer {
    let start = Self.now
    let answer = try await event()
    add(seconds: Self.now - start)
    return answer
  }

  /// Formats `NAME: N /s p50 0.123 ms p99 0.456 ms max 0.789 ms (1000)`. The rate is over
  /// `seconds`, or else the time since this value was created.
  func line(_ name: String, seconds: Double? = nil) -> String {
    let sorted = milliseconds.sorted()
    guard let last = sorted.last else { return "\(name): nothing to measure" }
    func rank(_ share: Double) -> Double { sorted[Int(Double(sorted.count - 1) * share)] }
    let elapsed = seconds ?? Self.now - start
    let figures = [("p50", rank(0.5)), ("p99", rank(0.99)), ("max", last)]
      .map { "\($0) \($1.formatted(.number.precision(.fractionLength(3)).grouping(.never))) ms" }
    return
      "\(name): \(Int(Double(sorted.count) / elapsed)) /s \(figures.joined(separator: " ")) (\(sorted.count))"
  }
}

/// Generates the load of a busy app: signed renewal notifications of many subscriptions, verified
/// and translated, ready to file.
struct NotificationGenerator {
  private static let app = "com.example.bench"
  private let mint: PayloadMint
  private let reader: DocumentReader
  private let start: Date

  init(endingAt now: Date) throws {
    start = now.addingTimeInterval(-86_400 * 360)
    let authority = try PayloadAuthority(
      ChainPlan(validity: start.addingTimeInterval(-86_400)...now.addingTimeInterval(86_400 * 400))
    )
    mint = PayloadMint(authority)
    reader = DocumentReader(
      receipts: try ReceiptVerifier(),
      payloads: try PayloadVerifier(roots: [authority.rootDER])
    )
  }

  /// One notification for each subscription: the first purchase, or the monthly renewal number
  /// `renewal`.
  func filings(subscriptions: Range<Int>, renewal: Int) throws -> [Filing] {
    try subscriptions.map { number in
      let signedAt = start.addingTimeInterval(Double(renewal) * 2_592_000 + Double(number))
      let body = try notification(number, renewal, milliseconds: Int64(signedAt.milliseconds))
      let submitted = SubmittedDocument(bytes: Array(body.utf8), user: nil, origin: .pushed)
      let (submission, bytes) = reader.examineForStorage(submitted.bytes, at: signedAt)
      if let rejection = submission.rejection {
        throw Fault("a generated notification was rejected: \(rejection.detail)")
      }
      return DocumentFiling.filing(of: submission, DocumentIdentity(bytes), submitted, at: signedAt)
    }
  }

  private func notification(_ number: Int, _ renewal: Int, milliseconds: Int64) throws -> String {
    let chain = 2_000_000_000_000_000 + number * 1_000
    let common = "\"environment\":\"Production\",\"bundleId\":\"\(Self.app)\""
    let transaction = try mint.sign(
      """
      {"transactionId":"\(chain + renewal)","originalTransactionId":"\(chain)",\(common),\
      "webOrderLineItemId":"\(chain + 500 + renewal)","productId":"pro.monthly",\
      "purchaseDate":\(milliseconds),"originalPurchaseDate":\(start.milliseconds),\
      "expiresDate":\(milliseconds + 2_592_000_000),"quantity":1,\
      "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","price":9990,\
      "currency":"EUR","storefront":"DEU","appAccountToken":"\(account(number))",\
      "signedDate":\(milliseconds)}
      """
    )
    let renewalStatus = try mint.sign(
      """
      {"originalTransactionId":"\(chain)","productId":"pro.monthly",\
      "autoRenewProductId":"pro.monthly","autoRenewStatus":1,"environment":"Production",\
      "signedDate":\(milliseconds)}
      """
    )
    return """
      {"signedPayload":"\(
        try mint.sign(
          """
          {"notificationType":"\(renewal == 0 ? "SUBSCRIBED" : "DID_RENEW")",\
          "notificationUUID":"\(UUID().uuidString.lowercased())","version":"2.0",\
          "signedDate":\(milliseconds),"data":{\(common),"status":1,\
          "signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewalStatus)"}}
          """
        )
      )"}
      """
  }

  private func account(_ number: Int) -> String {
    "7e3a1c52-0d4b-4f6e-9a10-\(String(hex: number, width: 12))"
  }
}

extension Date {
  fileprivate var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
