import Basics
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct AmazonNotificationEndpointTests {
  private static let topic = "arn:aws:sns:us-east-1:123456789012:rtn"
  private static let certificate =
    "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem"
  private static let confirmation =
    "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=\(topic)&Token=23"
  private static let year: TimeInterval = 365 * 86_400
  private static let mint = Result {
    try MessageMint(
      validity: NotificationFixture.now.addingTimeInterval(
        -year
      )...NotificationFixture.now.addingTimeInterval(year)
    )
  }

  let stand: NotificationFixture
  let mint: MessageMint

  init() throws {
    (stand, mint) = (try Self.stand(), try Self.mint.get())
  }

  private static func stand(isReadOnly: Bool = false) throws -> NotificationFixture {
    let stand = try NotificationFixture(isReadOnly: isReadOnly) {
      $0.amazon = AmazonNotificationConfiguration()
      $0.amazon?.topics = [topic]
    }
    stand.published.put(try mint.get().certificatePEM, at: certificate)
    stand.published.put("<ConfirmSubscriptionResponse/>", at: confirmation)
    return stand
  }

  /// A message as SNS posts it. What is changed in `after` is changed once it is signed.
  private func message(
    _ type: String = "Notification",
    of app: String = NotificationFixture.app,
    number: String = "1",
    version: Int = 1,
    certificate: String = certificate,
    changing: [String: String] = [:],
    after: [String: String?] = [:]
  ) throws -> WebRequest {
    let notification = """
      {"receiptId":"q1YqVbJSyjH28DGPKChw9c0o8nd3ySststQtzSkrM9I","relatedReceipts":{},\
      "appUserId":"l3HL7XppEMhrOGDgur9-ulvqomrSg6qyODKmah72lJU=",\
      "notificationType":"SUBSCRIPTION_RENEWED","appPackageName":"\(app)",\
      "timestamp":\(NotificationFixture.milliseconds()),"betaProductTransaction":false}
      """
    var members = [
      "Type": type, "MessageId": "message-\(number)", "TopicArn": Self.topic,
      "Timestamp": "2026-01-01T00:00:00.000Z",
      "Message": type == "Notification" ? notification : "You have chosen to subscribe.",
    ]
    if type != "Notification" {
      members["Token"] = "23"
      members["SubscribeURL"] = Self.confirmation
    }
    members.merge(changing) { $1 }
    let signature = try mint.signature(
      over: members.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) },
      version: version
    )
    members["SignatureVersion"] = "\(version)"
    members["Signature"] = signature
    members["SigningCertURL"] = certificate
    for (name, value) in after { members[name] = value }
    let json = JSONValue.object(
      members.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
    )
    return WebRequest(
      "POST",
      "/notifications/amazon",
      headers: ["content-type": "text/plain; charset=UTF-8"],
      body: CompactJSON.bytes(json),
      peer: "54.240.1.1"
    )
  }

  private func expectRefusal(
    _ request: WebRequest,
    _ status: Int,
    _ code: String
  ) async throws {
    let answer = await stand.router.answer(request)
    #expect(answer.status == status)
    #expect(answer.note == code)
    #expect(stand.codes == [code])
    #expect(try await stand.documents.isEmpty)
  }

  @Test(arguments: [1, 2])
  func `what SNS signed by either version is filed, and Amazon asked`(
    _ version: Int
  ) async throws {
    let answer = await stand.router.answer(try message(version: version))
    #expect(answer.status == 200)
    let document = try #require(try await stand.documents.first)
    #expect(document.provenance == .storeAnswer)
    #expect(document.verdict == .genuine)
    #expect(try await stand.ledger.jobs.counts() == [.waiting: 1])
  }

  @Test func `a subject is signed with the rest`() async throws {
    let request = try message(changing: ["Subject": "renewed"])
    #expect(await stand.router.answer(request).status == 200)
    let added = try message(number: "2", after: ["Subject": "new"])
    #expect(await stand.router.answer(added).status == 403)
  }

  @Test func `a repetition is told by its number`() async throws {
    let endpoints = stand.router
    #expect(await endpoints.answer(try message()).note == "filed")
    #expect(await endpoints.answer(try message()).note == "known")
    #expect(await endpoints.answer(try message(version: 2)).note == "known", "signed anew")
    #expect(try await stand.documents.count == 1)
    #expect(stand.published.asked == [Self.certificate], "the certificate is kept")
  }

  @Test(arguments: ["Message", "MessageId", "Timestamp"])
  func `what was changed after it was signed is refused`(_ name: String) async throws {
    try await expectRefusal(
      try message(after: [name: "2026-01-02T00:00:00.000Z"]),
      403,
      "bad-signature"
    )
  }

  @Test func `a signature of one version is none of the other`() async throws {
    try await expectRefusal(
      try message(version: 1, after: ["SignatureVersion": "2"]),
      403,
      "bad-signature"
    )
  }

  @Test(arguments: ["3", "0", "", "01"])
  func `other versions are not read`(_ version: String) async throws {
    let request = try message(after: ["SignatureVersion": version])
    try await expectRefusal(request, 400, "unsupported")
    #expect(stand.published.asked.isEmpty)
  }

  @Test(arguments: ["Signature", "SigningCertURL"])
  func `without its parts a signature is none`(_ name: String) async throws {
    #expect(await stand.router.answer(try message(after: [name: nil])).status >= 400)
    #expect(try await stand.documents.isEmpty)
  }

  @Test(arguments: [
    "http://sns.us-east-1.amazonaws.com/a.pem", "https://sns.us-east-1.amazonaws.com.evil.io/a.pem",
    "https://evil.io/sns.us-east-1.amazonaws.com/a.pem", "https://sns.evil.io/a.pem",
    "https://s3.us-east-1.amazonaws.com/a.pem", "https://sns.amazonaws.com/a.pem",
    "https://sns.a.b.amazonaws.com/a.pem", "https://sns.us-east-1.amazonaws.com:444/a.pem",
    "https://u@sns.us-east-1.amazonaws.com/a.pem", "https://sns.us-east-1.amazonaws.com/a.der",
    "https://sns.us-east-1.amazonaws.com/?x=a.pem", "https://sns.us-east-1.amazonaws.com/a.pem#b",
    "https://sns.us-east-1.amazonaws.com/../b/a.pem", "https://sns.us-east-1.amazonaws.com",
    "https://sns.us-east-1.amazonaws.com\\@evil.io/a.pem", "https://evil.io#.amazonaws.com/a.pem",
    " https://sns.us-east-1.amazonaws.com/a.pem", "https://sns..amazonaws.com/a.pem", "",
    "HTTPS://SNS.us-east-1.amazonaws.com/a.pem", "https://sns.us-east-1.amazonaws.com/a%2f.pem",
  ])
  func `a certificate that does not lie with SNS is not fetched`(_ url: String) async throws {
    stand.published.put(mint.certificatePEM, at: url)
    try await expectRefusal(try message(certificate: url), 403, "untrusted-chain")
    #expect(stand.published.asked.isEmpty)
  }

  @Test(arguments: ["eu-west-1.amazonaws.com", "cn-north-1.amazonaws.com.cn"])
  func `every region has its own`(_ region: String) async throws {
    let url = "https://sns.\(region)/SimpleNotificationService-1.pem"
    stand.published.put(mint.certificatePEM, at: url)
    #expect(await stand.router.answer(try message(certificate: url)).status == 200)
  }

  @Test func `a certificate that has ended, or has not begun, proves nothing`() async throws {
    stand.clock.advance(Self.year + 60)
    try await expectRefusal(try message(), 403, "untrusted-chain")
    stand.clock.advance(-2 * Self.year - 120)
    #expect(await stand.router.answer(try message(number: "2")).status == 403)
  }

  @Test func `another's certificate proves nothing`() async throws {
    let now = NotificationFixture.now
    let other = try MessageMint(validity: now...now.addingTimeInterval(Self.year))
    stand.published.put(other.certificatePEM, at: Self.certificate)
    try await expectRefusal(try message(), 403, "bad-signature")
  }

  @Test func `what is no certificate of RSA's proves nothing`() async throws {
    stand.published.put("nonsense", at: Self.certificate)
    try await expectRefusal(try message(), 403, "untrusted-chain")
    let der = try NotificationFixture.authority.get().certificatesDER[0]
    stand.published.put(
      "-----BEGIN CERTIFICATE-----\n\(Data(der).base64EncodedString())\n-----END CERTIFICATE-----\n",
      at: Self.certificate
    )
    #expect(await stand.router.answer(try message(number: "2")).note == "untrusted-chain")
    stand.published.put("", at: Self.certificate, status: 404)
    #expect(await stand.router.answer(try message(number: "3")).note == "untrusted-chain")
  }

  @Test func `where the certificate cannot be had the message is to come again`() async throws {
    let endpoints = stand.router
    stand.published.remove(Self.certificate)
    let answer = await endpoints.answer(try message())
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") != nil)
    stand.published.put("", at: Self.certificate, status: 500)
    #expect(await endpoints.answer(try message()).status == 503)
    stand.published.put(mint.certificatePEM, at: Self.certificate)
    #expect(await endpoints.answer(try message()).status == 200)
    #expect(stand.refused.isEmpty)
  }

  @Test func `anonymousQueries have no more than a few addresses asked`() async throws {
    let endpoints = stand.router
    for number in 0..<30 {
      let url = "https://sns.us-east-1.amazonaws.com/\(number).pem"
      _ = await endpoints.answer(try message(certificate: url))
    }
    #expect(stand.published.asked.count == 10)
  }

  @Test func `a subscription to a topic of ours is confirmed, once`() async throws {
    let endpoints = stand.router
    let request = try message("SubscriptionConfirmation")
    let answer = await endpoints.answer(request)
    #expect(answer.status == 200)
    #expect(answer.note == "subscribed")
    #expect(stand.published.asked == [Self.certificate, Self.confirmation])
    #expect(await endpoints.answer(request).status == 200)
    #expect(stand.published.asked.count == 2)
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `a confirmation that does not come through is to come again`() async throws {
    stand.published.put("", at: Self.confirmation, status: 500)
    let (endpoints, request) = (stand.router, try message("SubscriptionConfirmation"))
    #expect(await endpoints.answer(request).status == 503)
    stand.published.put("", at: Self.confirmation)
    #expect(await endpoints.answer(request).status == 200)
  }

  @Test(arguments: [
    "https://evil.io/?Action=ConfirmSubscription&Token=23",
    "http://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=23",
    "https://sns.us-east-1.amazonaws.com/?Action=Publish&Token=23",
    "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=23#@evil.io",
  ])
  func `nothing else is visited, whoever signed it`(_ url: String) async throws {
    stand.published.put("", at: url)
    let request = try message("SubscriptionConfirmation", changing: ["SubscribeURL": url])
    try await expectRefusal(request, 403, "wrong-address")
    #expect(stand.published.asked == [Self.certificate])
  }

  @Test func `an unsigned confirmation is not followed`() async throws {
    let request = try message("SubscriptionConfirmation", after: ["Token": "24"])
    try await expectRefusal(request, 403, "bad-signature")
    #expect(!stand.published.asked.contains(Self.confirmation))
  }

  @Test(arguments: ["Notification", "SubscriptionConfirmation"])
  func `a topic that is not listed is refused before anything is fetched`(
    _ type: String
  ) async throws {
    let topic = "arn:aws:sns:us-east-1:999999999999:rtn"
    try await expectRefusal(try message(type, changing: ["TopicArn": topic]), 403, "wrong-topic")
    #expect(stand.published.asked.isEmpty)
  }

  @Test func `the end of a subscription is acknowledged`() async throws {
    let answer = await stand.router.answer(try message("UnsubscribeConfirmation"))
    #expect(answer.status == 200)
    #expect(!stand.published.asked.contains(Self.confirmation))
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `another's app is refused`() async throws {
    try await expectRefusal(try message(of: "com.example.other"), 403, "wrong-app")
  }

  @Test func `a message that is no notification of the store's is refused`() async throws {
    try await expectRefusal(try message(changing: ["Message": "hello"]), 400, "malformed")
  }

  @Test(arguments: ["", "{}", "[]", "{\"Type\":\"Notification\"}", "nonsense"])
  func `what is no message of SNS is a bad request`(_ body: String) async throws {
    var request = try message()
    request.body = Array(body.utf8)
    try await expectRefusal(request, 400, "malformed")
  }

  @Test func `our own trouble is told as such`() async throws {
    let broken = try Self.stand(isReadOnly: true)
    let answer = await broken.router.answer(try message())
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") != nil)
  }

  @Test func `without topics the endpoint is closed`() throws {
    #expect(
      try NotificationFixture { _ in }.lack(of: "amazon") == "[serve.amazon] topics is not set"
    )
    let bare = try NotificationFixture { $0.amazon = AmazonNotificationConfiguration() }
    #expect(bare.lack(of: "amazon") == "[serve.amazon] topics is not set")
  }

  @Test func `the whole exchange`() async throws {
    var transcript = Transcript(stand.router)
    let requests = [
      try message("SubscriptionConfirmation"), try message(), try message(),
      try message(number: "2", version: 2), try message(after: ["MessageId": "message-3"]),
      try message("UnsubscribeConfirmation"),
    ]
    for request in requests {
      let signature = try #require(try request.json()["Signature"]?.string)
      await transcript.send(
        request,
        target: "/notifications/amazon",
        hiding: ["a signature": signature]
      )
    }
    #expect(transcript.difference(from: "amazon-notifications") == nil)
  }
}
