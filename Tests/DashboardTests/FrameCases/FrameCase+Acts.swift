import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// All of Ada's purchases.
  static func reverify(_ player: inout Player) {
    player.type("ar")
    player.type("4")
    player.press(.enter, .enter)
  }

  /// Of Ada's page, and of the list of jobs.
  static let acts: [FrameCase] =
    Size.all.flatMap { size in
      [
        act("grant", size) { player in
          player.type("agpro")
          player.press(.tab)
          player.type("30d")
        },
        act("grant-done", size) { player in
          player.type("agpro")
          player.press(.tab, .tab, .tab, .tab, .tab, .enter)
        },
        act("transfer", size) { player in
          player.press(.character("3"))
          player.type("at")
        },
        act("note", size) { $0.type("an") },
        act("assign", size) { $0.type("aw") },
        act("assign-done", size) { player in
          player.type(":assign Lee")
          player.press(.enter)
        },
        FrameCase(name: "approve", size: size, writeMode: .allowed, list: .jobs) { player in
          var jobs = Sample.jobRows
          (jobs[0].kind, jobs[0].state, jobs[0].actor) = ("approval", .waiting, "Lee")
          player.jobRows = jobs
          player.type("ray")
        },
        FrameCase(name: "proposal", size: size, writeMode: .allowed) { player in
          player.proposed = .value([Sample.googleOrder])
          player.send(.proposalsChanged([Sample.refundProposal, Sample.grantProposal]))
          player.type("gp")
        },
        FrameCase(name: "proposal-grant", size: size, writeMode: .allowed) { player in
          player.send(.proposalsChanged([Sample.grantProposal]))
          player.type("gp")
        },
        FrameCase(name: "proposal-read-only", size: size) { player in
          player.send(.proposalsChanged([Sample.grantProposal]))
          player.type("gp")
        },
        FrameCase(name: "proposal-notice", size: size, writeMode: .allowed) { player in
          player.send(.proposalsChanged([Sample.refundProposal, Sample.grantProposal]))
          player.send(.ticked(Sample.now.addingTimeInterval(5)))
        },
        FrameCase(name: "open-elsewhere", size: size, list: .users) {
          $0.send(.presencesChanged([CasePresence(name: "Lee", user: ID("grace"), at: Sample.now)]))
        },
        act("dry-run", size) { player in
          player.press(.character("3"))
          player.type("ard")
        },
        act("unconfirmed", size) { player in
          player.type("ar")
          player.press(.tab, .tab, .enter)
        },
        FrameCase(name: "jobs-list", size: size, writeMode: .allowed, list: .jobs) {
          $0.press(.down)
        },
        FrameCase(name: "job", size: size, writeMode: .allowed, list: .jobs) { player in
          player.jobs = Sample.jobs
          player.press(.enter)
        },
        FrameCase(name: "cancel-job", size: size, writeMode: .allowed, list: .jobs) {
          $0.type("ac")
        },
        FrameCase(name: "retry-deed", size: size, writeMode: .allowed, list: .jobs) { player in
          player.press(.down, .down)
          player.type("ar")
        },
        act("act", size) { $0.type("a") },
        FrameCase(name: "act-refused", size: size) { player in
          player.press(.down, .enter)
          player.type("a")
        },
        act("jobs-behind", size) { player in
          player.jobs = Sample.jobs
          reverify(&player)
          player.press(.escape)
        },
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
          reverify(&player)
        },
      ]
    } + [
      act("jobs-ascii", .usual, .ascii) { player in
        player.jobs = Sample.jobs
        reverify(&player)
      },
      FrameCase(name: "jobs-list-ascii", size: .usual, glyphs: .ascii, list: .jobs) { _ in },
      act("reverify-ascii", .usual, .ascii) { $0.type("ar") },
    ]

  static func act(
    _ name: String,
    _ size: Size,
    _ glyphs: GlyphSet? = nil,
    _ play: @escaping @Sendable (inout Player) -> Void
  ) -> FrameCase {
    FrameCase(name: name, size: size, glyphs: glyphs, writeMode: .allowed) { player in
      player.press(.down, .enter)
      play(&player)
    }
  }
}
