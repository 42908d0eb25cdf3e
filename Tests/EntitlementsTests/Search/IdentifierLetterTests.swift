import Entitlements
import Testing

private let token =
  "edgcacfhmkpekcilnihgdjkb.AO-J1OxnZr_-c4xGioV-wbb9YI4w7gtRzY87CRLsa6CrHuP_nF97WNzH"

@Suite struct `Identifiers are found in a letter` {
  private func found(_ text: String) -> [String] { Identifier.all(in: text).map(\.value) }

  @Test func `in order of appearance, each once, at their places`() {
    let letter = """
      From: Ada Lovelace <ada@example.com>
      Subject: charged twice!!

      Hi, I was charged 9.99 USD twice on 2026-11-21 at 10:30 (orders GPA.1234-5678-9012-34567..0
      and gpa.1234-5678-9012-34568). My Apple order is MK4X7P2QRS. The app (version 12.4.1) says
      transaction 2000000777123456; account 2F9E1A3C-0000-4000-8000-00000000000A.
      Again: GPA.1234-5678-9012-34567..0, MK4X7P2QRS. Call me: +49 171 2345678901, ZIP 10115.
      """
    let identifiers = Identifier.all(in: letter)
    #expect(
      identifiers.map(\.value) == [
        "ada@example.com", "GPA.1234-5678-9012-34567..0", "GPA.1234-5678-9012-34568", "MK4X7P2QRS",
        "2000000777123456", "2f9e1a3c-0000-4000-8000-00000000000a",
      ]
    )
    #expect(
      identifiers.map(\.kind) == [
        .email, .googleOrder, .googleOrder, .appleOrder, .transaction, .appAccount,
      ]
    )
    let bytes = Array(letter.utf8)
    for identifier in identifiers {
      let part = String(decoding: bytes[identifier.range], as: UTF8.self)
      #expect(part.lowercased() == identifier.value.lowercased())
    }
  }

  @Test(arguments: [
    ("GPA.1234-5678-9012-34567... please", ["GPA.1234-5678-9012-34567"]),
    ("id=GPA.1234-5678-9012-34567&x", ["GPA.1234-5678-9012-34567"]),
    (
      "https://play.google.com/store/account?orderId=GPA.1234-5678-9012-34567",
      ["GPA.1234-5678-9012-34567"]
    ),
    ("GPA.1234-\n5678-9012-34567 ok", ["GPA.1234-5678-9012-34567"]),
    ("order MK4X-7P2Q-RS please", ["MK4X7P2QRS"]), ("My order: mk4x7p2qrs, thanks", ["MK4X7P2QRS"]),
    ("Bestellnummer mk4 x7p2 qrs1 danke", []), ("Bestellnummer mk4x 7p2q r5 danke", ["MK4X7P2QR5"]),
    ("注文番号MK4X7P2QRSです", ["MK4X7P2QRS"]), ("订单号：ＭＫ４Ｘ７Ｐ２ＱＲＳ。", ["MK4X7P2QRS"]),
    ("it is mk4x7p2qrs I think", ["MK4X7P2QRS"]), ("it is Mk4x7p2qrs I think", ["MK4X7P2QRS"]),
    ("MK4X7P2QRS I WANT 2 REFUNDS", ["MK4X7P2QRS"]),
    ("MK4X7P2QRS/ML5Y8Q3RST", ["MK4X7P2QRS", "ML5Y8Q3RST"]),
    (
      "ids 2000000777123456,2000000777123457/2000000777123458",
      ["2000000777123456", "2000000777123457", "2000000777123458"]
    ),
    ("transaction_id=\"100000045\"", ["100000045"]), ("取引2000000777123456を", ["2000000777123456"]),
    ("write to ada@example.com.", ["ada@example.com"]),
    ("mailto:ada@example.com?subject=x", ["ada@example.com"]),
    ("メールはada@example.comです", ["ada@example.com"]), ("'ada@example.com'", ["ada@example.com"]),
    ("an ünal@example.com!", ["ünal@example.com"]), ("a@b@example.com", ["b@example.com"]),
    (
      "see cus_9s6XKzkNRiz8i3 and in_1MtHbELkdIwHu7ixl4OzzPMv",
      ["cus_9s6XKzkNRiz8i3", "in_1MtHbELkdIwHu7ixl4OzzPMv"]
    ),
    ("token \(token) here", [token]), ("token=\(token),x", [token]),
    ("hash \(String(repeating: "ab", count: 32)) of it", [String(repeating: "ab", count: 32)]),
    (
      "chain apple:sandbox:com.example.app:1000000123456789.",
      ["apple:sandbox:com.example.app:1000000123456789"]
    ),
    ("from my iPhone: 100000045", ["100000045"]),
    ("cancelled 2000000777123456", ["2000000777123456"]),
    ("my phone shows 2000000777123456", ["2000000777123456"]),
    ("0171 2000000777123456", ["2000000777123456"]),
    ("\u{202E}MK4X7P2QRS\u{202C} \u{2066}x\u{2069}", ["MK4X7P2QRS"]),
    ("e\u{301}MK4X7P2QRS is", ["MK4X7P2QRS"]),
    ("Refund:\n> GPA.1234-5678-\n> 9012-34567", ["GPA.1234-5678-9012-34567"]),
    ("it is GPA.1234-56=\r\n78-9012-34567 ok", ["GPA.1234-5678-9012-34567"]),
    ("the order MK4X7\nP2QRS ok", ["MK4X7P2QRS"]), ("> it is MK4X7\n> P2QRS ok", ["MK4X7P2QRS"]),
    ("mail ada@exam=\nple.com ok", ["ada@example.com"]),
    ("mail=\nada@example.com ok", ["ada@example.com"]),
    ("доступа нет.ada@example.com", ["ada@example.com"]),
    ("الدخول،ada@example.com", ["ada@example.com"]),
    ("на ada@example.comнет доступа", ["ada@example.com"]),
    ("пишите на иван@почта.com", ["иван@почта.com"]),
  ])
  func `wherever they stand`(_ text: String, _ values: [String]) { #expect(found(text) == values) }

  @Test(arguments: [
    "I paid $1234567890 and €1234567890, that is 1234567890.50 or 1,234,567,890 or 15%",
    "on 2026-11-21, 21.11.2026, 11/21/2026 10:30:05, 20261121103000 or 1763692800000",
    "call +4917123456789, +49 171 2345678901, (0171) 234567890, 01712345678, 555-123-4567, 555 123 4567",
    "Tel.: 5551234567, my phone is 5551234567",
    "version 1.2.3, 12.4.1 (2026112100), iOS 18.1, build 1.123456789",
    "ZIP 10115, 94103-1234, SW1A 1AA", "MICROSOFT365 on my MACBOOK2020 in MARCH2026",
    "macbook2020, microsoft365, mp4, minecraft2", "MOV12345678.mp4, IMG_20261121, SKU-M12345678",
    "model MLPG3LL/A", "my order may 2026", "MY 12 COINS ARE GONE 1234",
    "in_app_purchase sub_total pi_day ch_1",
    "card 4111-1111-1111-1111", "Document No. 123456789012",
    "follow @ada or ada@ or @example.com",
    "eyJ and MII and GPA", "a.b.c.d", "apple:production is fine",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14", "St. Louis, MO\n63101234 and MR\n12345678",
    "home@work\nsays example.com",
  ])
  func `but not where something else is meant`(_ text: String) {
    #expect(found(text + " ok") == [])
  }

  @Test func `not in the head of a letter, its borders or its attachments`() {
    let source = """
      Received: from mail.example.com by mx.example.org with id 2000000777123456
      Message-ID: <2f9e1a3c-0000-4000-8000-00000000000a@mail.example.com>
      X-Tracking: MK4X7P2QRS
        and 2000000777123457 more
      DKIM-Signature: v=1; d=example.com; bh=wE1EG1gsEZI9q9UnI5YoZ2OxeoVKPdR5bvPMqyKQq5Y=
      From: ada@example.com
      Content-Type: multipart/mixed; boundary="----=_Part_123456789_987654321.1763692800000"

      ------=_Part_123456789_987654321.1763692800000
      References: the first order was ML5Y8Q3RST
      \(String(repeating: "aB3+M1234567890/Zz0x", count: 3))
      \(String(repeating: "/2000000777123458/aB", count: 3))
      ------=_Part_123456789_987654321.1763692800000--
      """
    #expect(found(source) == ["ada@example.com", "ML5Y8Q3RST"])
  }

  @Test func `a receipt that was broken into lines is one receipt`() {
    let lines = (0..<5).map {
      "MIIT".suffix($0 == 0 ? 4 : 0) + String(repeating: "aB3+/Zz0", count: 8)
    }
    let letter = "Receipt:\n" + lines.joined(separator: "\r\n") + "\r\nQ0Z=\r\nThanks, MK4X7P2QRS"
    let identifiers = Identifier.all(in: letter)
    #expect(identifiers.map(\.kind) == [.receipt, .appleOrder])
    #expect(identifiers.first?.value == lines.joined() + "Q0Z=")
    let pasted = lines.joined(separator: "\n")
    #expect(Identifier(lone: pasted)?.value == lines.joined())
  }

  @Test func `a signed payload hides what its letters look like`() {
    let payload =
      "eyJhbGciOiJFUzI1NiIsIng1YyI6W119.eyJNMTIzNDU2Nzg5MCI.M1234567890-2000000777123456-"
    #expect(found("a \(payload) b") == [payload])
    #expect(found("x\(payload) b") != [payload])
  }
}
