import Entitlements
import Foundation
import ServiceCore
import Stores
import Synchronization
import Testing

struct ClawbackQueueTests {
  private static let signature = "5igned%2Baddre55%3D"

  private static func event(_ id: String) -> String {
    #"{"id":"\#(id)","type":"ClawbackEventContractV2","data":{"orderId":"o","note":"???>>>"}}"#
  }

  private static func list(_ texts: [String]) -> Reply {
    let items = texts.enumerated().map { place, text in
      """
      <QueueMessage><MessageId>m\(place)</MessageId><PopReceipt>r+\(place)/=</PopReceipt>\
      <MessageText>\(text)</MessageText></QueueMessage>
      """
    }
    let xml = "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?><QueueMessagesList>"
    return Reply(body: Array("\(xml)\(items.joined())</QueueMessagesList>".utf8))
  }

  /// The address of a queue at the store itself.
  private static func address(_ request: Received, sig: String = signature) -> Reply {
    let uri = "http://\(request.headers["host"] ?? "")/queue?sv=2019&sig=\(sig)"
    return .json(#"{"expiresOn":"2026-01-01T06:00Z","uri":"\#(uri)"}"#)
  }

  private static func isForAddress(_ request: Received) -> Bool {
    request.path == "/purchase/v8.0/b2b/clawback/sastoken"
  }

  @Test func `events are read in either alphabet, and what is none is left where it is`()
    async throws
  {
    let letters = Data(Self.event("e1").utf8).base64EncodedString()
    let others = Data(Self.event("e2").utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    #expect(letters.contains { "+/".contains($0) } && others.contains { "-_".contains($0) })
    let visit = try await Counter.ask(.microsoftClawbacks) { request in
      Self.isForAddress(request)
        ? Self.address(request) : Self.list([letters, "e30=", "?", others])
    }
    let answer = try visit.result.get()
    #expect(answer.documents.map(\.bytes) == ["e1", "e2"].map { Array(Self.event($0).utf8) })
    #expect(
      answer.acknowledgements == [
        .microsoftForgetClawback(message: "m0", receipt: "r+0/="),
        .microsoftForgetClawback(message: "m3", receipt: "r+3/="),
      ]
    )
    #expect(answer.next == .microsoftClawbacks)
    #expect(visit.asked.map(\.bearer) == [Counter.accessToken, nil])
    #expect(
      visit.asked.last?.target
        == "/queue/messages?numofmessages=32&visibilitytimeout=180&sv=2019&sig=\(Self.signature)"
    )
  }

  @Test func `an empty queue is the end`() async throws {
    let visit = try await Counter.ask(.microsoftClawbacks) { request in
      Self.isForAddress(request) ? Self.address(request) : Self.list([])
    }
    #expect(try visit.result.get() == StoreAnswer(documents: [], environment: .production))
  }

  @Test func `a message is taken away by its receipt`() async throws {
    let deed = StoreAction.microsoftForgetClawback(message: "m/1", receipt: "r+/=")
    let visit = try await Counter.act(deed) { request in
      Self.isForAddress(request) ? Self.address(request) : Reply(status: 204)
    }
    _ = try visit.result.get()
    #expect(visit.asked.last?.method == "DELETE")
    #expect(
      visit.asked.last?.target
        == "/queue/messages/m%2F1?popreceipt=r%2B%2F%3D&sv=2019&sig=\(Self.signature)"
    )
  }

  @Test func `an address is used as long as it is good, and replaced once it is refused`()
    async throws
  {
    let addresses = Tally()
    let open = Mutex("0")
    try await ScriptedStore.run { request in
      if let token = Counter.token(for: request) { return token }
      if Self.isForAddress(request) { return Self.address(request, sig: "\(addresses.next())") }
      let isGood = request.query.hasSuffix("sig=\(open.withLock(\.self))")
      return isGood ? Self.list([]) : Reply(status: 403)
    } use: { url, _ in
      try await Counter.visit(Counter.configuration(at: url)) { clients in
        let client = try #require(clients.clients[.microsoft])
        for _ in 0..<2 { _ = try await client.query(.microsoftClawbacks, Counter.shop) }
        #expect(addresses.total == 1)
        open.withLock { $0 = "1" }
        _ = try await client.query(.microsoftClawbacks, Counter.shop)
        #expect(addresses.total == 2)
        open.withLock { $0 = "none" }
        await #expect(
          throws: StoreClientError.status(.microsoft, http: 403, code: nil, .operatorAction)
        ) {
          try await client.query(.microsoftClawbacks, Counter.shop)
        }
      }
    }
  }

  @Test(arguments: [200, 302, 400, 401, 403, 404, 429, 500])
  func `no error shows the signed address`(status: Int) async throws {
    let visit = try await Counter.ask(.microsoftClawbacks) { request in
      if Self.isForAddress(request) { return Self.address(request) }
      let body = #"{"code":"\#(request.target)","uri":"\#(request.target)"}"#
      return Reply(status: status, headers: ["location": request.target], body: Array(body.utf8))
    }
    let error = try #require(visit.error)
    var text = String(describing: error) + String(reflecting: error)
    dump(error, to: &text)
    #expect(!text.contains("5igned"))
  }

  @Test(arguments: ["http://queue.example/q?s=1", "ftp://queue.example/q?s=1", "/q?s=1", "q"])
  func `a queue that others could listen to is not asked`(uri: String) async throws {
    let visit = try await Counter.ask(.microsoftClawbacks) { _ in
      .json(#"{"expiresOn":"2026-01-01T06:00Z","uri":"\#(uri)"}"#)
    }
    #expect(visit.error == .unusable(.microsoft, .wrongShape))
  }
}
