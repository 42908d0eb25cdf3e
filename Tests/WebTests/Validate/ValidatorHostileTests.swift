import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing
import Web

/// Bodies that no client sends: each is answered in good form, and none ends the server.
@Suite struct ValidatorHostileTests {
  private typealias World = ValidatorWorld
  private let world: ValidatorWorld

  init() throws {
    world = try ValidatorWorld()
    for store in [Entitlements.Store.apple, .google, .microsoft] { world.shops.close(store) }
  }

  private func expectForm(_ body: [UInt8]) async {
    let answer = await world.router.answer(WebRequest("POST", World.target, body: body))
    #expect([200, 400, 413].contains(answer.status))
    let json = try? JSONReader.value(answer.body)
    #expect(json?["ok"]?.bool != nil)
    if json?["ok"] == false, answer.status != 413 { #expect(json?["code"]?.integer != nil) }
  }

  private static let strange: [JSONValue] = [
    .null, true, 0, -1, .number("1e999"), .number("18446744073709551616"), "", " ", "\u{0}",
    "\u{7F}\u{202E}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", [], [:], [[]], ["type": "ios-appstore"],
    .string(String(repeating: "x", count: 9_999)),
  ]

  @Test func `every member may be of any type`() async throws {
    let receipt = try world.receipt()
    let signed = try world.signed(World.transaction())
    let bodies = [
      World.v13(receipt: receipt), World.v13(signed: signed),
      World.v13(product: "book", type: "consumable", signed: try world.signedPurchase()),
      World.legacy(World.legacyReceipt(receipt)),
      World.windows(["storeIdKey_purchases": .string(World.storeIDKey("purchase"))]),
    ]
    for body in bodies {
      for value in Self.strange {
        for member in body.members ?? [] {
          await expectForm(CompactJSON.bytes(body.with(member.name, value)))
        }
        for name in ["transaction", "additionalData", "license"] {
          for member in body[name]?.members ?? [] {
            let inner = body[name]?.with(member.name, value) ?? .null
            await expectForm(CompactJSON.bytes(body.with(name, inner)))
          }
        }
      }
    }
  }

  @Test func `what is no JSON, or too deep, or twice the same, is no request`() async {
    let deep = String(repeating: "[", count: 100_000)
    for text in [
      "", "null", "[]", "{", "{\"id\":", deep, "{\"id\":\"a\",\"id\":\"b\"}", "\u{FEFF}{}",
      "{\"a\":\(String(repeating: "[", count: 63))\(String(repeating: "]", count: 63))}",
      "id=pro&type=application", "<xml/>",
    ] {
      await expectForm(Array(text.utf8))
    }
    await expectForm([0xFF, 0xFE, 0x00])
  }

  @Test func `wrong base64 and wrong JSON in texts are refused`() async throws {
    let receipt = try world.receipt()
    for text in [
      "%%%%", String(receipt.dropLast(3)), String(receipt.reversed()), receipt + receipt,
      "eyJ.eyJ.", "eyJhbGciOiJub25lIn0.e30.", "{}", "[1]", "\"", "<Receipt/>",
    ] {
      await expectForm(CompactJSON.bytes(World.v13(receipt: text)))
      await expectForm(CompactJSON.bytes(World.v13(signed: text)))
      await expectForm(
        CompactJSON.bytes(
          World.v13(product: "book", type: "consumable", signed: (text: text, signature: text))
        )
      )
      await expectForm(CompactJSON.bytes(World.windows(["storeIdKey_purchases": .string(text)])))
    }
  }

  @Test func `a store's document in another's place is not read`() async throws {
    let receipt = try world.receipt()
    let signed = try world.signed(World.transaction())
    let key = World.storeIDKey("purchase")
    for body in [
      World.v13(receipt: signed), World.v13(signed: receipt), World.v13(signed: key),
      World.windows(["storeIdKey_purchases": .string(receipt)]),
    ] {
      #expect(try await world.ask(body)["code"]?.integer == 6_778_001)
    }
  }
}

extension JSONValue {
  /// The same object with another value of the member.
  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
    guard let members else { return self }
    return .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
