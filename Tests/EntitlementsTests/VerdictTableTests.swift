import Entitlements
import Foundation
import Testing

@Test func `the manual lists every verdict with its meaning`() throws {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let article = "Sources/purser/Documentation.docc/AnsweringTickets.md"
  let text = try String(contentsOf: root.appendingPathComponent(article), encoding: .utf8)
  for code in VerdictCode.allCases {
    #expect(text.contains("| `\(code.rawValue)` | \(code.meaning) |"), "\(code)")
  }
}
