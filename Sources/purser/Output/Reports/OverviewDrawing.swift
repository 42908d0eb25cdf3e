import Dashboard
import Entitlements
import Foundation

/// The overview as one SVG file without scripts, readable on light and dark backgrounds.
struct OverviewDrawing {
  private static let (width, barWidth, barHeight, rowHeight) = (760, 10, 22, 34)
  private static let barsAt = 190

  private var body = ""
  private var y = 30

  init(_ overview: Overview, _ queues: [(name: String, count: Count)]) {
    text("purser, \(Self.time(overview.at))", x: 20, role: "head")
    y += 12
    for panel in overview.panels(at: overview.at) { add(panel) }
    guard !queues.isEmpty else { return }
    heading("NEEDS A PERSON")
    for (name, count) in queues {
      text(name, x: 20)
      text("\(count.least)\(count.isExact ? "" : "+")", x: Self.width - 20, role: "end")
      y += 18
    }
  }

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(y + 10)" \
    viewBox="0 0 \(Self.width) \(y + 10)" role="img" aria-label="purser overview">
    <style>
    svg { font: 13px ui-sans-serif, system-ui, sans-serif; --ink: #1f2328; --soft: #59636e; \
    --bar: #0969da; --warn: #9a6700; --paper: #ffffff }
    @media (prefers-color-scheme: dark) { svg { --ink: #f0f6fc; --soft: #9198a1; --bar: #4493f8; \
    --warn: #d29922; --paper: #0d1117 } }
    text { fill: var(--ink) } .soft { fill: var(--soft) } .warn { fill: var(--warn) }
    .head { font-weight: 600; font-size: 16px } .title { font-weight: 600; fill: var(--soft) }
    .end { text-anchor: end } rect { fill: var(--bar) } .paper { fill: var(--paper) }
    polyline { fill: none; stroke: var(--bar); stroke-width: 2 }
    .p50 { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 3 2 }
    </style>
    <rect class="paper" width="100%" height="100%"/>
    \(body)</svg>

    """
  }

  private mutating func heading(_ title: String) {
    y += 16
    text(title, x: 20, role: "title")
    y += 22
  }

  private mutating func add(_ panel: OverviewPanel) {
    heading(panel.title)
    if panel.rows.isEmpty {
      text("none", x: 20, role: "soft")
      y += 18
    }
    for row in panel.rows {
      text(row.label, x: row.whole == nil ? 20 : 34, role: row.whole == nil ? "" : "soft")
      var total = row.text()
      if row.hasSandbox { total += "  (sandbox \(row.text(isSandbox: true)))" }
      text(total, x: Self.width - 20, role: row.isAlarming ? "end warn" : "end")
      if panel.starts.isEmpty {
        y += 18
      } else {
        if row.measure == .delay { line(of: row, in: panel) } else { bars(of: row, in: panel) }
        y += Self.rowHeight
      }
    }
  }

  private var step: Int { 7 }

  private mutating func bars(of row: OverviewRow, in panel: OverviewPanel) {
    let most = Double(panel.scale(of: row).values.compactMap(\.self).max() ?? 0)
    let step = panel.starts.count > 20 ? step : step * 3
    for (index, value) in row.values.enumerated() {
      guard let value, value > 0, most > 0 else { continue }
      let height = max(1, Int((Double(value) / most * Double(Self.barHeight)).rounded()))
      let title = "\(Self.time(panel.starts[index])): \(row.text(index..<index + 1))"
      body += """
        <rect x="\(Self.barsAt + index * step)" y="\(y + 6 - height)" width="\(step - 1)" \
        height="\(height)"><title>\(Self.escaped(title))</title></rect>

        """
    }
  }

  /// The 95th percentile and, dashed, the median by hour, on one logarithmic scale.
  private mutating func line(of row: OverviewRow, in panel: OverviewPanel) {
    func logarithms(_ values: [Int64?]) -> [Double?] {
      values.map { $0.map { log(max(1, min(Double($0), 6e8))) } }
    }
    let (delays, medians) = (logarithms(row.values), logarithms(row.medians))
    let most = max(1, delays.compactMap(\.self).max() ?? 1)
    func points(_ values: [Double?]) -> String {
      values.enumerated().compactMap { index, value in
        value.map { value in
          let height = Int(value / most * Double(Self.barHeight))
          return "\(Self.barsAt + index * step),\(y + 6 - height)"
        }
      }
      .joined(separator: " ")
    }
    for (name, values) in [("p95", delays), ("p50", medians)]
    where values.contains(where: { $0 != nil }) {
      body += """
        <polyline class="\(name)" points="\(points(values))"><title>\(name)</title></polyline>

        """
    }
  }

  private mutating func text(_ text: String, x: Int, role: String = "") {
    let name = role.isEmpty ? "" : " class=\"\(role)\""
    body += "<text x=\"\(x)\" y=\"\(y + 4)\"\(name)>\(Self.escaped(text))</text>\n"
  }

  private static func time(_ date: Date) -> String {
    let text = date.ISO8601Format()
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }

  private static func escaped(_ text: String) -> String {
    PlainText.safe(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
