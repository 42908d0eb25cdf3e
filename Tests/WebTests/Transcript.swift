import Foundation
import Receipts
import ServiceCore
import TestSupport
import Testing
import Web

/// A whole exchange with an endpoint, byte for byte, as a golden file: requests and answers in turn. What
/// is different in every run (tokens of the endpoints' own making) is scripted by the test.
struct Transcript {
  private let router: WebRouter
  private(set) var text = ""

  init(_ router: WebRouter) { self.router = router }

  /// Sends a request, notes both, and hands the answer on. Long values in `hiding` stand as their
  /// names.
  @discardableResult
  mutating func send(
    _ request: WebRequest,
    target: String,
    hiding: [String: String] = [:]
  ) async -> WebResponse {
    let sent = request.body
    let answer = await router.answer(request)
    func shown(_ bytes: [UInt8]) -> String {
      hiding.reduce(String(decoding: bytes, as: UTF8.self)) {
        $0.replacing($1.value, with: "<\($1.key)>")
      }
    }
    text += "\(request.method) \(target)\n"
    for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      text += "\(name): \(shown(Array(value.utf8)))\n"
    }
    text += "\n\(shown(sent))\n\n\(answer.status)\n"
    for header in answer.headers { text += "\(header.name): \(header.value)\n" }
    text += "\n\(shown(answer.body))\n\n"
    return answer
  }

  /// What differs from the golden file of this name.
  func difference(from name: String) -> String? {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return Golden.difference(
      of: text,
      from: folder.appending(path: "Transcripts/\(name).txt").path
    )
  }
}

extension WebRouter {
  /// Of the endpoints that are open.
  init(_ states: [EndpointState]) {
    self.init(states.compactMap { if case .open(let group) = $0 { group } else { nil } })
  }
}

extension Dependencies {
  /// A world in which nobody loses patience: however busy the machine is, answers are waited for.
  static func patient(_ now: @escaping @Sendable () -> Date) -> Dependencies {
    Dependencies(now: now, sleep: { _ in try await Forever.wait() })
  }
}

extension JobPolicy {
  /// Stores are asked about everything that is handed in, whatever they confirmed just now.
  static var askingAlways: JobPolicy {
    var policy = JobPolicy()
    policy.requeryInterval = 0
    return policy
  }
}

enum Forever {
  /// Until the task is cancelled.
  static func wait() async throws -> Never {
    let (silence, voice) = AsyncStream.makeStream(of: Never.self)
    for await _ in silence {}
    withExtendedLifetime(voice) {}
    throw CancellationError()
  }
}
