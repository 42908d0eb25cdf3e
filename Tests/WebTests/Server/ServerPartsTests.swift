import Synchronization
import Testing
import Web

extension ConcurrencyLimiter {
  /// How many more it takes in at once.
  fileprivate func taken(by group: EndpointGroup) -> Int {
    var count = 0
    while refusal(of: group) == nil { count += 1 }
    return count
  }
}

@Suite struct ServerPartsTests {
  @Test func `whoever asks more often than they may is told when to come again`() {
    let start = ContinuousClock.now
    let limiter = RateLimiter(perSecond: 2, burst: 3) { start }
    #expect((0..<3).allSatisfy { _ in limiter.wait(for: "a") == nil })
    #expect(limiter.wait(for: "a") == 1)
    #expect(limiter.wait(for: "b") == nil)
  }

  @Test func `whoever invents names frees nobody who has used up theirs`() {
    let start = ContinuousClock.now
    let limiter = RateLimiter(perSecond: 1, burst: 2) { start }
    #expect((0..<2).allSatisfy { _ in limiter.wait(for: "flood") == nil })
    for number in 0..<20_000 { _ = limiter.wait(for: "\(number)") }
    #expect(limiter.wait(for: "flood") != nil)
  }

  @Test func `what is not done in time is not waited for, and what is done is answered`() async {
    let deadlines = RequestTimeout()
    let late = await deadlines.answer(by: .now) {
      try? await Forever.wait()
      return WebResponse(200)
    }
    #expect(late == nil)
    let answer = await deadlines.answer(by: .now + .seconds(3_600)) { WebResponse(204) }
    #expect(answer?.status == 204)
  }

  @Test func `an endpoint group that is slow takes in fewer at once, and more when it is not`() {
    var limits = WebLimits()
    limits.requests = 20
    let admission = ConcurrencyLimiter(limits)
    let (slow, quick) = (EndpointGroup("slow", routes: []), EndpointGroup("quick", routes: []))
    #expect(admission.taken(by: slow) == 20)
    for _ in 0..<20 { admission.leave(slow, after: 0.6) }
    let few = admission.taken(by: slow)
    #expect((8..<20).contains(few))
    #expect(admission.refusal(of: quick) == nil)
    admission.leave(quick, after: 0.1)
    for _ in 0..<few { admission.leave(slow, after: 0.1) }
    for _ in 0..<400 where admission.refusal(of: slow) == nil {
      admission.leave(slow, after: 0.1)
    }
    #expect(admission.taken(by: slow) == 20)
  }

  @Test func `stores are not counted by their address`() {
    var limits = WebLimits()
    limits.perPeer = 1
    let admission = ConcurrencyLimiter(limits)
    let (app, store) = (
      EndpointGroup("app", routes: []), EndpointGroup("store", routes: [], countsPeers: false)
    )
    #expect(admission.refusal(of: app, for: "a") == nil)
    #expect(admission.refusal(of: app, for: "a") == .tooMany(retryAfter: 1))
    #expect(admission.refusal(of: store, for: "a") == nil)
    #expect(admission.refusal(of: store, for: "a") == nil)
  }

  @Test func `whether the ledger takes writes is tried once a second, however many ask`() async {
    // Later than this test can last: what ends a try goes by the real clock.
    let clock = Mutex(ContinuousClock.now + .seconds(3_600))
    let tries = Mutex(0)
    let readiness = Readiness {
      clock.withLock(\.self)
    } canWrite: {
      tries.withLock { tries in
        tries += 1
        return tries != 2
      }
    }
    for _ in 0..<9 { #expect(await readiness.isReady()) }
    clock.withLock { $0 += .seconds(1) }
    for _ in 0..<9 { #expect(await !readiness.isReady()) }
    clock.withLock { $0 += .seconds(1) }
    #expect(await readiness.isReady())
    #expect(tries.withLock(\.self) == 3)
  }

  @Test func `a try to write that does not end is a no, also for those who come later`() async {
    let clock = Mutex(ContinuousClock.now - .seconds(2))
    let (tries, trying) = AsyncStream.makeStream(of: Void.self)
    let readiness = Readiness {
      clock.withLock(\.self)
    } canWrite: {
      trying.yield()
      try? await Forever.wait()
      return true
    }
    var all = tries.makeAsyncIterator()
    #expect(await !readiness.isReady())
    #expect(await all.next() != nil)
    #expect(await !readiness.isReady())
    trying.finish()
    #expect(await all.next() == nil, "nobody tries again before")
  }

  @Test func `the end waits for what is in hand`() async {
    let admission = ConcurrencyLimiter(WebLimits())
    let group = EndpointGroup("slow", routes: [])
    #expect(admission.refusal(of: group) == nil)
    let work = Task {
      await Task.yield()
      admission.leave(group, after: 2)
    }
    await admission.end()
    await work.value
    await admission.end()
  }

  @Test func `at the end nobody waits any longer, and what is not done is called off`() async {
    let deadlines = RequestTimeout()
    let called = AsyncStream.makeStream(of: Bool.self)
    async let late = deadlines.answer(by: .now + .seconds(3_600)) {
      try? await Forever.wait()
      called.continuation.yield(Task.isCancelled)
      return WebResponse(200)
    }
    deadlines.endAll(by: .now)
    #expect(await late == nil)
    var all = called.stream.makeAsyncIterator()
    #expect(await all.next() == true)
    let later = await deadlines.answer(by: .now + .seconds(3_600)) {
      try? await Forever.wait()
      return WebResponse(200)
    }
    #expect(later == nil)
  }

  @Test func `metrics tell counts by group, and times that add up`() {
    let metrics = WebMetrics()
    let text = metrics.text([("queue", "Things that wait.", 3)])
    #expect(text.contains("# TYPE purser_requests_total counter"))
    #expect(text.contains("purser_requests_in_hand 0"))
    #expect(text.contains("queue 3.0"))
    for (status, milliseconds) in [(200, 2), (200, 30), (401, 2)] {
      metrics.count("validate", WebResponse(status), .milliseconds(milliseconds))
    }
    let counted = metrics.text()
    for line in [
      #"purser_requests_total{endpoint="validate",status="200",note=""} 2"#,
      #"purser_requests_total{endpoint="validate",status="401",note=""} 1"#,
      #"purser_request_seconds_bucket{endpoint="validate",le="0.001"} 0"#,
      #"purser_request_seconds_bucket{endpoint="validate",le="0.0025"} 2"#,
      #"purser_request_seconds_bucket{endpoint="validate",le="0.05"} 3"#,
      #"purser_request_seconds_bucket{endpoint="validate",le="+Inf"} 3"#,
      #"purser_request_seconds_sum{endpoint="validate"} 0.034"#,
      #"purser_request_seconds_count{endpoint="validate"} 3"#,
    ] {
      #expect(counted.contains(line + "\n"), "\(line)")
    }
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
