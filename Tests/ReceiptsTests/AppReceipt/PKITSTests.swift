import Foundation
import Testing

@testable import Receipts

/// PKITS's certificates are not part of the repository. PKITS_DATA names the folder that has them in
/// `certs`; `.ci/setup tests` puts one into `.build/pkits`.
@Suite struct `NIST's path cases` {
  private static let folder = ProcessInfo.processInfo.environment["PKITS_DATA"]
  /// The certificates are valid from 2010 to 2030, but for those that are not to be.
  private static let instant = Date(timeIntervalSince1970: 1_577_836_800)  // 2020-01-01

  private func certificate(_ name: String) throws -> [UInt8] {
    let folder = try #require(Self.folder)
    return Array(try Data(contentsOf: URL(filePath: "\(folder)/certs/\(name).crt")))
  }

  /// Why the chain of a receipt or a payload with these certificates is refused.
  private func refusal(
    _ item: PKITSCase,
    judge: (ChainPolicy, _ path: [[UInt8]]) throws -> SignerChain
  ) throws -> String? {
    let anchor = try certificate(item.anchor)
    let path = try item.path.map(certificate) + [anchor]
    let policy = try ChainPolicy(storeRoots: [anchor], addedRoots: [], requiresMarkers: false)
    do {
      return try judge(policy, path).fault(at: Self.instant)
    } catch let rejection as Rejection {
      #expect(rejection.code == "untrusted-chain")
      return rejection.detail
    }
  }

  private func compare(_ refusal: String?, _ item: PKITSCase) {
    switch item.expectation {
    case .valid: #expect(refusal == nil)
    case .refused(let fault):
      let refusal = refusal ?? "nothing: the path is accepted"
      #expect(fault.words.contains { refusal.contains($0) }, "refused for \(refusal)")
    }
  }

  @Test(
    .enabled(if: folder != nil, "PKITS_DATA names no folder"),
    arguments: PKITSCase.all
  )
  func `are judged as the table says, in receipts and in payloads`(item: PKITSCase) throws {
    compare(try refusal(item) { try $0.chain(from: $1[0], among: $1) }, item)
    compare(try refusal(item) { try $0.payloadChain($1[0], $1[1]) }, item)
  }

  @Test func `are all judged or left out for a reason`() {
    let judged = Set(PKITSCase.all.map(\.number))
    for (index, size) in PKITSCase.sizes.enumerated() {
      for number in 1...size {
        let isLeftOut = PKITSCase.leftOut.contains {
          $0.section == index + 1 && $0.numbers.contains(number)
        }
        #expect(judged.contains("4.\(index + 1).\(number)") != isLeftOut)
      }
    }
  }
}
