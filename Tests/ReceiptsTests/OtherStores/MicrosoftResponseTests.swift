import Basics
import Foundation
import Receipts
import Testing

@Suite struct `Microsoft answers and keys` {
  private func json(_ text: String) throws -> JSONValue { try JSONReader.value(text) }

  private func response(_ text: String) throws -> MicrosoftResponse {
    try MicrosoftResponse(json(text))
  }

  private static let item = """
    {"items":[{"id":"i1","productId":"9NBLGGH42CFD","skuId":"0010","productKind":"Durable",
    "status":"Revoked","acquiredDate":"2025-09-22T19:22:51.2068724+00:00",
    "endDate":"9999-12-31T23:59:59.9999999+00:00","quantity":1,"trialData":{"isTrial":false},
    "recurrenceData":{"recurrenceId":"mdr:0:ab:1"}, "newField":[1]}],"continuationToken":"{}"}
    """

  private static let recurrence = """
    {"id":"mdr:0:ab:1","productId":"9N","skuId":"0020","market":"DE","autoRenew":true,
    "recurrenceState":"InDunning","startTime":"2025-01-01T00:00:00.0000000+00:00",
    "expirationTime":"2025-02-01T23:59:59.0000000+00:00",
    "expirationTimeWithGrace":"2025-02-04T23:59:59.0000000+00:00","beneficiary":"pub:u1"}
    """

  @Test func `owned products of every version are read`() throws {
    guard case .collection(let items, let token) = try response(Self.item) else {
      Issue.record("another shape")
      return
    }
    let item = try #require(items.first)
    #expect(token == "{}")
    #expect(item.status?.known == .revoked)
    #expect(item.productKind?.known == .durable)
    #expect(item.recurrenceID == "mdr:0:ab:1")
    #expect(item.acquiredAt == Date(timeIntervalSince1970: 1_758_568_971.2068724))
    #expect(item.endsAt != nil)
    for link in [#""recurrenceData":"r""#, #""recurrenceId":"r""#] {
      let old = """
        {"items":[{"itemId":"i2","productId":"p","skuId":"s","productType":"New","status":"Odd",\(link)}]}
        """
      guard case .collection(let items, nil) = try response(old) else {
        Issue.record("another shape")
        return
      }
      #expect(items.first?.id == "i2")
      #expect(items.first?.productKind?.raw == "New")
      #expect(items.first?.status?.known == nil)
      #expect(items.first?.recurrenceID == "r")
    }
  }

  @Test func `subscriptions are read bare and in a list`() throws {
    for text in [Self.recurrence, "{\"items\":[\(Self.recurrence)]}"] {
      guard case .recurrences(let items, nil) = try response(text) else {
        Issue.record("another shape")
        return
      }
      #expect(items.map(\.state?.known) == [.inDunning])
      #expect(items.first?.autoRenew == true)
      #expect(items.first?.isTrial == nil)
      #expect(items.first?.expiresWithGraceAt == Date(timeIntervalSince1970: 1_738_713_599))
    }
  }

  @Test func `orders, consumption, clawbacks and errors are read`() throws {
    let orders = try response(
      """
      {"items":[{"orderId":"o","orderPurchasedDate":"2025-01-01T00:00:00Z","orderLineItems":[
      {"lineItemId":"l","lineItemState":"Revoked","productId":"p","quantity":2}]}]}
      """
    )
    guard case .orders(let list) = orders else {
      Issue.record("another shape")
      return
    }
    #expect(list.first?.lineItems.first?.state?.known == .revoked)
    let consumption = try response(
      #"{"itemId":"i","trackingId":"t","newQuantity":0,"orderTransactions":[{"orderId":"o"}]}"#
    )
    guard case .consumption(let used) = consumption else {
      Issue.record("another shape")
      return
    }
    #expect(used.orderIDs == ["o"])
    let error = try response(
      #"{"code":"Unauthorized","innererror":{"code":"AuthenticationTokenInvalid"},"message":"m"}"#
    )
    guard case .error(let fault) = error else {
      Issue.record("another shape")
      return
    }
    #expect(fault.innerCode == "AuthenticationTokenInvalid")
  }

  @Test(arguments: [
    ("Returned", MicrosoftClawback.State.returned), ("Return", .returned), ("Refund", .refunded),
    ("Revoked", .revoked), ("ChargebackReversal", .chargebackReversal), ("X", .other("X")),
  ])
  func `a clawback's state is read in both spellings`(
    _ word: String,
    _ state: MicrosoftClawback.State
  ) throws {
    let event = try response(
      """
      {"id":"e","source":"/Purchase/Refund","type":"ClawbackEventContractV2","data":{"orderId":"o",
      "eventState":"\(word)","recurrenceData":{"recurrenceId":"r"}}}
      """
    )
    guard case .clawback(let clawback) = event else {
      Issue.record("another shape")
      return
    }
    #expect(clawback.state == state)
    #expect(clawback.recurrenceID == "r")
  }

  @Test func `an answer is unsigned, and unknown fields stay`() throws {
    let body = try json(Self.item)
    let examination = MicrosoftDocument.examineResponse(body)
    #expect(MicrosoftDocument.kind(of: body) == .microsoftResponse)
    #expect(examination.verdict == .unsigned)
    #expect(examination.payload == body)
    #expect(try response(#"{"items":[]}"#) == .nothing)
  }

