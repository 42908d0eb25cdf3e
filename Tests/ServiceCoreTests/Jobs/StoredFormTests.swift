import Entitlements
import Foundation
import Persistence
import ServiceCore
import Testing

/// What lies in ledgers as JSON. Older ledgers hold it, so that it stays as it is whatever the types
/// and their properties are called.
@Suite struct `Stored forms` {
  private static let chain = ID<Subscription>("apple:production:com.example.reader:100")
  private static let storeScope = StoreScope(app: "com.example.reader", environment: .sandbox)
  private static let request = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let start = Date(timeIntervalSince1970: 1_767_225_600)
  private static let deedTail =
    #""chain":"apple:production:com.example.reader:100","reason":"asked","#
    + #""request":"01020304-0506-0708-090A-0B0C0D0E0F10"}}}"#

  private static func deed(_ act: StoreActionRequest.Kind) -> JobTask {
    .action(StoreActionRequest(act, to: chain, because: "asked", request: request))
  }

  private static func told(_ act: String) -> String {
    #"{"deed":{"_0":{"act":"# + act + "," + deedTail
  }

  @Test(arguments: [
    (JobTask.verify(chain), #"{"verify":{"_0":"apple:production:com.example.reader:100"}}"#),
    (.verifyReceipt(ID("ab12")), #"{"verifyReceipt":{"_0":"ab12"}}"#),
    (
      .lookUp(order: "MZ4V6XK9QD", .apple, storeScope),
      #"{"lookUp":{"_1":"apple","_2":{"app":"com.example.reader","environment":"sandbox"},"#
        + #""order":"MZ4V6XK9QD"}}"#
    ),
    (
      .lookUpTransaction("100", .apple, storeScope, owner: ID("ada")),
      #"{"lookUpTransaction":{"_0":"100","_1":"apple","#
        + #""_2":{"app":"com.example.reader","environment":"sandbox"},"owner":"ada"}}"#
    ),
    (
      .notifications(storeScope, from: start, until: start, onlyFailures: true, page: "next"),
      #"{"notifications":{"_0":{"app":"com.example.reader","environment":"sandbox"},"#
        + #""from":1767225600000,"onlyFailures":true,"page":"next","until":1767225600000}}"#
    ),
    (
      .voids(app: "com.example.reader", from: start, until: start),
      #"{"voids":{"app":"com.example.reader","from":1767225600000,"until":1767225600000}}"#
    ),
    (.verifyKey(ID("ab12")), #"{"verifyKey":{"_0":"ab12"}}"#),
    (.clawbacks, #"{"clawbacks":{}}"#),
    (.notify(user: ID("ada"), change: "c1"), #"{"tell":{"change":"c1","user":"ada"}}"#),
    (
      deed(.refund(order: "GPA.1", revokes: true)),
      told(#"{"refund":{"order":"GPA.1","revokes":true}}"#)
    ),
    (deed(.cancel), told(#"{"cancel":{}}"#)),
    (deed(.revoke(isProrated: true)), told(#"{"revoke":{"isProrated":true}}"#)),
    (deed(.acknowledge), told(#"{"acknowledge":{}}"#)),
    (deed(.consume), told(#"{"consume":{}}"#)),
    (deed(.extend(days: 3, reason: 1)), told(#"{"extend":{"days":3,"reason":1}}"#)),
    (
      deed(.setAccount(request)),
      told(#"{"setAccount":{"_0":"01020304-0506-0708-090A-0B0C0D0E0F10"}}"#)
    ),
    (
      deed(
        .sendConsumption(
          transaction: "100",
          AppleConsumption(
            delivery: .wrongItem,
            isSampleProvided: true,
            used: 50_000,
            preference: .grantProrated
          )
        )
      ),
      told(
        #"{"tellConsumption":{"_1":{"delivery":"UNDELIVERED_WRONG_ITEM","isSampleProvided":true,"#
          + #""preference":"GRANT_PRORATED","used":50000},"transaction":"100"}}"#
      )
    ),
    (
      deed(
        .reviewRefund(
          order: "GPA.1",
          GoogleRefundReview(preference: .decline, isSampleProvided: true, used: 50_000)
        )
      ),
      told(
        #"{"reviewRefund":{"_1":{"isSampleProvided":true,"preference":"DECLINE","used":50000},"#
          + #""order":"GPA.1"}}"#
      )
    ),
  ])
  func `a job's task is stored as it always was`(_ task: JobTask, _ text: String) {
    #expect(task.text == text)
    #expect(JobTask(stored: text) == task)
  }

  @Test func `the period of an extension is stored as it always was`() {
    let text =
      #"{"deed":{"_0":{"act":{"extend":{"days":3,"reason":1}},"#
      + #""chain":"apple:production:com.example.reader:100","#
      + #""period":{"endsAt":1767225600000,"transaction":"100"},"reason":"asked","#
      + #""request":"01020304-0506-0708-090A-0B0C0D0E0F10"}}}"#
    #expect(JobTask(stored: text)?.text == text)
  }
}
