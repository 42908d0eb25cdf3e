import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// What a ticket leads to.
  static let cases: [FrameCase] =
    Size.all.flatMap { size in
      [
        FrameCase(name: "why-evidence", size: size) { player in
          player.press(.down)
          player.type("wG")
        },
        FrameCase(name: "why-all", size: size) { player in
          player.press(.down)
          player.type("wpG")
        },
        FrameCase(name: "why-question", size: size) { $0.type("wc") },
        FrameCase(name: "why-purchase", size: size) { $0.type("wb") },
        FrameCase(name: "why-chosen", size: size) { player in
          player.inquired = { choice in
            var answer = Sample.inquiry
            if let ticket = choice.ticket { answer.diagnosis.verdict.ticket = ticket }
            return answer
          }
          player.type("wc")
          player.press(.home, .down, .down, .enter)
          player.type("b")
          player.press(.home, .down, .enter)
        },
        FrameCase(name: "household", size: size) { player in
          player.userDetails = Sample.familyDetails
          player.subjectHistory = SubjectHistory(Sample.household, audit: [], at: Sample.now)
          player.press(.down, .enter)
        },
        FrameCase(name: "household-timeline", size: size) { player in
          player.subjectHistory = SubjectHistory(Sample.household, audit: [], at: Sample.now)
          player.press(.down)
          player.type("t")
        },
        FrameCase(name: "user-marks", size: size) { player in
          player.press(.down, .enter, .character("4"))
          player.type(" j vj")
        },
        FrameCase(name: "user-export", size: size) { player in
          player.press(.down, .enter, .character("4"))
          player.type(" e")
        },
        FrameCase(name: "why-case-file", size: size) { player in
          player.press(.down)
          player.type("we")
        },
        FrameCase(name: "why-nothing", size: size) { player in
          player.inquiry = Sample.unknown
          player.type("w")
        },
        FrameCase(name: "lesson", size: size, list: nil) { player in
          let steps = Sample.letters.map { TourStep(ticketMessage: $0, look: "t shows when.") }
          if let tour = Tour(steps) { player.open(WhyScreen(tour)) }
        },
        FrameCase(name: "timeline", size: size) { player in
          player.press(.down)
          player.type("t")
        },
        FrameCase(name: "timeline-zoomed", size: size) { player in
          player.press(.down)
          player.type("thm++hhC")
        },
        FrameCase(name: "user-timeline", size: size) { player in
          player.press(.down, .enter, .character("2"))
        },
        FrameCase(name: "aliases", size: size) { player in
          player.press(.down, .enter, .character("7"))
        },
        FrameCase(name: "notes", size: size) { player in
          player.press(.down, .enter, .character("8"))
        },
        FrameCase(name: "audit", size: size) { player in
          player.press(.down, .enter, .character("9"))
        },
        FrameCase(name: "diff", size: size) { player in
          player.type(":diff \(Sample.digest("a")) \(Sample.digest("f"))")
          player.press(.enter, .down)
        },
        FrameCase(name: "bytes", size: size) { player in
          player.type(":receipts")
          player.press(.enter, .enter, .down, .down, .down)
          player.type("iX")
        },
      ]
    }
}
