import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `Filing one receipt in many encodings` {
  let fixture: ServiceFixture
  private let ada = ID<User>("ada")

  init() throws { fixture = try ServiceFixture() }

  /// The same receipt, encoded as only a stranger would.
  private func encodings() throws -> [[UInt8]] {
    let chain = try ServiceFixture.authority.get().certificatesDER
    let envelopes = [
      Envelope.appStore, Envelope(encoding: .indefinite(chunk: 7)),
      Envelope(encoding: .indefinite(chunk: .max), signers: [Signer(scheme: .rsaWithDigest)]),
      Envelope(certificates: .exactly(chain.reversed())),
      Envelope(certificates: .exactly(Array(chain.dropLast()))),
      Envelope(certificates: .exactly(chain + chain)),
    ]
    let receipts = try envelopes.map {
      try fixture.receipt([fixture.month("1", begun: 10)], age: 1, as: $0)
    }
    let last = try #require(receipts.last)
    return receipts + [
      last + [0x0A], last + [0, 0, 0], Array(Data(last).base64EncodedString().utf8),
      Array("{\"ReceiptData\":\"\(Data(last).base64EncodedString())\"}".utf8),
    ]
  }

  @Test func `leaves one document, whichever comes first`() async throws {
    let encodings = try encodings()
    #expect(Set(encodings).count == encodings.count)
    var documents: Set<ID<Document>> = []
    for start in encodings.indices {
      let fixture = try ServiceFixture()
      for bytes in encodings[start...] + encodings[..<start] {
        let presented = SubmittedDocument(bytes: bytes, user: ada)
        let validation = try await fixture.service.submissions.validate(presented)
        #expect(validation.verdict == .genuine)
        documents.insert(validation.document)
      }
      #expect(try await fixture.ledger.statistics.summary().documents == 1)
      #expect(try await fixture.keys(of: ada) == (try await self.keysOfOne()))
      #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
    }
    #expect(documents.count == 1)
  }

  private func keysOfOne() async throws -> [String] {
    let fixture = try ServiceFixture()
    let bytes = try fixture.receipt([fixture.month("1", begun: 10)], age: 1)
    _ = try await fixture.service.submissions.validate(SubmittedDocument(bytes: bytes, user: ada))
    return try await fixture.keys(of: ada)
  }

  /// A ledger of before has documents as they were presented.
  @Test func `leaves what was filed in another encoding as it is`() async throws {
    let receipts = try ReceiptVerifier(roots: [ServiceFixture.authority.get().rootDER])
    let reader = DocumentReader(receipts: receipts)
    let encodings = try encodings()
    let old = try #require(encodings.dropFirst().first)
    let presented = SubmittedDocument(bytes: old, user: ada)
    let submission = reader.examine(old, at: ServiceFixture.now)
    let filing = DocumentFiling.filing(
      of: submission,
      DocumentIdentity(old),
      presented,
      at: ServiceFixture.now
    )
    _ = try await fixture.ledger.file(filing)
    #expect(filing.document.id == DocumentFiling.documentID(of: old))
    for bytes in encodings {
      _ = try await fixture.service.submissions.validate(SubmittedDocument(bytes: bytes, user: ada))
    }
    #expect(try await fixture.ledger.documents.find(filing.document.id)?.bytes == old)
    #expect(try await fixture.ledger.statistics.summary().documents == 2)
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
  }
}
