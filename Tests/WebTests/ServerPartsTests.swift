import Testing
import Web

@Suite struct ServerPartsTests {
  @Test func `whoever asks more often than they may is told when to come again`() {
    let start = ContinuousClock.now
    let limiter = RateLimiter(perSecond: 2, burst: 3) { start }
    #expect((0..<3).allSatisfy { _ in limiter.wait(for: "a") == nil })
    #expect(limiter.wait(for: "a") == 1)
    #expect(limiter.wait(for: "b") == nil)
  }

  @Test func `metrics tell counts by door, and times that add up`() {
    let metrics = WebMetrics()
    let text = metrics.text([("queue", "Things that wait.", 3)])
    #expect(text.contains("# TYPE purser_requests_total counter"))
    #expect(text.contains("purser_requests_in_hand 0"))
    #expect(text.contains("queue 3.0"))
  }

  @Test func `addresses are read with their port, and IPv6 ones in brackets`() {
    #expect(WebConfiguration.Address("127.0.0.1:80") == WebConfiguration.Address("127.0.0.1", 80))
    #expect(WebConfiguration.Address("[::1]:80")?.host == "::1")
    #expect(WebConfiguration.Address("[::1]:80")?.description == "[::1]:80")
    for wrong in ["", ":80", "host", "host:x", "host:70000"] {
      #expect(WebConfiguration.Address(wrong) == nil)
    }
  }
}
