import Basics
import Receipts
import Testing

@Suite struct AmazonTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.value(text) }

  private static let subscription = """
    {"purchaseDate":1767225600000,"receiptId":"q1Yq","productId":"pro","parentProductId":null,
     "productType":"SUBSCRIPTION","renewalDate":null,"cancelDate":null,"quantity":1,
     "betaProduct":false,"testTransaction":true,"term":"1 Week","termSku":"pro-weekly",
     "AutoRenewing":false,"GracePeriodEndDate":1767225600000,"cancelReason":4,
     "promotions":[{"promotionType":"Retention Offer","promotionStatus":"InProgress"}]}
    """

  private static let message = """
    {"receiptId":"new","relatedReceipts":{"cancelledReceiptId":"old"},"appUserId":"u",\
    "notificationType":"SUBSCRIPTION_MODIFIED_IMMEDIATE","appPackageName":"com.example.reader",\
    "timestamp":1767225600000,"betaProductTransaction":false}
    """

  private func envelope(_ message: String, type: String = "Notification") throws -> JSONValue {
    let quoted = message.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return try read(
      """
      {"Type":"\(type)","MessageId":"m","TopicArn":"arn:t","Message":"\(quoted)",
       "Timestamp":"2026-01-01T00:00:00.000Z","SignatureVersion":"1","Signature":"AAAA",
       "SigningCertURL":"https://sns.us-east-1.amazonaws.com/a.pem"}
      """
    )
  }

  @Test func `an answer about a receipt is read in either spelling`() throws {
    let found = AmazonDocument.examine(try read(Self.subscription))
    #expect(found.kind == .amazonReceipt)
    #expect(found.verdict == .unsigned)
    #expect(found.environmentKind == .sandbox)
    #expect(found.payload == (try read(Self.subscription)))
    let receipt = try #require(AmazonReceipt(try read(Self.subscription)))
    #expect(receipt.productType?.known == .subscription)
    #expect(receipt.purchasedAt == Workshop.now)
    #expect(receipt.gracePeriodEndsAt == Workshop.now)
    #expect(receipt.isAutoRenewing == false)
    #expect(receipt.renewsAt == nil)
    #expect(receipt.cancelReason?.known == .replaced)
    #expect(receipt.promotions.first?.status?.known == .inProgress)
  }

  @Test func `a refusal holds the receipt that it is about`() throws {
    let document = try #require(AmazonRefusal.document(about: Array(Self.subscription.utf8)))
    let refusal = try JSONReader.value(document)
    let found = AmazonDocument.examine(refusal)
    #expect(found.kind == .amazonRefusal)
    #expect(found.verdict == .unsigned)
    #expect(found.environmentKind == .sandbox)
    #expect(AmazonRefusal.receipt(in: refusal) == (try read(Self.subscription)))
    #expect(AmazonRefusal.document(about: document + [0x0A]) == document)
    #expect(AmazonRefusal.document(about: Array(Self.message.utf8)) == nil)
    #expect(AmazonRefusal.document(about: []) == nil)
    #expect(AmazonRefusal.receipt(in: try read(#"{"httpStatus":410}"#)) == nil)
  }

  @Test(arguments: [
    (#""renewalDate":["a list"]"#, "renewalDate"), (#""cancelDate":"soon""#, "cancelDate"),
    (#""autoRenewing":"yes""#, "autoRenewing"), (#""productType":17"#, "productType"),
    (#""cancelReason":"because""#, "cancelReason"),
  ])
  func `what cannot be read does not pass for what is not there`(
    member: String,
    place: String
  ) throws {
    let text = #"{"receiptId":"r","productId":"p","purchaseDate":1,\#(member)}"#
    let found = AmazonDocument.examine(try read(text))
    #expect(found.rejection?.location == place)
    #expect(found.rejection?.code == "malformed")
  }

  @Test func `an exact name goes before one in other letters`() throws {
    let text = #"{"receiptId":"r","AutoRenewing":true,"autoRenewing":false}"#
    #expect(AmazonReceipt(try read(text))?.isAutoRenewing == false)
  }

  @Test func `a receipt without marks names no environment`() throws {
    let text = #"{"ReceiptId":"r","ProductId":"p","PurchaseDate":1,"ProductType":"NEW"}"#
    let found = AmazonDocument.examine(try read(text))
    #expect(found.kind == .amazonReceipt)
    #expect(found.environmentKind == nil)
    #expect(AmazonReceipt(try read(text))?.productType == .init("NEW"))
  }

  @Test func `a notification is shown without its envelope, or bare`() throws {
    for document in [try envelope(Self.message), try read(Self.message)] {
      let found = AmazonDocument.examine(document, packageNames: ["com.example.reader"])
      #expect(found.kind == .amazonNotification)
      #expect(found.verdict == .unsigned)
      #expect(found.app == "com.example.reader")
      #expect(found.environmentKind == .production)
      #expect(found.payload == (try read(Self.message)))
    }
    let notification = try #require(AmazonNotification(try read(Self.message)))
    #expect(notification.change?.known == .modifiedImmediately)
    #expect(notification.cancelledReceiptID == "old")
    #expect(notification.sentAt == Workshop.now)
  }

  @Test func `an empty array of related receipts is no fault`() throws {
    let text = #"{"receiptId":"r","relatedReceipts":[],"notificationType":"ODD","appUserId":"u"}"#
    #expect(AmazonDocument.kind(of: try read(text)) == .amazonNotification)
    let notification = try #require(AmazonNotification(try read(text)))
    #expect(notification.cancelledReceiptID == nil)
    #expect(notification.change == .init("ODD"))
  }

  @Test func `the signed lines of a message are in the guide's order`() throws {
    let found = try #require(AmazonEnvelope(try envelope("hi")))
    let text = """
      Message
      hi
      MessageId
      m
      Timestamp
      2026-01-01T00:00:00.000Z
      TopicArn
      arn:t
      Type
      Notification

      """
    #expect(found.signedText == Array(text.utf8))
    let confirmation = try #require(
      AmazonEnvelope(try envelope("hi", type: "SubscriptionConfirmation"))
    )
    #expect(confirmation.signedText == nil)
  }

  @Test func `a confirmation is shown as it is`() throws {
    let document = try envelope("You have chosen", type: "SubscriptionConfirmation")
    let found = AmazonDocument.examine(document, packageNames: ["com.example.reader"])
    #expect(found.verdict == .unsigned)
    #expect(found.payload == document)
  }

  @Test(arguments: [("{", "Message, byte 1"), ("[]", "Message")])
  func `an envelope without a notification is malformed`(message: String, place: String) throws {
    #expect(AmazonDocument.examine(try envelope(message)).rejection?.location == place)
  }

  @Test func `another app's notification is refused where the apps are known`() throws {
    let found = AmazonDocument.examine(try envelope(Self.message), packageNames: ["a.b"])
    #expect(found.rejection?.code == "wrong-app")
  }

  @Test(arguments: ["{}", "[]", "12", #"{"receiptId":"r"}"#, #"{"message":"m","status":true}"#])
  func `other documents are not Amazon's`(text: String) throws {
    #expect(AmazonDocument.kind(of: try read(text)) == nil)
    #expect(AmazonDocument.examine(try read(text)).rejection?.code == "unsupported")
  }
}
