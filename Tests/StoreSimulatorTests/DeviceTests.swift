import Basics
import Foundation
import Receipts
import StoreSimulator
import Testing

/// What a device would hold, and the manual's table of the simulator's own endpoints.
@Suite struct `The simulator's own endpoints` {
  private func get(_ target: String, of simulator: Simulator) async -> (status: Int, text: String) {
    let answer = await simulator.answer(SimulatorRequest("GET", "/simulator/\(target)"))
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  private func buy(
    _ product: String,
    in store: SimulatedStore,
    sandbox: Bool = false,
    pending: Bool = false,
    by simulator: Simulator
  ) async throws -> SimulatedPurchase {
    var buy = act(.buy, product: product)
    (buy.store, buy.sandbox, buy.pending) = (store, sandbox, pending)
    let id = try #require(try await simulator.perform(buy))
    return try #require(await simulator.state.world.purchase(id))
  }

  @Test func `give the newest signed transaction, of a product if one is named`() async throws {
    let simulator = try await simulator()
    let first = try await buy("plus.monthly", in: .apple, by: simulator)
    let second = try await buy("coins.100", in: .apple, by: simulator)
    let test = try await buy("season", in: .apple, sandbox: true, by: simulator)
    for (query, purchase) in [
      ("", second), ("&product=plus.monthly", first), ("&sandbox=true", test),
    ] {
      let signed = await get("apple/transaction?account=ada\(query)", of: simulator)
      #expect(signed.status == 200)
      let verifier = try PayloadVerifier(roots: [Array(SharedKeys.keys.payloadRoot)])
      let examination = verifier.examine(Array(signed.text.utf8), at: noon)
      #expect(examination.verdict == .genuine(.storeSignature))
      #expect(examination.payload?["transactionId"]?.string == purchase.charges.last?.id)
    }
  }

  @Test func `give Google's purchase token, before the payment too`() async throws {
    let simulator = try await simulator()
    let purchase = try await buy("plus.monthly", in: .google, by: simulator)
    #expect(await get("google/token?account=ada", of: simulator).text == purchase.token)
    let pending = try await buy("lifetime", in: .google, pending: true, by: simulator)
    #expect(await get("google/token?account=ada", of: simulator).text == pending.token)
  }

  @Test func `say how to buy what an account has not bought`() async throws {
    let simulator = try await simulator()
    _ = try await buy("lifetime", in: .apple, pending: true, by: simulator)
    _ = try await buy("plus.monthly", in: .google, sandbox: true, by: simulator)
    for (target, command) in [
      ("apple/transaction?account=ada", "--store apple --account ada --product plus.monthly"),
      ("google/token?account=ada", "--store google --account ada --product plus.monthly"),
      (
        "google/token?account=ben&product=lifetime&sandbox=true",
        "--store google --account ben --product lifetime --sandbox"
      ),
    ] {
      let answer = await get(target, of: simulator)
      #expect(answer.status == 404)
      #expect(answer.text.contains("purser simulate act buy \(command)"), "\(answer.text)")
    }
  }

  @Test func `name another service account in a push token on request`() async throws {
    let simulator = try await simulator()
    let usual = await get("google/push-token", of: simulator).text
    #expect(payload(usual)["email"] as? String == SharedKeys.keys.pushAccount)
    let other = await get("google/push-token?account=mallory%40example.com", of: simulator).text
    #expect(payload(other)["email"] as? String == "mallory@example.com")
  }

  // The manual.

  private static let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/purser/Documentation.docc/SandboxWork.md")

  private struct Row {
    var method: String
    var path: String
    var example: String
  }

  /// The rows of the table of endpoints.
  private func rows() throws -> [Row] {
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    let pattern = #/^\| `([A-Z]+)` \| `(/simulator/[^` ]+)` \|[^|]+\| `(curl [^`]+)` \|$/#
    return text.matches(of: pattern.anchorsMatchLineEndings()).map {
      Row(method: String($0.1), path: String($0.2), example: String($0.3))
    }
  }

  @Test func `are all in the manual, and all that the manual lists are there`() throws {
    let documented = try rows().map { "\($0.method) \($0.path.dropFirst())" }
    #expect(Set(documented).count == documented.count)
    #expect(Set(documented) == Set(Simulator.controlEndpoints))
  }

  @Test func `answer the manual's examples`() async throws {
    let simulator = try await simulator()
    // The manual's first example buys the same in the App Store.
    _ = try await buy("plus.monthly", in: .google, by: simulator)
    for row in try rows() {
      let words = Self.words(row.example)
      let address = try #require(words.first { $0.contains("/simulator/") }, "\(row.example)")
      let body = words.firstIndex(of: "-d").map { words[$0 + 1] }
      let named = words.firstIndex(of: "-X").map { words[$0 + 1] }
      let method = named ?? (body == nil ? "GET" : "POST")
      #expect(method == row.method, "\(row.example)")
      let target = try #require(address.firstRange(of: "/simulator/"))
      let path = address[target.lowerBound...]
      #expect(path.split(separator: "?").first.map(String.init) == row.path, "\(row.example)")
      let answer = await simulator.answer(
        SimulatorRequest(method, String(path), body: Data((body ?? "").utf8))
      )
      #expect(
        answer.status == 200,
        "\(row.example): \(String(decoding: answer.body, as: UTF8.self))"
      )
      #expect(!answer.body.isEmpty, "\(row.example)")
    }
  }

  /// The words of a command line, with single quotes as a shell reads them.
  private static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      index,
      part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }
}
