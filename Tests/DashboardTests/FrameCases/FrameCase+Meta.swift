import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// Of the program itself.
  static let metas: [FrameCase] =
    Size.all.flatMap { size in
      [
        FrameCase(name: "themes", size: size) { player in
          player.type(":themes")
          player.press(.enter, .down)
        },
        FrameCase(name: "keys", size: size) { player in
          player.type(":keys")
          player.press(.enter)
        },
        FrameCase(name: "config", size: size) { player in
          player.type(":config")
          player.press(.enter)
        },
        FrameCase(name: "sql", size: size) { player in
          player.type(":sql select * from anOrder")
          player.press(.enter, .down)
        },
        FrameCase(name: "sql-fault", size: size) { player in
          player.type(":sql selec 1")
          player.press(.enter)
        },
        FrameCase(name: "sql-line", size: size) { player in
          player.type(":sql")
          player.press(.enter)
        },
        FrameCase(name: "sql-row", size: size) { player in
          player.type(":sql select * from anOrder")
          player.press(.enter, .down, .enter)
        },
        FrameCase(name: "uncopied", size: size) { player in
          player.send(
            .uncopied(
              "the order's ID",
              text: "GPA.3372-4648-1234-56789",
              reason: "no clipboard can be reached",
              path: "/home/ops/.local/state/purser/copied.txt"
            )
          )
        },
        FrameCase(name: "log", size: size) { player in
          player.type(":nosuch")
          player.press(.enter, .escape, .character("Z"))
          player.type(":log")
          player.press(.enter)
          player.send(.ticked(Sample.now.addingTimeInterval(10)))
        },
        FrameCase(name: "log-empty", size: size) { player in
          player.type(":log")
          player.press(.enter)
        },
        FrameCase(name: "about", size: size) { player in
          player.type(":about")
          player.press(.enter)
        },
        FrameCase(name: "checkhealth", size: size) { player in
          player.type(":checkhealth")
          player.press(.enter)
        },
        FrameCase(name: "sandbox", size: size) { player in
          player.type(":sandbox")
          player.press(.enter)
          player.type(":advance 3d")
          player.press(.enter)
        },
        FrameCase(name: "page-filter", size: size) { player in
          player.type(":config")
          player.press(.enter)
          player.type("/ledger")
        },
        FrameCase(name: "theme-torn", size: size) { player in
          player.type(":themes")
          player.press(.enter, .end)
        },
      ]
    } + [
      FrameCase(name: "users-basic", size: .usual, glyphs: .basic) { $0.press(.down) },
      FrameCase(name: "themes-ascii", size: .usual, glyphs: .ascii) { player in
        player.type(":themes")
        player.press(.enter)
      },
    ]
}
