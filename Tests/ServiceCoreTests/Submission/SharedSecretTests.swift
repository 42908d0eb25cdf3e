import Entitlements
import Foundation
import Persistence
import ServiceCore
import Testing

@Suite struct `A shared secret in a document` {
  private static let secret = "0123456789abcdef0123456789abcdef"

  private func notification(_ extra: String = "") -> [UInt8] {
    Array(
      """
      {"notification_type":"DID_RENEW","environment":"PROD","password":"\(Self.secret)","bid":\
      "com.example.reader","unified_receipt":{"password":"\(Self.secret)","status":0}\(extra)}
      """.utf8
    )
  }

  private func expectNoSecret(in ledger: Ledger) async throws {
    let stored = try await ledger.documents.all().map(\.filing.document)
    #expect(!stored.isEmpty)
    for document in stored {
      let text = String(decoding: document.bytes, as: UTF8.self)
      #expect(!text.contains("456"), "\(text)")
      #expect(document.context?.contains("456") != true)
    }
  }

  @Test(arguments: [nil, .storeAnswer] as [TrustBasis?])
  func `is not filed with what is imported`(_ trustBasis: TrustBasis?) async throws {
    let fixture = try ServiceFixture()
    for extra in ["", ",\"password\":[\"\(Self.secret)\"]"] {
      let bytes = notification(extra)
      for bytes in [bytes, Array(Data(bytes).base64EncodedString().utf8)] {
        _ = try await fixture.service.submissions.validate(
          SubmittedDocument(bytes: bytes, user: ID("ada"), trustBasis: trustBasis)
        )
      }
    }
    try await expectNoSecret(in: fixture.ledger)
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
  }

  @Test(arguments: [nil, .storeAnswer] as [TrustBasis?])
  func `is not filed with what is ingested`(_ trustBasis: TrustBasis?) async throws {
    let fixture = try ServiceFixture()
    _ = try await fixture.service.notifications.ingest(
      PushedNotification(notification(), trustBasis: trustBasis),
      by: "kim"
    )
    try await expectNoSecret(in: fixture.ledger)
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
  }
}