  @Test(arguments: [
    (#"{"items":[{"productId":"p","skuId":"s","endDate":"soon"}]}"#, "items[0].endDate"),
    (#"{"items":[{"productId":"p","skuId":"s"},{"productId":7}]}"#, "items[1].productId"),
    (#"{"items":[{"productId":"p","skuId":"s"},7]}"#, "items[1]"),
    (#"{"id":"r","recurrenceState":"Active","autoRenew":"yes"}"#, "autoRenew"),
    (#"{"id":"","recurrenceState":"Active"}"#, "id"),
    (#"{"id":"e","type":"ClawbackEventContractV2"}"#, "data"),
  ])
  func `a field of another type is refused by its name`(_ text: String, _ place: String) throws {
    let examination = MicrosoftDocument.examineResponse(try json(text))
    #expect(examination.rejection?.code == "malformed")
    #expect(examination.rejection?.location == place)
    #expect(examination.payload != nil)
  }

  @Test(arguments: [
    "{}", "[]", "null", "7", #"{"items":7}"#, #"{"items":[7]}"#, #"{"items":[{"productId":"p"}]}"#,
    #"{"code":1}"#, #"{"kind":"androidpublisher#productPurchase"}"#, #"{"items":[],"other":1}"#,
  ])
  func `other JSON is not Microsoft's`(_ text: String) throws {
    #expect(MicrosoftDocument.kind(of: try json(text)) == nil)
    #expect(throws: Rejection.self) { try response(text) }
  }

  @Test func `what opens doors is masked`() throws {
    let address =
      #"{"expiresOn":"2022-12-09T02:13Z","uri":"https://a.queue.core.windows.net/q?sig=s"}"#
    #expect(
      try response(address) == .queueAddress(expiresAt: Date(timeIntervalSince1970: 1_670_551_980))
    )
    for text in [address, #"{"key":"eyJsecret"}"#, #"{"Key":"eyJsecret"}"#] {
      let payload = try #require(MicrosoftDocument.examineResponse(try json(text)).payload)
      #expect(payload.members?.last?.value == .string("…"))
    }
  }

  // Store ID keys

  private static let marketplace = "http://schemas.microsoft.com/marketplace/2015/08/claims/key/"

  private static let claims = """
    {"\(marketplace)clientId":"c1","\(marketplace)payload":"opaque","\(marketplace)userId":"u1",
    "\(marketplace)refreshUri":"https://collections.mp.microsoft.com/v6.0/b2b/keys/renew",
    "iat":1442395542,"nbf":1442395542,"exp":1450171541,
    "iss":"https://collections.mp.microsoft.com/v6.0/keys",
    "aud":"https://collections.mp.microsoft.com/v6.0/keys"}
    """

  private func part(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private func key(
    _ claims: String = Self.claims,
    header: String = #"{"typ":"JWT","alg":"RS256","x5t":"x"}"#
  ) -> String {
    "\(part(header)).\(part(claims)).\(part("not checked"))"
  }

  @Test func `a Store ID key shows its claims, is not believed and keeps its secret`() throws {
    let text = Array(" \(key())\n".utf8)
    let examination = MicrosoftDocument.examineStoreIDKey(text)
    #expect(examination.kind == .microsoftStoreIDKey)
    #expect(examination.rejection?.code == "untrusted-chain")
    let payload = try #require(examination.payload)
    #expect(payload[Self.marketplace + "payload"] == .string("…"))
    #expect(payload[Self.marketplace + "userId"] == .string("u1"))
    #expect(payload["exp"] == .number("1450171541"))
    #expect(!"\(examination)".contains("opaque"))
    let read = try MicrosoftStoreIDKey(text)
    #expect(read.service == .collections)
    #expect(read.expiresAt == Date(timeIntervalSince1970: 1_450_171_541))
    #expect(read.clientID == "c1")
    #expect(MicrosoftDocument.kind(ofClaims: try json(Self.claims)) == .microsoftStoreIDKey)
    #expect(MicrosoftDocument.kind(ofClaims: try json(#"{"aud":"me"}"#)) == nil)
  }

  @Test func `what is no Store ID key is refused`() {
    let cases = [
      (key(header: #"{"alg":"none"}"#), "unsupported"), (key(header: "{}"), "malformed"),
      (key(#"{"aud":"me"}"#), "unsupported"), (key("[]"), "malformed"), (key("{"), "malformed"),
      (key() + ".x", "malformed"), (key() + "=", "malformed"), ("a.b", "malformed"),
      ("", "malformed"), ("..", "malformed"), (key().replacing(".", with: ". "), "malformed"),
      (key(Self.claims.replacing("1450171541", with: "1e300")), "malformed"),
      (key(Self.claims.replacing("1450171541", with: "\"1\"")), "malformed"),
      (String(repeating: "a", count: 100_000), "too-large"),
    ]
    for (text, code) in cases {
      let examination = MicrosoftDocument.examineStoreIDKey(Array(text.utf8))
      #expect(examination.rejection?.code == code, "\(text.prefix(40))")
    }
  }
}
