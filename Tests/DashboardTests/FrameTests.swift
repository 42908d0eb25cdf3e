import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// Whole screens, compared with frames that were read and approved.
@Suite struct FrameTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var size: Size
    var glyphs = GlyphSet.full
    var acting = Acting.readOnly
    /// The list it begins on; `nil` for the first screen.
    var list: ListKind? = .users
    var play: @Sendable (inout Player) -> Void

    var testDescription: String { "\(name) at \(size.columns)x\(size.rows)" }
  }

  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 36), Size(columns: 40, rows: 10),
  ]

  static let cases: [Case] =
    sizes.flatMap { size in
      [
        Case(name: "home", size: size, list: nil) { $0.press(.down) },
        Case(name: "home-letter", size: size, list: nil) { player in
          player.send(.pasted("I paid!\nGPA.3372-4648-1234-56789, no access"))
        },
        Case(name: "why", size: size) { $0.type("w") },
        Case(name: "orders-list", size: size, list: .orders) { $0.press(.down, .character(" ")) },
        Case(name: "users", size: size) { $0.press(.down) },
        Case(name: "filter", size: size) { $0.type("/a") },
        Case(name: "no-match", size: size) { player in
          player.type("/grae")
          player.press(.enter)
        },
        Case(name: "overview", size: size) { $0.press(.down, .enter) },
        Case(name: "orders", size: size) { $0.press(.down, .enter, .tab, .down) },
        Case(name: "subs", size: size) { $0.press(.down, .enter, .character("3")) },
        Case(name: "entitlements", size: size) { $0.press(.down, .enter, .character("4")) },
        Case(name: "user-receipts", size: size) { $0.press(.down, .enter, .character("5")) },
        Case(name: "receipts", size: size) { player in
          player.type(":receipts")
          player.press(.enter, .down)
        },
        Case(name: "receipt", size: size) { player in
          player.type(":receipts")
          player.press(.enter, .enter, .down, .down, .down)
        },
        Case(name: "verification", size: size) { player in
          player.inspection = Sample.refused
          player.type(":receipts")
          player.press(.enter, .down, .enter, .character("p"))
        },
        Case(name: "search", size: size) { player in
          player.type(":receipts")
          player.press(.enter, .enter)
          player.type("/expires")
        },
        Case(name: "command", size: size) { $0.type(":u") },
        Case(name: "help", size: size) { $0.type("?") },
      ]
    } + acts + metas + [
      Case(name: "loading", size: sizes[0]) { player in
        player.answers = false
        player.send(.ledgerChanged(bytes: nil))
        player.send(.ticked(Sample.now.addingTimeInterval(1.2)))
      },
      Case(name: "error", size: sizes[0]) { player in
        player.type(":userz")
        player.press(.enter)
      },
      Case(name: "overview-ascii", size: sizes[0], glyphs: .ascii) { $0.press(.down, .enter) },
      Case(name: "users-ascii", size: sizes[0], glyphs: .ascii) { $0.press(.down) },
      Case(name: "users", size: Size(columns: 200, rows: 20)) { $0.press(.down) },
    ]

  /// Of the program itself.
  private static let metas: [Case] =
    sizes.flatMap { size in
      [
        Case(name: "themes", size: size) { player in
          player.type(":themes")
          player.press(.enter, .down)
        },
        Case(name: "keys", size: size) { player in
          player.type(":keys")
          player.press(.enter)
        },
        Case(name: "config", size: size) { player in
          player.type(":config")
          player.press(.enter)
        },
        Case(name: "sql", size: size) { player in
          player.type(":sql select * from anOrder")
          player.press(.enter, .down)
        },
      ]
    } + [
      Case(name: "sql-fault", size: sizes[0]) { player in
        player.type(":sql selec 1")
        player.press(.enter)
      },
      Case(name: "sql-line", size: sizes[0]) { player in
        player.type(":sql")
        player.press(.enter)
      },
      Case(name: "log", size: sizes[0]) { player in
        player.type(":nosuch")
        player.press(.enter, .escape, .character("Z"))
        player.type(":log")
        player.press(.enter)
        player.send(.ticked(Sample.now.addingTimeInterval(10)))
      },
      Case(name: "users-basic", size: sizes[0], glyphs: .basic) { $0.press(.down) },
      Case(name: "themes-ascii", size: sizes[0], glyphs: .ascii) { player in
        player.type(":themes")
        player.press(.enter)
      },
    ]

  /// Of Ada's page.
  private static let acts: [Case] =
    sizes.flatMap { size in
      [
        act("act", size) { $0.type("a") },
        act("reverify", size) { $0.type("ar") },
        act("restore", size) { $0.type("asreceipt.b6") },
        act("restore-file", size) { player in
          player.type("asreceipt.b64")
          player.press(.enter, .tab)
        },
        act("restore-purchase", size) { player in
          player.type("as2000000812345101")
          player.press(.enter)
        },
        act("jobs", size) { player in
          player.jobs = Sample.jobs
          player.type("ar")
          player.press(.tab, .enter)
        },
      ]
    } + [
      act("jobs-ascii", sizes[0], .ascii) { player in
        player.jobs = Sample.jobs
        player.type("ar")
        player.press(.tab, .enter)
      },
      act("reverify-ascii", sizes[0], .ascii) { $0.type("ar") },
      Case(name: "act-refused", size: sizes[0]) { player in
        player.press(.down, .enter)
        player.type("a")
      },
      act("jobs-behind", sizes[0]) { player in
        player.jobs = Sample.jobs
        player.type("ar")
        player.press(.tab, .enter, .escape)
      },
    ]

  private static func act(
    _ name: String,
    _ size: Size,
    _ glyphs: GlyphSet = .full,
    _ play: @escaping @Sendable (inout Player) -> Void
  ) -> Case {
    Case(name: name, size: size, glyphs: glyphs, acting: .allowed) { player in
      player.press(.down, .enter)
      play(&player)
    }
  }

  @Test(arguments: cases) func `a screen looks as it was approved`(_ example: Case) {
    var player = Player(
      Sample.state(
        example.size.columns,
        example.size.rows,
        glyphs: example.glyphs,
        acting: example.acting,
        queues: Sample.queues,
        letters: Sample.letters
      ),
      on: example.list
    )
    example.play(&player)
    let text = FrameText.planes(of: view(player.state))
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let file = "\(folder)/Frames/\(example.name)-\(example.size.columns)x\(example.size.rows).frame"
    if let difference = Golden.difference(of: text, from: file) {
      Issue.record("\(example.name) is drawn differently from \(file)\n\(difference)")
    }
  }
}
