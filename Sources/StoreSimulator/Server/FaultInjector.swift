import Basics
import Foundation

/// A fault to inject.
package struct InjectedFault: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// An HTTP status, in the store's format, with `Retry-After` if given.
    case status
    /// The store's own code: a status of verifyReceipt, an errorCode, a reason.
    case code
    /// The connection is reset before a response.
    case reset
    /// One byte at a time.
    case slow
    /// The correct response, `milliseconds` late.
    case delay
    case silence
    /// The JSONValue is truncated, with the right length.
    case cut
    /// The connection ends before the body does.
    case premature
    case html, huge
    case gzipBomb = "gzip-bomb"
    case wrongTypes = "wrong-types"
    case duplicateKeys = "duplicate-keys"
  }

  package var kind: Kind
  /// Part of the path; all paths if absent.
  package var path: String?
  /// The number of requests to affect.
  package var count: Int?
  package var status: Int?
  package var retryAfter: String?
  package var code: String?
  package var milliseconds: Int?

  package init(_ kind: Kind) { self.kind = kind }
}

extension [InjectedFault] {
  /// Takes the first fault that matches a path.
  mutating func take(_ path: String) -> InjectedFault? {
    let fits = { (fault: InjectedFault) in fault.path.map { path.contains($0) } ?? true }
    guard let place = firstIndex(where: fits) else { return nil }
    let fault = self[place]
    let left = (fault.count ?? 1) - 1
    if left > 0 { self[place].count = left } else { remove(at: place) }
    return fault
  }
}

extension Simulator {
  package func plan(_ fault: InjectedFault) { faults.append(fault) }

  package func removeFaults() { faults = [] }
}

extension InjectedFault {
  /// The response with the fault applied.
  func applied(to answer: SimulatorResponse, of path: [String]) -> SimulatorResponse {
    var answer = answer
    switch kind {
    case .status:
      answer = Self.refusal(status ?? 503, code, path)
      if let retryAfter { answer.headers["retry-after"] = retryAfter }
    case .code: answer = Self.refusal(status, code ?? "0", path)
    case .delay: answer.delay = .milliseconds(milliseconds ?? 1_000)
    case .reset: answer.manner = .reset
    case .slow: answer.manner = .slow
    case .silence: answer.manner = .silence
    case .premature: answer.manner = .premature
    case .cut: answer.body = answer.body.prefix(answer.body.count / 2)
    case .html:
      answer = SimulatorResponse(
        status ?? 200,
        text: "<!DOCTYPE html><html><body><h1>We will be back</h1></body></html>",
        type: "text/html; charset=utf-8"
      )
    case .huge:
      answer.body =
        Data("{\"a\":\"".utf8) + Data(repeating: 0x61, count: 64 << 20) + Data("\"}".utf8)
    case .gzipBomb:
      answer.body = GzipBomb.made(megabytes: 100)
      answer.headers["content-encoding"] = "gzip"
    case .wrongTypes: answer.body = Self.withWrongTypes(answer.body)
    case .duplicateKeys: answer.body = Self.withDuplicateKeys(answer.body)
    }
    return answer
  }

  private static func refusal(
    _ status: Int?,
    _ code: String?,
    _ path: [String]
  ) -> SimulatorResponse {
    let number = code.flatMap { Int64($0) }
    if path.last == "verifyReceipt" {
      guard let number else { return SimulatorResponse(status ?? 503) }
      return SimulatorResponse(status ?? 200, ["status": .whole(number)])
    }
    if path.contains("inApps") {
      guard let number else { return SimulatorResponse(status ?? 503) }
      return SimulatorResponse(
        status ?? Int(number / 10_000),
        ["errorCode": .whole(number), "errorMessage": "Simulated."]
      )
    }
    if path.contains("androidpublisher") {
      return Refusal.google(status ?? 503, code ?? "backendError", "Simulated.").response
    }
    return SimulatorResponse(
      status ?? 503,
      ["code": .text(code), "message": "Simulated.", "error": .text(code)]
    )
  }

  private static func withWrongTypes(_ body: Data) -> Data {
    guard !body.isEmpty else { return body }
    guard let value = try? JSONSerialization.jsonObject(with: body) as? [String: Any],
      let data = try? JSONSerialization.data(withJSONObject: value.mapValues(wrong))
    else { return Data("[]".utf8) }
    return data
  }

  private static func wrong(_ value: Any) -> Any {
    switch value {
    case is String: 17
    case is [Any]: ["not": "a list"]
    case let inner as [String: Any]: inner.mapValues(wrong)
    default: ["a list"]
    }
  }

  private static func withDuplicateKeys(_ body: Data) -> Data {
    guard body.first == UInt8(ascii: "{"), body.last == UInt8(ascii: "}"), body.count > 2 else {
      return body
    }
    let members = body.dropFirst().dropLast()
    return Data("{".utf8) + members + Data(",".utf8) + members + Data("}".utf8)
  }
}

/// A small gzip body that decompresses to a very large one (RFC 1951, RFC 1952).
enum GzipBomb {
  static func made(megabytes: Int) -> Data {
    var bits = BitWriter()
    bits.put(0b1, 1)
    bits.put(0b01, 2)
    // The literal 'a', then copies of maximum length at distance one.
    bits.putCode(0x30 + 0x61, 8)
    for _ in 0..<(megabytes << 20) / 258 {
      bits.putCode(0b1100_0101, 8)
      bits.putCode(0, 5)
    }
    bits.putCode(0, 7)
    // No client reads as far as the checksum.
    return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]) + bits.ended + Data(repeating: 0, count: 8)
  }

  private struct BitWriter {
    private var bytes: [UInt8] = []
    private var bits: UInt32 = 0
    private var count = 0

    /// Lowest bit first.
    mutating func put(_ value: UInt32, _ length: Int) {
      bits |= value << count
      count += length
      while count >= 8 {
        bytes.append(UInt8(bits & 0xFF))
        bits >>= 8
        count -= 8
      }
    }

    /// A Huffman code: highest bit first.
    mutating func putCode(_ value: UInt32, _ length: Int) {
      for place in (0..<length).reversed() { put(value >> place & 1, 1) }
    }

    var ended: Data { Data(count > 0 ? bytes + [UInt8(bits & 0xFF)] : bytes) }
  }
}
