import Basics
import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import TestSupport
import Testing
import Web

@Suite struct `PlayFab's answers` {
  private static let unlock = PlayFabFixture.purchase("unlock", .nonConsumable, "1001")

  /// Sends calls one after the other and notes them; long values stand as their names.
  private struct Exchange {
    var transcript: Transcript
    var hiding: [String: String] = [:]

    @discardableResult
    mutating func send(
      _ method: String,
      _ body: JSONValue,
      ticket: String? = nil,
      headers: [String: String] = [:]
    ) async -> WebResponse {
      await transcript.send(
        PlayFabFixture.request(method, body, ticket: ticket, headers: headers),
        target: "/Client/\(method)?sdk=PythonSDK-0.0.201014",
        hiding: hiding
      )
    }
  }

  private static func login(_ name: String, creates: Bool) -> JSONValue {
    ["TitleId": "A1B2", "CustomId": .string(name), "CreateAccount": .bool(creates)]
  }

  @Test func `of a player's session`() async throws {
    let stand = try await PlayFabFixture()
    var exchange = Exchange(transcript: Transcript(stand.router))
    await exchange.send("LoginWithCustomID", Self.login("ada", creates: true))
    let answer = await exchange.send(
      "LoginWithCustomID",
      [
        "TitleId": "a1b2", "CustomId": "ada",
        "InfoRequestParameters": ["GetUserInventory": true, "GetUserVirtualCurrency": true],
      ]
    )
    let login = try JSONReader.value(answer.body)
    let ticket = try #require(login["data"]?["SessionTicket"]?.string)
    await exchange.send("GetCatalogItems", [:], ticket: ticket)
    let receipt = try PlayFabFixture.receipt([
      Self.unlock, PlayFabFixture.purchase("pro", .autoRenewable, "2001", lasting: 30),
      PlayFabFixture.purchase("pack", .nonConsumable, "4001", begun: 5),
    ])
    exchange.hiding = ["receipt": receipt]
    await exchange.send("RestoreIOSPurchases", ["ReceiptData": .string(receipt)], ticket: ticket)
    await exchange.send("RestoreIOSPurchases", ["ReceiptData": .string(receipt)], ticket: ticket)
    let gems = try PlayFabFixture.receipt([PlayFabFixture.purchase("gems", .consumable, "3001")])
    exchange.hiding["gems"] = gems
    await exchange.send(
      "ValidateIOSReceipt",
      ["ReceiptData": .string(gems), "CurrencyCode": "EUR", "PurchasePrice": 119],
      ticket: ticket
    )
    let google = PlayFabFixture.googlePurchase("gems", order: "GPA.1111-2222-3333-44444")
    let signature = try PlayFabFixture.signature(over: google)
    exchange.hiding["signature"] = signature
    await exchange.send(
      "ValidateGooglePlayPurchase",
      ["ReceiptJson": .string(google), "Signature": .string(signature)],
      ticket: ticket
    )
    await exchange.send("GetUserInventory", [:], ticket: ticket)
    let instance = try await stand.instance("potion", ticket)
    await exchange.send(
      "ConsumeItem",
      ["ItemInstanceId": .string(instance), "ConsumeCount": 4],
      ticket: ticket
    )
    await exchange.send("GetUserInventory", [:], ticket: ticket)
    await exchange.send(
      "LoginWithIOSDeviceID",
      ["TitleId": "A1B2", "DeviceId": "1F-2E", "CreateAccount": true]
    )
    await exchange.send(
      "LoginWithAndroidDeviceID",
      ["TitleId": "A1B2", "AndroidDeviceId": "1f2e", "CreateAccount": true]
    )
    #expect(exchange.transcript.difference(from: "playfab-session") == nil)
  }

  @Test func `to logins and calls that are refused`() async throws {
    let stand = try await PlayFabFixture()
    let ticket = try await stand.ticket("ada")
    var exchange = Exchange(transcript: Transcript(stand.router))
    await exchange.send("LoginWithCustomID", Self.login("nobody", creates: false))
    await exchange.send("LoginWithCustomID", ["TitleId": "FFFF", "CustomId": "ada"])
    await exchange.send("LoginWithCustomID", ["TitleId": "A1B2"])
    await exchange.send("LoginWithCustomID", ["TitleId": "A1B2", "CustomId": 7])
    await exchange.send("GetUserInventory", [:])
    await exchange.send("GetUserInventory", [:], ticket: "ABC-A1B2-nobody's")
    await exchange.send(
      "GetUserInventory",
      [:],
      headers: ["x-authentication": ticket, "content-type": "text/plain"]
    )
    await exchange.send("GetUserInventory", ["list"], ticket: ticket)
    await exchange.send("GetLeaderboard", [:], ticket: ticket)
    await exchange.send("ConsumeItem", ["ConsumeCount": 1], ticket: ticket)
    await exchange.send("ConsumeItem", ["ItemInstanceId": "F", "ConsumeCount": 0], ticket: ticket)
    await exchange.send("ConsumeItem", ["ItemInstanceId": "F", "ConsumeCount": 1], ticket: ticket)
    await exchange.send(
      "GetUserInventory",
      [:],
      headers: ["x-reporterrorassuccess": "true"]
    )
    let closed = try await PlayFabFixture { $0.createsPlayers = false }
    var other = Exchange(transcript: Transcript(closed.router))
    await other.send("LoginWithCustomID", Self.login("eve", creates: true))
    await other.send("LoginWithCustomID", Self.login("eve", creates: false))
    let text = exchange.transcript.text + other.transcript.text
    #expect(Self.difference(of: text, from: "playfab-refusals") == nil)
  }

