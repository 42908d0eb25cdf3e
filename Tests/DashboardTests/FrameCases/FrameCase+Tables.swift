import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  static let tables: [FrameCase] =
    (Size.all + [Size(columns: 200, rows: 50)]).flatMap { size in
      [
        FrameCase(name: "table-marks", size: size, list: .orders) { player in
          player.press(.character(" "), .down, .character("v"), .down, .down)
        },
        FrameCase(name: "table-sort", size: size) { $0.press(.down, .character("s"), .down) },
        FrameCase(name: "table-columns", size: size, list: .orders) { player in
          player.press(.character("c"), .down, .down, .character(" "), .down)
        },
        FrameCase(name: "table-facet", size: size, list: .orders) { player in
          player.press(.character(">"), .character(">"), .character("f"), .down)
        },
        FrameCase(name: "table-preview", size: size, list: .orders) { player in
          player.press(.down, .character("p"))
        },
        FrameCase(name: "table-zoom", size: size, list: .orders) { $0.press(.character("=")) },
        FrameCase(name: "table-sideways", size: size) { player in
          player.press(.character("l"), .character("l"), .character(">"))
        },
        FrameCase(name: "table-export", size: size) { $0.press(.character(" "), .character("e")) },
        FrameCase(name: "table-copy", size: size) { $0.press(.character("y")) },
        FrameCase(name: "table-refreshed", size: size) { player in
          player.users[2].orders += 1
          player.users.insert(Sample.row("new", nil, nil, orders: 0, nil), at: 4)
          player.send(.ledgerChanged(bytes: nil))
        },
      ]
    } + [
      FrameCase(name: "table-marks-ascii", size: .usual, glyphs: .ascii, list: .orders) { player in
        player.press(.character(" "), .down, .character("v"), .down, .down, .character("p"))
      }
    ]
}
