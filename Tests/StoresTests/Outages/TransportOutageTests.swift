import Entitlements
import Foundation
import ServiceCore
import Stores
import Testing

/// What keeps an answer from coming whole.
struct TransportOutageTests {
  private static let questions = OutageMatrixTests.questions
  private static let start = Array(#"{"status":0,"#.utf8)

  @Test(arguments: questions)
  func `a connection that breaks is tried again`(question: StoreQuery) async throws {
    for flaw in [Reply.Flaw.cut, .silence] {
      let visit = try await Counter.ask(question) { _ in Reply(body: Self.start, flaw: flaw) }
      #expect(visit.error == .unreachable(question.store, .reset))
      #expect(visit.error?.remedy == .retry(notBefore: nil))
    }
  }

  @Test(arguments: questions)
  func `a body that stops coming is not waited for`(question: StoreQuery) async throws {
    let visit = try await Counter.ask(question) {
      $0.transport.read = .milliseconds(20)
    } script: { _ in
      Reply(body: Self.start, flaw: .stall)
    }
    #expect(visit.error == .unreachable(question.store, .timeout))
    #expect(visit.error?.remedy == .retry(notBefore: nil))
  }

  @Test(arguments: questions)
  func `a body that comes drop by drop ends with the deadline`(
    question: StoreQuery
  ) async throws {
    let visit = try await Counter.ask(question) {
      $0.transport.whole = .milliseconds(50)
      $0.transport.maxBytes = .max
    } script: { _ in
      Reply(flaw: .drip)
    }
    #expect(visit.error == .unreachable(question.store, .timeout))
  }

  @Test(arguments: questions)
  func `a body that is too large is not taken`(question: StoreQuery) async throws {
    let huge = Array(repeating: UInt8(ascii: " "), count: 70_000)
    let whole = try await Counter.ask(question) { _ in Reply(body: huge) }
    #expect(whole.error == .unusable(question.store, .tooLarge))
    let endless = try await Counter.ask(question) { _ in Reply(flaw: .drip) }
    #expect(endless.error == .unusable(question.store, .tooLarge))
    #expect(endless.error?.remedy == .retry(notBefore: nil))
  }

  @Test(arguments: questions)
  func `a body that swells when it is unpacked is not taken`(question: StoreQuery) async throws {
    let bomb = Gzip.zeros(20_000_000)
    #expect(bomb.count < 140_000)
    let visit = try await Counter.ask(question) {
      $0.transport.maxBytes = 1_000_000
    } script: { _ in
      Reply(headers: ["content-encoding": "gzip"], body: bomb)
    }
    #expect(visit.error == .unusable(question.store, .tooLarge))
  }

  @Test(arguments: questions)
  func `a body that is packed wrongly is asked for again`(question: StoreQuery) async throws {
    let visit = try await Counter.ask(question) { _ in
      Reply(headers: ["content-encoding": "gzip"], body: Array("{\"status\":0}".utf8))
    }
    #expect(visit.error == .unusable(question.store, .badCompression))
    #expect(visit.error?.remedy == .retry(notBefore: nil))
  }

  @Test func `a packed answer is read`() async throws {
    let visit = try await Counter.ask(
      .googleVoided(from: Counter.now, until: Counter.now, page: nil)
    ) { request in
      #expect(request.headers["accept-encoding"] == "gzip")
      return Reply(headers: ["content-encoding": "gzip"], body: Gzip.emptyObject)
    }
    #expect(try visit.result.get().documents.isEmpty)
  }

  /// Asks at an address where nobody is.
  private func error(
    _ question: StoreQuery,
    at url: String,
    adjusting adjust: (inout StoreConfiguration) -> Void = { _ in }
  ) async throws -> StoreClientError? {
    var configuration = Counter.configuration(at: url)
    adjust(&configuration)
    return try await Counter.visit(configuration) { clients in
      let client = try #require(clients.clients[question.store])
      do throws(StoreClientError) {
        _ = try await client.query(question, Counter.shop)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(arguments: questions)
  func `a store that is not there is tried again`(question: StoreQuery) async throws {
    let port = try #require(RefusingPort())
    defer { port.close() }
    let error = try await error(question, at: "http://127.0.0.1:\(port.port)")
    #expect(error == .unreachable(question.store, .refused))
    #expect(error?.remedy == .retry(notBefore: nil))
  }

  @Test(arguments: questions)
  func `a name without an address is tried again`(question: StoreQuery) async throws {
    // No resolver asks anybody for a label of more than 63 letters.
    let name = String(repeating: "x", count: 64)
    let error = try await error(question, at: "https://\(name).example")
    #expect(error == .unreachable(question.store, .unresolved))
    #expect(error?.remedy == .retry(notBefore: nil))
  }

  @Test func `a proxy that lets nobody through is the operator's to mend`() async throws {
    try await ScriptedStore.run { _ in
      Reply(status: 407)
    } use: { url, _ in
      let port = try #require(URL(string: url)?.port)
      let error = try await error(.appleTransaction("7"), at: "https://store.example") {
        $0.transport.proxy = .init(
          host: "127.0.0.1",
          port: port,
          user: "u",
          password: Secret("proxy5ecret")
        )
      }
      #expect(error == .unreachable(.apple, .proxy))
      #expect(error?.remedy == .operatorAction)
    }
  }

  @Test func `who is called off gets no answer and does no harm`() async throws {
    try await ScriptedStore.run { _ in
      Reply(body: Self.start, flaw: .stall)
    } use: { url, _ in
      try await Counter.visit(Counter.configuration(at: url)) { clients in
        let client = try #require(clients.clients[.apple])
        let task = Task { () -> StoreClientError? in
          do throws(StoreClientError) {
            _ = try await client.query(.appleTransaction("7"), Counter.shop)
            return nil
          } catch {
            return error
          }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
      }
    }
  }
}

/// RFC 1952 around RFC 1951, by hand: a bomb is easier to write than to find.
enum Gzip {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  /// `{}`, stored.
  static let emptyObject: [UInt8] =
    header + [1, 2, 0, 0xFD, 0xFF, 0x7B, 0x7D] + [0x43, 0xBF, 0xA6, 0xA3, 2, 0, 0, 0]

  /// So many zeros, in a sixteen-hundredth of their room.
  static func zeros(_ count: Int) -> [UInt8] {
    var bits: [UInt8] = [1, 1, 0]
    bits += code(0x30, 8)
    for _ in 0..<(count / 258) {
      // Length 258, distance 1.
      bits += code(0b1100_0101, 8) + code(0, 5)
    }
    bits += code(0, 7)
    var bytes = header
    for start in stride(from: 0, to: bits.count, by: 8) {
      var byte: UInt8 = 0
      for (place, bit) in bits[start..<min(start + 8, bits.count)].enumerated() {
        byte |= bit << UInt8(place)
      }
      bytes.append(byte)
    }
    return bytes + Array(repeating: 0, count: 8)
  }

  private static func code(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).reversed().map { UInt8(value >> $0 & 1) }
  }
}
