import Testing
import Web

@Suite struct ProxiesTests {
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7"), ("192.0.2.7:4711", "192.0.2.7"), (" 192.0.2.7 ", "192.0.2.7"),
    ("::ffff:192.0.2.7", "192.0.2.7"), ("[::ffff:192.0.2.7]:80", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
    ("[2001:db8:1:2::1]", "2001:db8:1:2::/64"), ("[2001:db8:1:2::1]:4711", "2001:db8:1:2::/64"),
    ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::1", "0:0:0:0::/64"),
  ])
  func `a peer is one by whatever spelling, port and interface`(_ text: String, _ peer: String) {
    #expect(IPAddress(text)?.peer == peer)
  }

  @Test(arguments: [
    "", "unknown", "_hidden", "192.0.2", "192.0.2.256", "192.0.2.7:", "192.0.2.7:x", "[::1",
    "[::1]x", "[::1]:99999", "1:2:3", "192.0.2.7\u{0}", "localhost",
  ])
  func `what is no address is none`(_ text: String) {
    #expect(IPAddress(text) == nil)
  }

  private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

  @Test func `a network holds the addresses that begin as it does`() throws {
    let network = try #require(IPNetwork("10.1.0.0/20"))
    #expect(try network.contains(address("10.1.15.255")))
    #expect(try !network.contains(address("10.1.16.0")))
    #expect(try !network.contains(address("::1")))
    let one = try #require(IPNetwork("2001:db8::1"))
    #expect(try one.contains(address("2001:db8:0::1")))
    #expect(try !one.contains(address("2001:db8::2")))
    for wrong in ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "proxy.internal", "/8"] {
      #expect(IPNetwork(wrong) == nil)
    }
  }

  private func origin(
    _ headers: [String: String],
    from sender: String = "10.0.0.2",
    reading header: Proxies.Header? = nil
  ) throws -> String {
    let networks = ["10.0.0.2", "10.0.1.0/24"].compactMap { IPNetwork($0) }
    let sender = try #require(IPAddress(sender))
    return Proxies(networks, header: header).origin(of: headers, from: sender).peer
  }

  @Test func `only named proxies are believed, from the right`() throws {
    let list = ["x-forwarded-for": "203.0.113.1, 198.51.100.7:55, 10.0.1.9"]
    #expect(try origin(list) == "198.51.100.7")
    #expect(try origin(list, from: "::ffff:10.0.0.2") == "198.51.100.7")
    #expect(try origin(list, from: "192.0.2.1") == "192.0.2.1")
    #expect(try origin([:]) == "10.0.0.2")
    #expect(try origin(["x-forwarded-for": "198.51.100.7, nonsense"]) == "10.0.0.2")
    #expect(try origin(["x-forwarded-for": "198.51.100.7, nonsense, 10.0.1.9"]) == "10.0.1.9")
  }

  @Test func `Forwarded is read as RFC 7239 writes it`() throws {
    func origin(_ text: String) throws -> String { try self.origin(["forwarded": text]) }
    let quoted = try origin("for=192.0.2.43, For=\"[2001:db8:cafe::17]:4711\"")
    #expect(quoted == "2001:db8:cafe:0::/64")
    #expect(try origin("for=192.0.2.43;proto=http;by=10.0.0.2") == "192.0.2.43")
    #expect(try origin("for=192.0.2.43 , for=10.0.1.3; host=a") == "192.0.2.43")
    #expect(try origin("for=192.0.2.43;host=\"a, for=192.0.2.44;\\\"\"") == "192.0.2.43")
    #expect(try origin("for=192.0.2.43, for=_hidden") == "10.0.0.2")
    #expect(try origin("proto=https") == "10.0.0.2")
  }

  @Test func `a header that our proxies do not write is not read`() throws {
    let both = ["x-forwarded-for": "192.0.2.1", "forwarded": "for=192.0.2.2"]
    #expect(try origin(both) == "192.0.2.1")
    #expect(try origin(both, reading: .forwarded) == "192.0.2.2")
    #expect(try origin(["forwarded": "for=192.0.2.2"], reading: .forwardedFor) == "10.0.0.2")
  }
}
