import Foundation
import Mint
import TestSupport
import Testing

/// Texts that would command, reorder or hide on a terminal, in the documents that `receipt show`
/// prints: neither the summary nor the JSON nor the narration hands them on.
@Suite struct HostileTextTests {
  private static let authority = Result { try TestAuthority.demo(at: Date()) }

  private let workbench: Workbench

  init() throws {
    workbench = try Workbench()
    try workbench.write(Self.authority.get().rootDER, to: "root.der")
  }

  /// Runs `receipt show` in both forms and expects that no mark of `scalars` comes through.
  private func expectHarmless(
    _ file: String,
    _ status: Int32,
    without scalars: String.UnicodeScalarView
  ) throws {
    for words in [[], ["--json"]] {
      let answer = try workbench.run(["receipt", "show", "--root", "root.der", file] + words)
      #expect(answer.status == status)
      let printed = Set((answer.output + answer.narration).unicodeScalars)
      for scalar in scalars {
        #expect(!printed.contains(scalar), "U+\(String(scalar.value, radix: 16)) \(words)")
      }
    }
  }

  @Test(arguments: [
    ("NUL", "pro\u{0}", 2), ("ESC]52", "pro\u{1B}]52;c;AAAA\u{07}", 2), ("CR", "pro\r", 2),
    ("C1 CSI", "pro\u{9B}2J", 0), ("U+202E", "pro\u{202E}orp", 0), ("U+2066", "pro\u{2066}", 0),
    ("U+2028", "pro\u{2028}", 0), ("zero-width joiner", "pro\u{200D}", 0),
  ])
  func `text from a receipt cannot command the terminal`(
    _ name: String,
    _ nasty: String,
    _ status: Int32
  ) throws {
    let bytes = try ReceiptMint(Self.authority.get()).mint(
      MintedReceipt(
        bundleID: "com.example.reader",
        creationDate: Date(timeIntervalSinceNow: -60),
        purchases: [
          MintedPurchase(
            productID: nasty,
            transactionID: "1",
            purchaseDate: Date(timeIntervalSinceNow: -60)
          )
        ]
      )
    )
    try workbench.write(bytes, to: "receipt")
    let marks = nasty.unicodeScalars.filter { !("0"..."z").contains($0) }
    try expectHarmless("receipt", status, without: marks)
  }

  @Test(arguments: [
    ("NUL", "\\u0000", 0), ("ESC", "\\u001b[2J", 0), ("C1 CSI", "\\u009b2J", 0),
    ("C1 CSI as it is", "\u{9B}2J", 0), ("U+202E", "\\u202e", 0),
    ("U+2066 as it is", "\u{2066}", 0),
    ("a lone surrogate", "\\ud800", 2), ("a lone low surrogate", "\\udc00", 2),
    ("a surrogate pair of a tag", "\\udb40\\udc01", 0),
  ])
  func `text from JSON cannot either, in a name or in a value`(
    _ name: String,
    _ nasty: String,
    _ status: Int32
  ) throws {
    let text = """
      {"status":0,"receipt":{"bundle_id":"a\(nasty)b","in_app":[]},"a\(nasty)b":"x"}
      """
    try workbench.write(Array(text.utf8), to: "answer")
    let marks: String = "\u{0}\u{7}\u{1B}\u{9B}\u{202E}\u{2066}\u{E0001}\u{FFFD}"
    try expectHarmless("answer", status, without: marks.unicodeScalars)
  }

  @Test func `bytes that are no UTF-8 are refused at their place, not mended`() throws {
    let head = Array("{\"status\":0,\"receipt\":{\"bundle_id\":\"a".utf8)
    for octets in [[0x9B], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]] {
      try workbench.write(head + octets + Array("\"}}".utf8), to: "answer")
      try expectHarmless("answer", 2, without: "\u{9B}\u{FFFD}".unicodeScalars)
    }
  }

  @Test func `a file's name is text like any other`() throws {
    try workbench.write(Array("MII*".utf8), to: "one\u{1B}[2J")
    try workbench.write(Array("MII*".utf8), to: "two")
    let answer = try workbench.run(["receipt", "show", "one\u{1B}[2J", "two"])
    #expect(!(answer.output + answer.narration).unicodeScalars.contains("\u{1B}"))
  }
}
