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
        player.userDetails.entitlements.append(Sample.gift)
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
      FrameCase(name: "retry-job", size: size, writeMode: .allowed, list: .jobs) { player in
        player.press(.down, .down, .down)
        player.type("ar")
      },
      FrameCase(name: "job-ended", size: size, writeMode: .allowed, list: .jobs) { player in
        player.press(.end, .enter)
      },
      FrameCase(name: "refund", size: size, writeMode: .allowed, list: .orders) { player in
        player.lists[.orders] = [Sample.googleOrder]
        player.send(.ledgerChanged(bytes: nil))
        player.type("af")
      },
      FrameCase(name: "revoke-at-store", size: size, writeMode: .allowed, list: .orders) { player in
        player.lists[.orders] = [Sample.googleOrder]
        player.send(.ledgerChanged(bytes: nil))
        player.type("ax")
      },
      FrameCase(name: "answer-google", size: size, writeMode: .allowed, list: .orders) { player in
        player.lists[.orders] = [Sample.googleOrder]
        player.send(.ledgerChanged(bytes: nil))
        player.type("aA")
      },
      act("answer-apple", size) { player in
        player.press(.character("4"))
        player.type("aa")
        player.press(.down, .down)
      },
      act("deliver", size) { player in
        player.press(.character("4"), .down, .down)
        player.type("ad")
      },
      FrameCase(name: "act-no-stores", size: size, writeMode: .noStores) { $0.type("a") },
      FrameCase(name: "act-marked", size: size, writeMode: .allowed) { player in
        player.press(.character(" "), .character(" "))
        player.type("a")
      },
      FrameCase(name: "act-job", size: size, writeMode: .allowed, list: .jobs) { player in
        let sound: [[CustomCommand.Piece]] = [[.text("page-somebody")]]
        player.state.commands = [
          CustomCommand(
            name: "page",
            help: "page whoever is on duty",
            keys: [.character("a"), .character("p")],
            acts: false,
            words: sound
          )
        ]
        player.press(.down, .down)
        player.type("a")
      },
      FrameCase(name: "chord-unknown", size: size, writeMode: .allowed) { $0.type("av") },
      FrameCase(name: "look-up", size: size, writeMode: .allowed) { player in
        player.inquiry = Sample.unknown
        player.state.apps = ["com.example.reader", "com.example.player"]
        player.type("wal")
      },
      FrameCase(name: "sampling", size: size, writeMode: .allowed) { player in
        player.send(.sampled(SampleProgress(done: 350, of: 3_000)))
      },
      act("jobs-waiting", size) { player in
        player.state.storesOpening = "the demo's App Store opens once the tickets are filed"
        player.jobs = Sample.waiting
        reverify(&player)
      },
      FrameCase(name: "launched", size: size) { player in
        let lines = ["Ada Lovelace", "", "2 open tickets, the oldest of 2026-10-02"]
        let said = ProcessResult(lines: lines, isCut: false, status: 1)
        player.send(.launched(name: "crm", .value(said)))
      },
      FrameCase(name: "quit-jobs", size: size, writeMode: .allowed) { player in
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
