import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// Documents looked into, with their bytes, and what stands beside lists where there is room.
  static let inspections: [FrameCase] =
    (Size.all + [.largest]).flatMap { size in
      [
        FrameCase(name: "jws", size: size) { player in
          player.inspection = Sample.signed
          player.type(":receipts")
          player.press(.enter, .enter, .down, .down)
        },
        FrameCase(name: "facet-months", size: size, list: .orders) { $0.press(.character("f")) },
        FrameCase(name: "columns-frozen", size: size, list: .orders) { player in
          player.press(.character("c"), .down, .character("f"), .escape)
          player.press(.character("l"), .character("l"), .character("c"))
        },
      ]
    } + [
      FrameCase(name: "bytes", size: .largest) { player in
        player.type(":receipts")
        player.press(.enter, .enter, .down, .down, .character("i"))
      },
      FrameCase(name: "three-panes", size: .largest) { player in
        player.press(.down, .character("p"))
        player.send(.ticked(Sample.now.addingTimeInterval(0.5)))
      },
    ]
}
