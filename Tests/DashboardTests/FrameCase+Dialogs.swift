import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// What the dialogs look like that the acts do not show: on their way, refused, and afterwards.
  static let dialogs: [FrameCase] = Size.all.flatMap { size in
    [
      act("reverify-all", size) { player in
        player.press(.character("3"))
        player.type("aR")
      },
      act("revoke", size) { player in
        player.dossier.entitlements.append(Sample.gift)
        player.send(.ledgerChanged(bytes: nil))
        player.press(.character("5"), .end)
        player.type("ak")
      },
      act("looking", size) { player in
        player.answers = false
        player.type("ar")
        player.send(.ticked(Sample.now.addingTimeInterval(1.2)))
      },
      act("sending", size) { player in
        player.press(.character("3"))
        player.type("ar")
        player.answers = false
        player.press(.tab, .enter)
        player.send(.ticked(Sample.now.addingTimeInterval(1.2)))
      },
      act("refused", size) { player in
        player.restored = .failure("The disk is full; nothing was filed. Make room and try again.")
        player.restore()
      },
      act("restore-rejected", size) { player in
        player.restored = .value(
          .rejected("Rejected (bad-signature): signer 1: the signature does not fit the content")
        )
        player.restore()
      },
      act("restore-nothing", size) { player in
        player.restored = .value(.nothing("The store knows of no purchase in this receipt."))
        player.restore()
      },
      act("restore-unknown", size) { player in
        player.type("as12")
        player.press(.enter)
      },
      act("note-done", size) { player in
        player.refusal = "ada was erased meanwhile"
        player.type("ancalled twice")
        player.press(.tab, .tab, .enter)
      },
      act("grant-fault", size) { player in
        player.type("agpro")
        player.press(.tab)
        player.type("soon")
        player.press(.tab, .tab, .tab, .tab, .enter)
      },
      act("jobs-over", size) { player in
        player.jobs = Sample.over
        reverify(&player)
      },
      FrameCase(name: "retry-job", size: size, acting: .allowed, list: .jobs) { player in
        player.press(.down, .down, .down)
        player.type("ar")
      },
      FrameCase(name: "job-ended", size: size, acting: .allowed, list: .jobs) { player in
        player.press(.end, .enter)
      },
      FrameCase(name: "act-no-stores", size: size, acting: .noStores) { $0.type("a") },
      FrameCase(name: "quit-jobs", size: size, acting: .allowed) { player in
        player.press(.down, .enter)
        player.jobs = Sample.jobs
        reverify(&player)
        player.press(.escape, .control("c"), .control("c"))
      },
    ]
  }
}

extension Player {
  fileprivate mutating func restore() {
    type("asreceipt.b64")
    press(.enter, .tab, .enter)
  }
}
