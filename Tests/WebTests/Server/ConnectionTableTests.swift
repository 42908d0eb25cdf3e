import Synchronization
import Testing
import Web

@Suite struct ConnectionTableTests {
  /// Connections that are open or were closed by the table, by name, and a clock that is set by hand.
  private final class Line: Sendable {
    let table: ConnectionTable
    private let objects = Mutex<[String: Handle]>([:])
    private let closed = Mutex<[String]>([])
    private let clock: Clock

    private final class Handle: Sendable {}

    private final class Clock: Sendable {
      let now = Mutex(ContinuousClock.now)
    }

    init(_ change: (inout WebLimits) -> Void) {
      var limits = WebLimits()
      change(&limits)
      let clock = Clock()
      self.clock = clock
      table = ConnectionTable(limits) { clock.now.withLock(\.self) }
    }

    func id(_ name: String) -> ObjectIdentifier {
      objects.withLock { objects in
        let handle = objects[name] ?? Handle()
        objects[name] = handle
        return ObjectIdentifier(handle)
      }
    }

    func open(_ name: String, from peer: String, isProxy: Bool = false) {
      clock.now.withLock { $0 += .seconds(1) }
      table.open(id(name), from: peer, isProxy: isProxy) { [self] in
        closed.withLock { $0.append(name) }
        // As the handler does once its channel is closed.
        table.close(id(name))
      }
    }

    func receive(_ name: String, _ bytes: Int) -> Bool {
      clock.now.withLock { $0 += .seconds(1) }
      table.enter(.receiving, id(name))
      return table.hold(bytes, id(name))
    }

    func takeClosed() -> [String] {
      closed.withLock { closed in
        defer { closed = [] }
        return closed
      }
    }
  }

  @Test func `a peer with too many connections loses the one that has been idle the longest`() {
    let line = Line { $0.connectionsPerPeer = 3 }
    for name in ["a", "b", "c"] { line.open(name, from: "stranger") }
    line.open("honest", from: "somebody else")
    line.table.enter(.receiving, line.id("a"))
    line.open("d", from: "stranger")
    #expect(line.takeClosed() == ["b"])
    #expect(line.table.counts.open == 4)
    #expect(line.table.counts.closed == 1)
  }

  @Test func `a connection that is worked for is neither counted nor closed`() {
    let line = Line { $0.connectionsPerPeer = 2 }
    for name in ["a", "b", "c"] {
      line.open(name, from: "store")
      line.table.enter(.working, line.id(name))
    }
    line.open("d", from: "store")
    line.open("e", from: "store")
    #expect(line.takeClosed().isEmpty)
    line.open("f", from: "store")
    #expect(line.takeClosed() == ["d"])
  }

  @Test func `where all are too many, the peer that has most loses one`() {
    let line = Line { $0.connections = 5 }
    line.open("old and honest", from: "somebody")
    for name in ["a", "b", "c", "d"] { line.open(name, from: "stranger") }
    line.open("new and honest", from: "somebody else")
    #expect(line.takeClosed() == ["a"])
  }

  @Test func `who comes while all are worked for is turned away`() {
    let line = Line { $0.connections = 1 }
    line.open("a", from: "somebody")
    line.table.enter(.working, line.id("a"))
    line.open("b", from: "stranger")
    #expect(line.takeClosed() == ["b"])
  }

  @Test func `what comes through a proxy of ours is not counted by connections`() {
    let line = Line { $0.connectionsPerPeer = 1 }
    for name in ["a", "b", "c"] { line.open(name, from: "proxy", isProxy: true) }
    #expect(line.takeClosed().isEmpty)
  }

  @Test func `half-read bodies of all have a bound, and who holds most for longest goes`() {
    let line = Line { limits in
      (limits.bodyBytes, limits.bodyBytesPerPeer) = (100, 60)
    }
    for name in ["a", "b", "honest"] { line.open(name, from: name) }
    #expect(line.receive("a", 50))
    #expect(line.receive("b", 45))
    #expect(line.receive("honest", 10))
    #expect(line.takeClosed() == ["a"])
    #expect(line.receive("honest", 10))
    #expect(line.takeClosed().isEmpty)
  }

  @Test func `half-read bodies of a peer have a bound, whatever others hold`() {
    let line = Line { $0.bodyBytesPerPeer = 60 }
    for name in ["a", "b"] { line.open(name, from: "stranger") }
    line.open("c", from: "proxied")
    line.table.count(line.id("c"), for: "stranger")
    #expect(line.receive("a", 40))
    #expect(line.receive("b", 40))
    #expect(line.takeClosed() == ["a"])
    #expect(line.receive("c", 30))
    #expect(line.takeClosed() == ["b"])
    #expect(!line.receive("c", 31), "nobody else is left")
  }

  @Test func `bodies that are worked on hold their room until they are done`() {
    let line = Line { limits in
      (limits.bodyBytes, limits.bodyBytesPerPeer) = (100, 100)
    }
    for name in ["a", "b"] { line.open(name, from: name) }
    #expect(line.receive("a", 80))
    line.table.enter(.working, line.id("a"), bytes: 80)
    #expect(!line.receive("b", 30))
    line.table.enter(.idle, line.id("a"), bytes: 0)
    #expect(line.receive("b", 30))
    #expect(line.takeClosed().isEmpty)
  }
}
