import Testing
import Translations

@Suite struct `A catalog of messages` {
  static let german = MessageCatalog(
    po: #"""
      # A comment.
      msgid ""
      msgstr ""
      "Language: de\n"
      "Plural-Forms: nplurals=2; plural=(n != 1);\n"

      #. note
      msgid "Hello,"
      msgstr "Hallo,"

      msgid ""
      "A line of \"two\" "
      "parts\n"
      msgstr "Eine Zeile aus "
      "„zwei“ Teilen\n"

      #, fuzzy
      msgid "Perhaps"
      msgstr "Vielleicht"

      msgid "Nothing"
      msgstr ""

      #~ msgid "Gone"
      #~ msgstr "Fort"

      msgid "{count} unit"
      msgid_plural "{count} units"
      msgstr[0] "{count} Stück"
      msgstr[1] "{count} Stücke"
      """#
  )

  @Test func `has each message, over several lines too`() {
    #expect(Self.german["Hello,"] == "Hallo,")
    #expect(Self.german["A line of \"two\" parts\n"] == "Eine Zeile aus „zwei“ Teilen\n")
  }

  @Test func `leaves out what is not translated, fuzzy or obsolete`() {
    for id in ["Perhaps", "Nothing", "Gone", "", "unheard of"] {
      #expect(Self.german[id] == nil, "\(id)")
    }
  }

  @Test func `has the form that a number takes`() {
    #expect(Self.german.text("{count} unit", count: 1) == "{count} Stück")
    #expect(Self.german.text("{count} unit", count: 0) == "{count} Stücke")
    #expect(Self.german.text("unheard of", count: 1) == nil)
  }

  @Test(
    arguments: [
      // From the table of "Plural forms" in GNU gettext's manual.
      ("nplurals=1; plural=0;", [0, 0, 0, 0, 0, 0]),
      ("nplurals=2; plural=n>1;", [0, 0, 1, 1, 1, 1]),
      (
        "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
        [2, 0, 1, 2, 2, 1]
      ),
      (
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
          + "(n%100<10 || n%100>=20) ? 1 : 2);",
        [2, 0, 1, 2, 2, 1]
      ),
      (
        "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : "
          + "n%100>=11 ? 4 : 5;",
        [0, 1, 2, 3, 4, 4]
      ),
    ]
  )
  func `reads plural rules as C does`(rule: String, forms: [Int]) {
    let texts = (0..<6).map { "msgstr[\($0)] \"\($0)\"" }.joined(separator: "\n")
    let catalog = MessageCatalog(
      po: """
        msgid ""
        msgstr "Plural-Forms: \(rule)\\n"

        msgid "one"
        msgid_plural "more"
        \(texts)
        """
    )
    let found = [0, 1, 2, 5, 12, 22].map { catalog.text("one", count: $0).flatMap(Int.init) }
    #expect(found == forms)
  }

  @Test(arguments: [
    "plural=n n;", "plural=;", "plural=(n;", "plural=n?1;", "plural=9999999999999999999;",
  ])
  func `takes one and many where its rule cannot be read`(rule: String) {
    let catalog = MessageCatalog(
      po: """
        msgid ""
        msgstr "Plural-Forms: nplurals=2; \(rule)\\n"

        msgid "one"
        msgid_plural "more"
        msgstr[0] "0"
        msgstr[1] "1"
        """
    )
    #expect(catalog.text("one", count: 1) == "0")
    #expect(catalog.text("one", count: 7) == "1")
  }
}
