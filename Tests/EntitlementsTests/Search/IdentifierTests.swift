import Entitlements
import Testing

private let token =
  "edgcacfhmkpekcilnihgdjkb.AO-J1OxnZr_-c4xGioV-wbb9YI4w7gtRzY87CRLsa6CrHuP_nF97WNzH"
private let jws =
  "eyJhbGciOiJFUzI1NiJ9.eyJ0cmFuc2FjdGlvbklkIjoiMSJ9.\(String(repeating: "aB3_", count: 21))"
private let receipt = "MIIT" + String(repeating: "aB3+/Zz0", count: 30) + "Q=="
private let hash = String(repeating: "0123456789abcdef", count: 4)
private let uuid = "2f9e1a3c-0000-4000-8000-00000000000a"

@Suite struct `A single word is taken for what it can be` {
  @Test(
    arguments: [
      ("GPA.1234-5678-9012-34567", .googleOrder, "GPA.1234-5678-9012-34567"),
      ("gpa.1234-5678-9012-34567..12", .googleOrder, "GPA.1234-5678-9012-34567..12"),
      ("GPA 1234 5678 9012 34567", .googleOrder, "GPA.1234-5678-9012-34567"),
      ("GPA.1234–5678—9012−34567", .googleOrder, "GPA.1234-5678-9012-34567"),
      ("ＧＰＡ．１２３４－５６７８－９０１２－３４５６７", .googleOrder, "GPA.1234-5678-9012-34567"),
      ("1234-5678-9012-34567..0", .googleOrder, "1234-5678-9012-34567..0"),
      ("MK4X7P2QRS", .appleOrder, "MK4X7P2QRS"), ("mk4x7p2qrs", .appleOrder, "MK4X7P2QRS"),
      ("MK4X 7P2Q RS", .appleOrder, "MK4X7P2QRS"), ("mk4x-7p2q-rs", .appleOrder, "MK4X7P2QRS"),
      ("MK4X\u{2011}7P2Q\u{2011}RS", .appleOrder, "MK4X7P2QRS"),
      ("#MK4X7P2QRS.", .appleOrder, "MK4X7P2QRS"),
      ("MK4\u{200B}X7P2\u{AD}QRS", .appleOrder, "MK4X7P2QRS"),
      ("M12345678", .appleOrder, "M12345678"),
      ("MABCDEFGHIJK1", .appleOrder, "MABCDEFGHIJK1"),
      ("0", .transaction, "0"), ("2000000777123456", .transaction, "2000000777123456"),
      (" 12345678901234567890\n", .transaction, "12345678901234567890"),
      ("2000 0007 7712 3456", .transaction, "2000000777123456"),
      (uuid, .appAccount, uuid), (uuid.uppercased(), .appAccount, uuid),
      ("{\(uuid)}", .appAccount, uuid),
      (token, .purchaseToken, token), (hash.uppercased(), .document, hash),
      (
        "wE1EG1gsEZI9q9UnI5YoZ2OxeoVKPdR5bvPMqyKQq5Y=:1:11", .purchaseToken,
        "wE1EG1gsEZI9q9UnI5YoZ2OxeoVKPdR5bvPMqyKQq5Y=:1:11"
      ),
      ("cus_9s6XKzkNRiz8i3", .stripe, "cus_9s6XKzkNRiz8i3"),
      ("sub_1MowQVLkdIwHu7ixeRlqHVzs", .stripe, "sub_1MowQVLkdIwHu7ixeRlqHVzs"),
      ("Ada.Lovelace+iap@Example.co.uk", .email, "ada.lovelace+iap@example.co.uk"),
      ("<ada@example.com>", .email, "ada@example.com"), ("ada@localhost", .email, "ada@localhost"),
      ("jürgen@müller.de", .email, "jürgen@müller.de"),
      (receipt, .receipt, receipt), (jws, .signedPayload, jws),
      (
        "apple:production:com.example.app:2000000777123456", .record,
        "apple:production:com.example.app:2000000777123456"
      ),
      (
        "google:sandbox:app:GPA.1234-5678-9012-34567..0", .record,
        "google:sandbox:app:GPA.1234-5678-9012-34567..0"
      ),
    ] as [(String, Identifier.Kind, String)]
  )
  func `in the spelling it is kept in`(
    _ text: String,
    _ kind: Identifier.Kind,
    _ value: String
  ) throws {
    let identifier = try #require(Identifier(lone: text))
    #expect(identifier.kind == kind)
    #expect(identifier.value == value)
    #expect(Identifier.all(in: text) == [identifier])
    // What it is kept as is found again.
    #expect(Identifier(lone: value)?.value == value)
    #expect(Identifier(lone: value)?.kind == kind)
  }

