import Entitlements
import Foundation
import ServiceCore
import Stores
import Testing

/// What a store can answer, cell by cell, over real HTTP: each ends in its remedy.
struct OutageMatrixTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    var question: StoreQuery
    var reply: Reply
    var error: StoreClientError

    var testDescription: String {
      "\(error.remedy): \(reply.status) \(String(decoding: reply.body.prefix(60), as: UTF8.self))"
    }
  }

  private static let receipt = StoreQuery.appleReceipt("MII", excludesOld: false)
  private static let transaction = StoreQuery.appleTransaction("7")
  private static let google = StoreQuery.googleSubscription(token: "t")
  private static let microsoft = StoreQuery.microsoftCollections(key: "k", page: nil)
  private static let amazon = StoreQuery.amazonReceipt(user: "u", receipt: "r")
  static let questions = [receipt, transaction, google, microsoft, amazon]

  private static func later(_ seconds: TimeInterval) -> StoreClientError.Remedy {
    .retry(notBefore: Counter.now.addingTimeInterval(seconds))
  }

  private static let again = StoreClientError.Remedy.retry(notBefore: nil)

  /// 21000 to 21010, and 21100 to 21199 with what the answer says of itself.
  static let verifyReceipt: [Cell] = {
    let ends: [(Int, StoreClientError.Remedy)] = [
      (21_000, .operatorAction), (21_001, again), (21_002, again), (21_003, .final),
      (21_004, .operatorAction), (21_005, again), (21_009, again), (21_010, .final),
      (21_100, .final), (21_199, .final), (21_200, again), (-1, again),
    ]
    var cells = ends.map { code, remedy in
      Cell(
        question: receipt,
        reply: .json(#"{"status":\#(code)}"#),
        error: .status(.apple, http: 200, code: "\(code)", remedy)
      )
    }
    for (word, remedy) in [
      (#""is_retryable":true"#, again), (#""is-retryable":"1""#, again),
      (#""is-retryable":1"#, again), (#""is_retryable":false"#, .final),
      (#""is-retryable":0"#, .final),
    ] {
      for code in [21_100, 21_150, 21_199] {
        cells.append(
          Cell(
            question: receipt,
            reply: .json(#"{"status":\#(code),\#(word)}"#),
            error: .status(.apple, http: 200, code: "\(code)", remedy)
          )
        )
      }
    }
    return cells
  }()

  private static func apple(_ code: Int, _ remedy: StoreClientError.Remedy) -> Cell {
    Cell(
      question: transaction,
      reply: .json(#"{"errorCode":\#(code),"errorMessage":"m"}"#, code / 10_000),
      error: .status(.apple, http: code / 10_000, code: "\(code)", remedy)
    )
  }

  static let server: [Cell] = [
    apple(4_000_000, .final), apple(4_000_002, .operatorAction), apple(4_000_006, .final),
    apple(4_030_004, .final), apple(4_040_001, .final), apple(4_040_002, again),
    apple(4_040_003, .operatorAction), apple(4_040_004, again), apple(4_040_006, again),
    apple(4_040_007, .operatorAction), apple(4_090_000, .final), apple(5_000_000, again),
    apple(5_000_001, again),
    // Known to neither environment.
    apple(4_040_005, .final), apple(4_040_010, .final),
  ]

  private static func google(
    _ http: Int,
    _ reason: String,
    _ remedy: StoreClientError.Remedy
  ) -> Cell {
    Cell(
      question: google,
      reply: .json(
        #"{"error":{"code":\#(http),"message":"m","errors":[{"reason":"\#(reason)"}]}}"#,
        http
      ),
      error: .status(.google, http: http, code: reason, remedy)
    )
  }

  static let play: [Cell] = [
    google(400, "invalidValue", .final), google(400, "purchaseTokenMismatch", .final),
    google(401, "authError", .operatorAction), google(401, "permissionDenied", .operatorAction),
    google(403, "projectNotLinked", .operatorAction),
    google(404, "purchaseTokenNotFound", .final),
    google(404, "applicationNotFound", .operatorAction), google(409, "concurrentUpdate", again),
    google(410, "subscriptionPurchaseNoLongerAvailable", .final),
    google(410, "purchaseTokenNoLongerValid", .final), google(500, "backendError", again),
    google(503, "internalError", again),
    Cell(
      question: google,
      reply: .json(
        #"{"error":{"code":403,"message":"m","errors":[{"reason":"rateLimitExceeded"}]}}"#,
        403
      ),
      error: .throttled(.google, until: nil)
    ),
  ]

  private static func microsoft(
    _ http: Int,
    _ inner: String,
    _ remedy: StoreClientError.Remedy
  ) -> Cell {
    Cell(
      question: microsoft,
      reply: .json(
        #"{"code":"Outer","innererror":{"code":"\#(inner)","message":"m"},"message":"m"}"#,
        http
      ),
      error: .status(.microsoft, http: http, code: inner, remedy)
    )
  }

  static let others: [Cell] =
    [
      microsoft(400, "InvalidParameter", .final),
      microsoft(401, "AuthenticationTokenInvalid", .final),
      microsoft(401, "PartnerAadTicketRequired", .operatorAction),
      microsoft(401, "InconsistentClientId", .operatorAction),
      microsoft(401, "AuthenticationFailure", .operatorAction),
      microsoft(500, "InternalServerError", again),
    ]
    + [(400, StoreClientError.Remedy.final), (410, .final), (496, .operatorAction), (497, .final)]
    .map {
      Cell(
        question: amazon,
        reply: Reply(status: $0, body: Array("<html>no</html>".utf8)),
        error: .status(.amazon, http: $0, code: nil, $1)
      )
    }

  @Test(arguments: verifyReceipt + server + play + others)
  func `an answer with a code of the store's own ends in its remedy`(cell: Cell) async throws {
    let visit = try await Counter.ask(cell.question) { _ in cell.reply }
    #expect(visit.error == cell.error)
  }

  /// What any store's front may answer, with nothing of the store's own in it.
  static let bare: [(Int, StoreClientError.Remedy)] = [
    (301, .operatorAction), (302, .operatorAction), (401, .operatorAction),
    (403, .operatorAction), (404, .operatorAction), (407, .operatorAction), (408, again),
    (500, again), (502, again), (503, again), (504, again),
  ]

  @Test(arguments: questions, bare)
  func `a bare status ends in its remedy`(
    question: StoreQuery,
    cell: (Int, StoreClientError.Remedy)
  ) async throws {
    let page = Reply(
      status: cell.0,
      headers: ["location": "https://elsewhere.example/", "content-type": "text/html"],
      body: Array("<html><body>Bad</body></html>".utf8)
    )
    let visit = try await Counter.ask(question) { _ in page }
    #expect(visit.error == .status(question.store, http: cell.0, code: nil, cell.1))
  }

  @Test(
    arguments: questions,
    [
      (String?.none, TimeInterval?.none), ("120", 120), ("1767225630000", 30),
      ("Thu, 01 Jan 2026 00:10:00 GMT", 600), ("later", nil),
    ]
  )
  func `who is told to wait waits as long as told`(
    question: StoreQuery,
    pause: (String?, TimeInterval?)
  ) async throws {
    let headers = pause.0.map { ["retry-after": $0] } ?? [:]
    let until = pause.1.map(Counter.now.addingTimeInterval)
    let busy = try await Counter.ask(question) { _ in Reply(status: 429, headers: headers) }
    #expect(busy.error == .throttled(question.store, until: until))
    #expect(busy.error?.remedy == .retry(notBefore: until))
    let down = try await Counter.ask(question) { _ in Reply(status: 503, headers: headers) }
    #expect(down.error?.remedy == .retry(notBefore: until))
  }

  private static let deep = String(repeating: "[", count: 5_000)

  /// Success by its status, and no answer all the same.
  static let flawed: [(String, StoreClientError.Flaw)] = [
    ("", .notJSON), ("<html>Sign in to the hotel's network</html>", .notJSON),
    (#"{"status":0,"receipt":{"bundle_id":"b","in_app":["#, .notJSON),
    (#"{"status":0} trailing"#, .notJSON), (#"{"status":0,"status":0}"#, .notJSON),
    (#"{"a":"\#u{1}"}"#, .notJSON), (deep, .notJSON), ("null", .wrongShape), ("7", .wrongShape),
    ("{}", .wrongShape),
    (
      #"{"status":"valid","signedTransactionInfo":5,"subscriptionState":null,"items":{}}"#,
      .wrongShape
    ),
    (#"{"items":[{"id":5}],"receiptId":[],"productId":{},"purchaseDate":1}"#, .wrongShape),
  ]

  @Test(arguments: questions, flawed)
  func `a success that cannot be read is asked for again`(
    question: StoreQuery,
    cell: (String, StoreClientError.Flaw)
  ) async throws {
    let visit = try await Counter.ask(question) { _ in .json(cell.0) }
    #expect(visit.error == .unusable(question.store, cell.1))
    #expect(visit.error?.remedy == Self.again)
  }

  @Test(
    arguments: [StoreQuery.googleSubscription(token: "t"), microsoft],
    [
      (
        Reply.json(#"{"error":"invalid_grant","error_description":"d"}"#, 400),
        StoreClientError.Remedy.operatorAction
      ),
      (.json(#"{"error":"invalid_client"}"#, 401), .operatorAction),
      (.json(#"{"error":"temporarily_unavailable"}"#, 400), again), (Reply(status: 503), again),
      (.json(#"{"access_token":"","expires_in":10}"#), again), (.json("<html/>"), again),
      (Reply(status: 429, headers: ["retry-after": "60"]), later(60)),
    ]
  )
  func `a token that cannot be had ends in its remedy`(
    question: StoreQuery,
    cell: (Reply, StoreClientError.Remedy)
  ) async throws {
    try await ScriptedStore.run { _ in
      cell.0
    } use: { url, journal in
      try await Counter.visit(Counter.configuration(at: url)) { clients in
        let client = try #require(clients.clients[question.store])
        let error = await #expect(throws: StoreClientError.self) {
          try await client.query(question, Counter.shop)
        }
        #expect(error?.remedy == cell.1)
      }
      #expect(journal().count == 1)
    }
  }
}
