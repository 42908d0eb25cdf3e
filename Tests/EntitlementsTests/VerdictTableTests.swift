import Entitlements
import Foundation
import Testing

@Test func `README lists every verdict with its meaning`() throws {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
  for code in VerdictCode.allCases {
    #expect(text.contains("| `\(code.rawValue)` | \(code.meaning) |"), "\(code)")
  }
}
