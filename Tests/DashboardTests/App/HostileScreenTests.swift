import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Texts that would command, reorder, hide or shift, on every screen there is: what reaches the
/// frame is printable, and each cell is where it says.
@Suite struct HostileScreenTests {
  static let texts = [
    "pro\u{0}max", "pro\u{1B}]52;c;AAAA\u{7}", "pro\u{1B}[2J\u{1B}[H", "\u{9B}2Jpro", "a\rb\nc\td",
    "pro\u{202E}orp\u{2066}", "\u{200D}pro\u{200B}\u{FEFF}", "👩‍👩‍👧‍👦🇩🇪1️⃣👍🏽",
    "\u{301}e" + String(repeating: "\u{301}", count: 10_000), "\u{FFFD}\u{FFFE}\u{E000}\u{378}",
    "山田太郎の定期購読プラン年間契約特別割引中です" + "●■▲▒█─│…", "\u{1100}\u{1161}\u{11A8}한글\u{3164}",
    "\u{E0001}\u{E0041}\u{34F}\u{AD}", "العربية עברית", "\u{2028}\u{2029}\u{85}\u{7F}",
    String(repeating: "x", count: 5_000), "'\"`$(reboot)`;--%s%n*NEAR(_", "",
  ]

  /// What is typed and pressed, one after the other.
  private static let journeys: [[String]] =
    ListKind.allCases.map { [":\($0.rawValue)", "p", "=", "y", "f", "w"] }
    + (1...9).map { [":user ada", "\($0)", "Z", "p"] }
    + [
      [":receipt \(Sample.digest("a"))", "p", "i", "X"], [":why ada", "G", "X"], [":timeline ada"],
      [":diff \(Sample.digest("a")) \(Sample.digest("f"))"], [":sql select 1", ">"],
      [":sql selec 1"], [":themes"], [":config"], [":about"], [":checkhealth"], [":log"],
      [":orders", "ar"], [":users", "an"], [":orders", "at"], [":jobs", "ac"], [":jobs", "\n"],
      [":orders", "e"], ["?"], [":cli"], [":explain"],
    ]

  @Test(arguments: [Size.usual, .smallest])
  func `no screen hands on what is not to be printed, and no cell is shifted`(_ size: Size) {
    for text in Self.texts {
      for journey in Self.journeys {
        var player = Player(hostile: text, size, list: nil)
        expectSound(player, text, ["home"])
        for (place, step) in journey.enumerated() {
          if step == "\n" { player.press(.enter) } else { player.type(step) }
          if step.hasPrefix(":") { player.press(.enter) }
          expectSound(player, text, Array(journey[...place]))
        }
      }
    }
  }

  @Test(arguments: [Size.usual, .smallest])
  func `what is typed, pasted and answered by a failure is as harmless`(_ size: Size) {
    for text in Self.texts {
      var player = Player(hostile: text, size, list: .users)
      for opening in ["", "/", ":", ":sql ", "an", "ag", "as"] {
        player.press(.escape, .escape, .escape)
        player.type(opening)
        player.send(.pasted(text))
        expectSound(player, text, [opening])
        player.press(.enter)
        expectSound(player, text, [opening, "Enter"])
      }
      player.press(.escape, .escape, .escape, .control("p"))
      player.type("a")
      expectSound(player, text, ["palette"])
      player.press(.escape)
      player.fault = text
      for line in ListKind.allCases.map(\.rawValue) + ["user a", "why a", "timeline a", "config"] {
        player.type(":" + line)
        player.press(.enter)
        expectSound(player, text, [line])
      }
      player.send(.noticed(StatusMessage(severity: .error, text: text)))
      expectSound(player, text, ["notice"])
    }
  }

  private func expectSound(_ player: Player, _ text: String, _ path: [String]) {
    let frame = view(player.state)
    guard let flaw = Self.flaw(in: frame) else { return }
    Issue.record("\(flaw) with \(text.debugDescription.prefix(40)) after \(path)")
  }

  /// What is wrong with a frame; `nil` for nothing.
  static func flaw(in frame: Frame) -> String? {
    for row in 0..<frame.size.rows {
      var isInside = false
      for column in 0..<frame.size.columns {
        let cell = frame.cells[row * frame.size.columns + column]
        let place = "cell \(column), \(row)"
        if (cell.glyph == 0) != isInside { return "\(place) is half a wide character" }
        isInside = false
        // Nothing, or printable ASCII.
        if cell.glyph == 0 || (0x20..<0x7F).contains(cell.glyph) { continue }
        let scalars = scalars(of: cell, frame)
        guard let base = scalars.first else { return "\(place) has no character" }
        if let bad = scalars.first(where: { !isPrintable($0) }) {
          return "\(place) holds U+\(String(bad.value, radix: 16))"
        }
        if scalars.count > 5 || scalars.dropFirst().contains(where: { TextWidth.of($0) > 0 }) {
          return "\(place) holds \(scalars.count) characters"
        }
        isInside = TextWidth.of(base) == 2
      }
      if isInside { return "row \(row) ends within a wide character" }
    }
    return nil
  }

  private static func scalars(of cell: Cell, _ frame: Frame) -> [Unicode.Scalar] {
    guard cell.glyph >= Cell.clusterBit else {
      return Unicode.Scalar(cell.glyph).map { [$0] } ?? []
    }
    let place = Int(cell.glyph & ~Cell.clusterBit)
    return frame.clusters.indices.contains(place) ? Array(frame.clusters[place].unicodeScalars) : []
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
