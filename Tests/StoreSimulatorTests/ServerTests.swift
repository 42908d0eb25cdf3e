import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import StoreSimulator
import Testing

@Suite struct `A simulator over HTTP` {
  /// The status of an answer that came whole.
  private func status(_ url: String) async throws -> UInt {
    let answer = try await HTTPClient.shared.execute(
      HTTPClientRequest(url: url),
      timeout: .minutes(10)
    )
    _ = try await answer.body.collect(upTo: 1 << 20)
    return answer.status.code
  }

  @Test func `an act over HTTP is told in the outbox`() async throws {
    try await serving(try await simulator()) { address in
      let client = SimulatorClient(address: address)
      _ = try await client.post(act(.buy, product: "plus.monthly"), to: "act")
      let outbox = try await client.get("outbox")
      #expect(outbox.contains("\"change\":\"started\""))
      #expect(outbox.contains("signedPayload"))
      await #expect(throws: SimulatorClientError.self) {
        _ = try await client.post(act(.refund, of: "nobody"), to: "act")
      }
    }
  }

  @Test(arguments: [InjectedFault.Kind.reset, .premature])
  func `a broken connection is seen as one`(_ kind: InjectedFault.Kind) async throws {
    try await serving(try await simulator()) { address in
      _ = try await SimulatorClient(address: address).post(InjectedFault(kind), to: "faults")
      await #expect(throws: (any Error).self) {
        _ = try await status("\(address)/verifyReceipt")
      }
      #expect(try await status("\(address)/verifyReceipt") == 200)
    }
  }

  @Test func `a scenario is played ahead of the real clock`() async throws {
    let simulator = try await simulator()
    try await serving(simulator) { address in
      let played = try await SimulatorClient(address: address)
        .post(try scenario("renew"), to: "play")
      #expect(played.contains("\"charges\":3"))
    }
    #expect(await simulator.now == noon.addingTimeInterval(65 * 86_400))
  }
}
