import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `Keys that Microsoft renews` {
  private func key(_ user: String, until: String) -> [UInt8] {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }
    let claims = """
      {"http://schemas.microsoft.com/marketplace/2015/08/claims/key/clientId":"c",\
      "http://schemas.microsoft.com/marketplace/2015/08/claims/key/userId":"\(user)",\
      "http://schemas.microsoft.com/marketplace/2015/08/claims/key/payload":"p",\
      "iss":"https://collections.mp.microsoft.com/v6.0/keys",\
      "aud":"https://collections.mp.microsoft.com/v6.0/keys",\
      "exp":\(ms(until) / 1_000),"iat":1}
      """
    return Array("\(part(#"{"typ":"JWT","alg":"RS256"}"#)).\(part(claims)).AAAA".utf8)
  }

  @Test func `the new one belongs to the old one's user, and a stranger's is not kept`()
    async throws
  {
    let fixture = try ServiceFixture()
    let (old, new) = (key("ada", until: "2026-01-10"), key("ada", until: "2026-02-10"))
    let first = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: old, user: ID("ada"), origin: .uploaded)
    )
    #expect(first.submission.kind == .microsoftStoreIDKey)
    let later = fixture.service(at: ServiceFixture.now.addingTimeInterval(ServiceFixture.day))
    try await later.storeQueries.file(renewedKey: new, insteadOf: old)
    let userDetails = try #require(try await fixture.ledger.users.details(of: ID("ada")))
    #expect(userDetails.documents.count == 2)
    try await later.storeQueries.file(
      renewedKey: key("eve", until: "2026-03-10"),
      insteadOf: key("eve", until: "2026-01-01")
    )
    #expect(try await fixture.ledger.statistics.summary().documents == 2)
  }
}