  @Test func `to receipts that are refused`() async throws {
    let stand = try await PlayFabFixture()
    let (ada, bea) = (try await stand.ticket("ada"), try await stand.ticket("bea"))
    let mine = try PlayFabFixture.receipt([Self.unlock])
    _ = try await stand.restore(mine, ada)
    var exchange = Exchange(transcript: Transcript(stand.router))
    let stranger = try TestAuthority(
      ChainPlan(validity: PlayFabFixture.now.addingTimeInterval(-9)...PlayFabFixture.now)
    )
    let forged = Data(
      try ReceiptMint(stranger).mint(
        MintedReceipt(
          bundleID: PlayFabFixture.app,
          creationDate: PlayFabFixture.now,
          purchases: [Self.unlock]
        )
      )
    ).base64EncodedString()
    let hats = [
      PlayFabFixture.purchase("unlock", .nonConsumable, "5001"),
      PlayFabFixture.purchase("pack", .nonConsumable, "5002"),
    ]
    let receipts: [(name: String, receipt: String)] = [
      ("no base64", "!!"),
      ("forged", forged),
      ("redeemed by ada", mine),
      ("empty", try PlayFabFixture.receipt([])),
      ("another app's", try PlayFabFixture.receipt([Self.unlock], app: "com.example.other")),
      (
        "of unknown things",
        try PlayFabFixture.receipt([PlayFabFixture.purchase("spoon", .nonConsumable, "6001")])
      ),
      (
        "of a broken bundle",
        try PlayFabFixture.receipt([PlayFabFixture.purchase("broken", .nonConsumable, "6002")])
      ),
      (
        "of the sandbox",
        try PlayFabFixture.receipt([Self.unlock]) { $0.environment = "ProductionSandbox" }
      ),
      ("of several", try PlayFabFixture.receipt(hats)),
    ]
    for (name, receipt) in receipts where name != "no base64" { exchange.hiding[name] = receipt }
    for (name, receipt) in receipts {
      let body: JSONValue = ["ReceiptData": .string(receipt)]
      if name != "of several" {
        await exchange.send("RestoreIOSPurchases", body, ticket: bea)
      }
      await exchange.send(
        "ValidateIOSReceipt",
        body,
        ticket: bea,
        headers: ["x-reporterrorassuccess": "true"]
      )
    }
    await exchange.send("RestoreIOSPurchases", [:], ticket: bea)
    await exchange.send(
      "ValidateIOSReceipt",
      ["ReceiptData": .string(mine), "CurrencyCode": "ZZZ", "PurchasePrice": 1],
      ticket: bea
    )
    await exchange.send(
      "RestoreIOSPurchases",
      ["ReceiptData": .string(mine), "CatalogVersion": "next"],
      ticket: bea
    )
    let bare = try await PlayFabFixture(catalog: nil)
    let eve = try await bare.ticket("eve")
    var other = Exchange(transcript: Transcript(bare.router))
    await other.send("GetUserInventory", [:], ticket: eve)
    let text = exchange.transcript.text + other.transcript.text
    #expect(Self.difference(of: text, from: "playfab-receipts") == nil)
  }

  @Test func `to what the house refuses`() async throws {
    let state = Endpoints.states(Self.configuration, try await PlayFabFixture().core)
    let group = try #require(
      state.lazy.compactMap { if case .open(let group) = $0 { group } else { nil } }.first
    )
    let refusals: [RequestRejection] = [
      .wrongMethod(allowed: ["POST"]), .tooLarge(limit: 9), .tooMany(retryAfter: 2),
      .overloaded(retryAfter: 1), .tooSlow(retryAfter: 1), .noSuchPath,
    ]
    var text = ""
    for refusal in refusals {
      let answer = group.refusal(refusal, WebRequest("POST", "/"))
      text += "\(refusal)\n\(answer.status)\n"
      for header in answer.headers { text += "\(header.name): \(header.value)\n" }
      text += "\n\(String(decoding: answer.body, as: UTF8.self))\n\n"
    }
    #expect(Self.difference(of: text, from: "playfab-house") == nil)
    let wishing = WebRequest("POST", "/", headers: ["x-reporterrorassuccess": "true"])
    let wished = group.refusal(.tooMany(retryAfter: 2), wishing)
    #expect(wished.status == 200)
    #expect(try JSONReader.value(wished.body)["retryAfterSeconds"] == 2)
  }

  private static var configuration: WebConfiguration {
    var configuration = WebConfiguration()
    configuration.apps = [PlayFabFixture.app]
    configuration.playFab = PlayFabConfiguration(title: "A1B2")
    return configuration
  }

  private static func difference(of text: String, from name: String) -> String? {
    Golden.difference(
      of: text,
      from: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Transcripts/\(name).txt").path
    )
  }
}
