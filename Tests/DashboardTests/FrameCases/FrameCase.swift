import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// A screen that is looked at: how it is opened, and what is pressed until it stands there.
struct FrameCase: Sendable, CustomTestStringConvertible {
  var name: String
  var size: Size
  /// `nil` where the size decides: the smallest screen is one of ASCII.
  var glyphs: GlyphSet?
  var writeMode = WriteMode.readOnly
  /// The list it begins on; `nil` for the first screen.
  var list: ListKind? = .users
  var tickets = Sample.letters
  var queues = Sample.queues
  var memory = SessionState()
  var health = Sample.health
  var play: @Sendable (inout Player) -> Void

  var testDescription: String { "\(name) at \(size.columns)x\(size.rows)" }
  var file: String { "\(name)-\(size.columns)x\(size.rows).frame" }

  /// The dashboard with all that played.
  func played() -> Player {
    var player = Player(
      Sample.state(
        size.columns,
        size.rows,
        glyphs: glyphs ?? (size == .smallest ? .ascii : .full),
        writeMode: writeMode,
        queues: queues,
        tickets: tickets,
        memory: memory
      ),
      on: list,
      health: health
    )
    play(&player)
    return player
  }

  static let all =
    screens + homes + acts + searches + cases + tables + metas + lists + dialogs + words
    + waits + large + inspections
}

extension Size {
  static let usual = Size(columns: 80, rows: 24)
  static let smallest = Size(columns: 40, rows: 10)
  static let largest = Size(columns: 200, rows: 50)
  /// Those that every screen is looked at in.
  static let all = [usual, Size(columns: 120, rows: 40), smallest]
}