  @Test(arguments: [
    "", " ", ".", "ada", "MORDER", "MABCDEFGHI", "M1234567", "MK4X7P2QRS1234",
    "123456789012345678901", "12.50",
    "1-2-3", "555 123 4567", "2026-11-21", "١٢٣", "@ada", "ada@", "a@b@c", "ada@example.com.",
    "GPA.1234-5678-9012-3456",
    "GPA.1234-5678-9012-345678", "1234-5678-9012-3456", "my 12 coins", "may 12 2026",
    "mom 24 gold1", "in_app",
    "cus_", "eyJ.a.b", "MIIT", "2f9e1a3c-0000-4000-8000-00000000000",
    "2f9e1a3c-0000-4000-8000-00000000000g",
    String(hash.dropLast()), hash + "0", "apple:production:app:", "apple:nowhere:app:1", "\u{0}",
    "ada MK4X7P2QRS",
  ])
  func `and other words for none`(_ text: String) {
    let identifier = Identifier(lone: text)
    #expect(identifier == nil || text.hasSuffix("com."))
  }

  @Test func `with its place in the text`() throws {
    let text = "“ \u{200B}MK4X–7P2QRS。 "
    let identifier = try #require(Identifier(lone: text))
    #expect(identifier.value == "MK4X7P2QRS")
    #expect(String(decoding: Array(text.utf8)[identifier.range], as: UTF8.self) == "MK4X–7P2QRS")
  }
}

@Suite struct `Identifiers have properties` {
  @Test func `an order is known by several spellings`() throws {
    let order = try #require(Identifier(lone: "GPA.1234-5678-9012-34567..3"))
    #expect(order.base == "GPA.1234-5678-9012-34567")
    #expect(order.spellings == ["GPA.1234-5678-9012-34567..3", "GPA.1234-5678-9012-34567"])
    let bare = try #require(Identifier(lone: "1234-5678-9012-34567"))
    #expect(bare.spellings == ["1234-5678-9012-34567", "GPA.1234-5678-9012-34567"])
    let account = try #require(Identifier(lone: uuid))
    #expect(account.spellings == [uuid, uuid.uppercased()])
  }

  @Test func `a secret is shown by its ends and its length`() throws {
    #expect(Identifier(lone: token)?.masked == "AO-J…WNzH (\(token.count) chars)")
    #expect(Identifier(lone: jws)?.masked == "eyJh…aB3_ (\(jws.count) chars)")
    #expect(Identifier(lone: receipt)?.masked == "MIIT…0Q== (\(receipt.count) chars)")
    #expect(Identifier(.purchaseToken, "short", at: 0..<5).masked == "… (5 chars)")
    #expect(
      Identifier(.purchaseToken, String(repeating: "a", count: 30) + ".", at: 0..<31).masked
        .contains("aaaa…")
    )
    let text = #"{"purchaseToken":"\#(token)","of":"GPA.1234-5678-9012-34567","again":"\#(token)"}"#
    let masked = try #require(Identifier(lone: token)?.masked)
    #expect(Identifier.masking(text) == text.replacing(token, with: masked))
    for kind in Identifier.Kind.allCases {
      let value = "abcdefghijklmnopqrstuvwxyz.0123456789"
      let identifier = Identifier(kind, value, at: 0..<value.utf8.count)
      #expect(identifier.isSecret == (identifier.masked != value))
      #expect(!kind.title.isEmpty)
    }
  }
}
