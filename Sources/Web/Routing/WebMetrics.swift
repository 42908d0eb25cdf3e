import Synchronization

/// What is counted, for whoever watches: requests by door and answer, how long they took, how many are
/// in hand.
package final class WebMetrics: Sendable {
  private struct Key: Hashable {
    var door: String
    var status: Int
    var note: String
  }

  /// How many took so long at most, by `bounds`; the last counts all.
  private struct Times {
    var counts = Array(repeating: 0, count: WebMetrics.bounds.count + 1)
    var seconds = 0.0
  }

  private struct State {
    var answers: [Key: Int] = [:]
    var times: [String: Times] = [:]
    var inHand = 0
    var connections: ConnectionTable?
  }

  /// Seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

  private let state = Mutex(State())

  package init() {}

  func watch(_ connections: ConnectionTable) { state.withLock { $0.connections = connections } }

  func begin() { state.withLock { $0.inHand += 1 } }
  func end() { state.withLock { $0.inHand -= 1 } }

  func count(_ door: String, _ answer: WebResponse, _ took: Duration) {
    let key = Key(door: door, status: answer.status, note: answer.note ?? "")
    let seconds = took / .seconds(1)
    let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.answers[key, default: 0] += 1
      state.times[door, default: Times()].counts[place] += 1
      state.times[door, default: Times()].seconds += seconds
    }
  }

  /// Prometheus' text format, version 0.0.4. `gauges` are further numbers: name, what it is, value.
  package func text(_ gauges: [(name: String, help: String, value: Double)] = []) -> String {
    let state = state.withLock(\.self)
    var text = """
      # HELP purser_requests_total Requests by door, status and reason.
      # TYPE purser_requests_total counter

      """
    for (key, count) in state.answers.sorted(by: { Self.order($0.key, $1.key) }) {
      text += """
        purser_requests_total{door="\(key.door)",status="\(key.status)",note="\(key.note)"} \(count)

        """
    }
    text += """
      # HELP purser_request_seconds How long answers took.
      # TYPE purser_request_seconds histogram

      """
    for (door, times) in state.times.sorted(by: { $0.key < $1.key }) {
      var sum = 0
      for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], times.counts) {
        sum += count
        text += "purser_request_seconds_bucket{door=\"\(door)\",le=\"\(bound)\"} \(sum)\n"
      }
      text += "purser_request_seconds_sum{door=\"\(door)\"} \(times.seconds)\n"
      text += "purser_request_seconds_count{door=\"\(door)\"} \(sum)\n"
    }
    var own = [("purser_requests_in_hand", "Requests in hand.", Double(state.inHand))]
    if let (open, closed) = state.connections?.counts {
      own.append(("purser_connections", "Connections that are open.", Double(open)))
      own.append(
        ("purser_connections_closed", "Connections closed for want of room.", Double(closed))
      )
    }
    for (name, help, value) in own + gauges {
      text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(name) \(value)\n"
    }
    return text
  }

  private static func order(_ left: Key, _ right: Key) -> Bool {
    (left.door, left.status, left.note) < (right.door, right.status, right.note)
  }
}
