import Dashboard

@testable import Terminal

/// What must hold for whatever a terminal sends, beyond that nothing traps.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// Characters in UTF-8; the bytes that it never has are what curses recognises.
  case keys

  /// The first property that does not hold, in words; `nil` when all do.
  func fault(_ input: [UInt8], thoroughly: Bool = true) throws -> String? {
    var codes = Self.codes(input)[...]
    var reader = KeyReader(reportTimeout: 50)
    var rounds = 0
    repeat {
      let events = reader.read { _ in codes.popFirst() }
      if events.count > KeyReader.maxStrokes + 2 { return "\(events.count) events at once" }
      if let fault = events.lazy.compactMap(Self.fault).first { return fault }
      rounds += 1
      if rounds > input.count + 2 { return "it never ends" }
    } while reader.isUnfinished || !codes.isEmpty
    return Self.reportFault(input)
  }

  private static func fault(_ event: KeyReader.InputEvent) -> String? {
    switch event {
    case .pasted(let text):
      let isClean = text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) || [9, 10].contains($0.value)
      }
      return isClean && text.utf8.count <= PastedText.limit ? nil : "a paste with controls"
    case .key(.character(let character)):
      return character.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        ? nil : "a control as a letter"
    case .mouse(let mouse):
      return (0..<10_000).contains(mouse.column) && (0..<10_000).contains(mouse.row)
        ? nil : "a mouse out of place"
    case .key: return nil
    }
  }

  /// What another program's reply contains is no key.
  private static func reportFault(_ input: [UInt8]) -> String? {
    let content = codes(input.filter { $0 >= 0x20 && $0 < 0x7F })
    for kind: UInt32 in [0x50, 0x58, 0x5D, 0x5E, 0x5F] {
      var codes = ([.character(27), .character(kind)] + content + [.character(7)])[...]
      codes.append(.character(0x78))
      var reader = KeyReader(reportTimeout: 50)
      guard reader.read({ _ in codes.popFirst() }) == [.key(.character("x"))] else {
        return "a report is taken for keys"
      }
    }
    return nil
  }

  private static func codes(_ input: [UInt8]) -> [KeyCode] {
    let texts = input.split(omittingEmptySubsequences: false) { $0 >= 0xF8 }
    return texts.flatMap { text in
      // A text that is not the first follows what divides it from the one before.
      let mark = text.startIndex > 0 ? marks[input[text.startIndex - 1], default: .unnamed] : nil
      let characters = String(decoding: text, as: UTF8.self).unicodeScalars.map {
        KeyCode.character($0.value)
      }
      return (mark.map { [$0] } ?? []) + characters
    }
  }

  private static let marks: [UInt8: KeyCode] = [
    0xF8: .pasteBegin, 0xF9: .pasteEnd, 0xFA: .mouseBegin, 0xFC: .key(.enter), 0xFD: .key(.tab),
    0xFE: .key(.up), 0xFF: .key(.function(1)),
  ]
}
