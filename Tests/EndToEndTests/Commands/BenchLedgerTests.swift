import TestSupport
import Testing

/// What is measured of a ledger that there is.
@Suite struct BenchLedgerTests {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  @Test func `every row of a small ledger has its figure, and the ledger stays as it was`() throws {
    let answer = """
      {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"2026-01-01T00:00:00Z",
       "regionCode":"DE","subscriptionState":"SUBSCRIPTION_STATE_ACTIVE",
       "latestOrderId":"GPA.3312-9871-1200-44444",
       "lineItems":[{"productId":"gold","expiryTime":"2027-01-01T00:00:00Z",
         "latestSuccessfulOrderId":"GPA.3312-9871-1200-44444",
         "autoRenewingPlan":{"autoRenewEnabled":true},"offerDetails":{"basePlanId":"yearly"}}]}
      """
    try workbench.write(Array(answer.utf8), to: "answer.json")
    let imported = try workbench.run([
      "import", "--ledger", "ledger.sqlite", "--store-answer", "--app", "com.example.reader",
      "--token", "secret-of-ada-0123456789", "--user", "ada", "answer.json",
    ])
    #expect(imported.status == 0)
    let before = try workbench.read("ledger.sqlite")
    let measured = try workbench.run([
      "bench", "ledger", "--ledger", "ledger.sqlite", "--count", "12",
    ])
    #expect(measured.status == 0, "\(measured.narration)")
    let names = measured.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    #expect(
      names == [
        "memory", "page", "page-orders", "page-documents", "last-page", "lookup", "verdict",
        "search", "timeline", "timeline-busiest", "diagnosis", "diagnosis-busiest", "capped-count",
        "counts", "sizes",
      ]
    )
    #expect(!measured.output.contains("nothing to measure"))
    #expect(measured.narration.contains("timeline: a user of 1 orders"))
    #expect(try workbench.read("ledger.sqlite") == before)
  }

  @Test func `a row that reads asks for a ledger`() throws {
    let answer = try workbench.run(["bench", "ledger", "--row", "page"])
    #expect(answer.status == 64)
    #expect(answer.narration.contains("name it with --ledger"))
  }
}
