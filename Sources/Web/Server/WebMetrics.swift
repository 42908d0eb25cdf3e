import HTTPTypes
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Synchronization

/// Metrics: requests by endpoint group and response, their durations, and requests in progress.
package final class WebMetrics: Sendable {
  private struct Key: Hashable {
    var group: String
    var status: Int
    var note: String
  }

  /// The number of durations up to each of `bounds`; the last entry counts all others.
  private struct Times {
    var counts = Array(repeating: 0, count: WebMetrics.bounds.count + 1)
    var seconds = 0.0
  }

  private struct State {
    var answers: [Key: Int] = [:]
    var times: [String: Times] = [:]
    var inProgress = 0
    var connections: ConnectionTable?
  }

  /// Upper bounds in seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

  private let state = Mutex(State())

  package init() {}

  func watch(_ connections: ConnectionTable) { state.withLock { $0.connections = connections } }

  func begin() { state.withLock { $0.inProgress += 1 } }
  func end() { state.withLock { $0.inProgress -= 1 } }

  /// Counts an answer of an endpoint group, which took this long.
  package func count(_ group: String, _ answer: WebResponse, _ took: Duration) {
    let key = Key(group: group, status: answer.status, note: answer.note ?? "")
    let seconds = took / .seconds(1)
    let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.answers[key, default: 0] += 1
      state.times[group, default: Times()].counts[index] += 1
      state.times[group, default: Times()].seconds += seconds
    }
  }

  /// Prometheus text format, version 0.0.4. `gauges` are additional metrics with name, help text
  /// and value.
  package func text(_ gauges: [(name: String, help: String, value: Double)] = []) -> String {
    let state = state.withLock(\.self)
    var text = """
      # HELP purser_requests_total Requests by endpoint group, status and reason.
      # TYPE purser_requests_total counter

      """
    for (key, count) in state.answers.sorted(by: { Self.order($0.key, $1.key) }) {
      text += """
        purser_requests_total{endpoint="\(key.group)",status="\(key.status)",note="\(key.note)"} \(count)

        """
    }
    text += """
      # HELP purser_request_seconds How long answers took.
      # TYPE purser_request_seconds histogram

      """
    for (group, times) in state.times.sorted(by: { $0.key < $1.key }) {
      var sum = 0
      for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], times.counts) {
        sum += count
        text += "purser_request_seconds_bucket{endpoint=\"\(group)\",le=\"\(bound)\"} \(sum)\n"
      }
      text += "purser_request_seconds_sum{endpoint=\"\(group)\"} \(times.seconds)\n"
      text += "purser_request_seconds_count{endpoint=\"\(group)\"} \(sum)\n"
    }
    var builtIn = [("purser_requests_in_hand", "Requests in progress.", Double(state.inProgress))]
    if let (open, closed) = state.connections?.counts {
      builtIn.append(("purser_connections", "Connections that are open.", Double(open)))
      builtIn.append(
        ("purser_connections_closed", "Connections closed for lack of room.", Double(closed))
      )
    }
    for (name, help, value) in builtIn + gauges {
      text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(name) \(value)\n"
    }
    return text
  }

  private static func order(_ left: Key, _ right: Key) -> Bool {
    (left.group, left.status, left.note) < (right.group, right.status, right.note)
  }
}

/// Serves `GET /metrics` at an address of its own, which can be kept private.
package struct MetricsServer: Sendable, Service {
  private let address: WebConfiguration.Address
  private let text: @Sendable () async -> String
  private let listening: @Sendable (_ address: String) async -> Void

  /// `text` is the response body; `listening` is called once, with the address.
  package init(
    at address: WebConfiguration.Address,
    text: @escaping @Sendable () async -> String,
    listening: @escaping @Sendable (_ address: String) async -> Void
  ) {
    self.address = address
    self.text = text
    self.listening = listening
  }

  package func run() async throws {
    let address = address
    var limits = WebLimits()
    (limits.connections, limits.connectionsPerPeer, limits.idleSeconds) = (32, 16, 10)
    limits.headerBytes = 8 << 10
    let connections = ConnectionTable(limits)
    let listener = HTTPListener(
      address: address,
      channel: SlowRequestHandler.configuration(limits, connections),
      listening: { [listening] _, port in
        await listening("http://\(WebConfiguration.Address(address.host, port))/metrics")
      },
      answer: { [text] request, _ in
        guard request.method == .get, request.uri.path == "/metrics" else {
          return Response(status: .notFound)
        }
        return Response(
          status: .ok,
          headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: await text()))
        )
      }
    )
    try await listener.run()
  }
}
