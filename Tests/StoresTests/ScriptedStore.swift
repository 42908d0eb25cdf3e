import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A request as a scripted store got it.
struct Received: Sendable {
  var method: String
  /// As it stood in the request line.
  var target: String
  var headers: [String: String]
  var body: [UInt8]

  var path: String { String(target.prefix { $0 != "?" }) }
  var query: String { String(target.drop { $0 != "?" }.dropFirst()) }
  var text: String { String(decoding: body, as: UTF8.self) }
  var bearer: String? {
    headers["authorization"].flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
  }
  var json: NSDictionary? {
    (try? JSONSerialization.jsonObject(with: Data(body))) as? NSDictionary
  }
  /// The body as a form's fields.
  var form: [String: String] {
    let items = URLComponents(string: "?" + text)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }
}

/// What a scripted store does about it.
struct Reply: Sendable {
  enum Flaw: Sendable {
    case none
    /// Goes away with the rest of the body unsent.
    case cut
    /// Sends no more, and stays.
    case stall
    /// Sends one piece after another, for ever.
    case drip
    /// Goes away without a word.
    case silence
  }

  var status = 200
  var headers: [String: String] = [:]
  var body: [UInt8] = []
  var flaw = Flaw.none

  static func json(_ text: String, _ status: Int = 200, _ headers: [String: String] = [:]) -> Reply
  {
    Reply(status: status, headers: headers, body: Array(text.utf8))
  }
}

/// A store on the loopback: real HTTP, and answers as scripted.
enum ScriptedStore {
  /// `use` is given the address, and what came so far.
  static func run<Outcome: Sendable>(
    tls: NIOSSLContext? = nil,
    script: @escaping @Sendable (Received) -> Reply,
    use: @Sendable (_ url: String, _ journal: @Sendable () -> [Received]) async throws -> Outcome
  ) async throws -> Outcome {
    let journal = Journal()
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      // Nothing is read before there is somebody to read it: a connection may come when the store
      // closes.
      .childChannelOption(.autoRead, value: false)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
          try pipeline.configureHTTPServerPipeline()
          return channel
        }
      }
    let port = server.channel.localAddress?.port ?? 0
    let url = tls == nil ? "http://127.0.0.1:\(port)" : "https://localhost:\(port)"
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await server.executeThenClose { connections in
          await withDiscardingTaskGroup { group in
            do {
              for try await connection in connections {
                group.addTask { try? await serve(connection, journal, script) }
              }
            } catch {}
          }
        }
      }
      let outcome = try await use(url) { journal.all }
      group.cancelAll()
      return outcome
    }
  }

  private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  private final class Journal: Sendable {
    private let received = Mutex<[Received]>([])
    var all: [Received] { received.withLock { $0 } }
    func add(_ request: Received) { received.withLock { $0.append(request) } }
  }

  private static func serve(
    _ channel: any Channel,
    _ journal: Journal,
    _ script: @Sendable (Received) -> Reply
  ) async throws {
    let connection = try await channel.eventLoop.submit {
      try Connection(wrappingChannelSynchronously: channel)
    }.get()
    try await channel.setOption(.autoRead, value: true).get()
    try await connection.executeThenClose { inbound, outbound in
      var request: Received?
      for try await part in inbound {
        switch part {
        case .head(let head):
          request = Received(
            method: head.method.rawValue,
            target: head.uri,
            headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { $1 },
            body: []
          )
        case .body(let bytes): request?.body += Array(bytes.readableBytesView)
        case .end:
          guard let received = request else { return }
          journal.add(received)
          guard try await send(script(received), to: outbound) else { return }
        }
      }
    }
  }

  /// - Returns: Whether the connection stays.
  private static func send(
    _ reply: Reply,
    to outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
  ) async throws -> Bool {
    if case .silence = reply.flaw { return false }
    var head = HTTPResponseHead(
      version: .http1_1,
      status: HTTPResponseStatus(statusCode: reply.status)
    )
    for (name, value) in reply.headers { head.headers.add(name: name, value: value) }
    switch reply.flaw {
    case .none: head.headers.add(name: "content-length", value: "\(reply.body.count)")
    case .cut, .stall: head.headers.add(name: "content-length", value: "\(reply.body.count + 100)")
    default: break
    }
    try await outbound.write(.head(head))
    try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: reply.body))))
    switch reply.flaw {
    case .none:
      try await outbound.write(.end(nil))
      return true
    case .stall: return true
    case .drip:
      while !Task.isCancelled {
        try await outbound.write(.body(.byteBuffer(ByteBuffer(repeating: 0x20, count: 1_024))))
      }
      return false
    case .cut, .silence: return false
    }
  }
}
