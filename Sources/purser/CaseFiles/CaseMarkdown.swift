import Entitlements
import Foundation

/// Writes a case file as Markdown. Nothing in it is markup but this program's own.
struct CaseMarkdown {
  private let file: CaseFile

  init(_ file: CaseFile) { self.file = file }

  /// The text, with the case file's data in a comment for `purser story from`.
  func text() throws(Fault) -> String {
    let parts = [
      head, answer, timeline, checks, purchases, rights, documents,
      "All times are UTC. Written by purser on \(CaseText.time(file.writtenAt)), format "
        + "\(file.format).",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n\n"
      + (try CaseJSON.comment(of: file))
  }

  private var head: String {
    let answer = file.answer
    let user = [file.subject.user, file.subject.name, file.subject.email].compactMap(\.self)
    var lines = [
      "# \(plain(answer.verdict.sentence))", "",
      "**\(CaseText.severity(answer.severity))** · \(plain(answer.verdict.code)) · "
        + plain(answer.certainty.sentence),
      "", "*\(CaseText.redaction(of: file))*", "", "- Asked: \(CaseText.time(file.askedAt))",
    ]
    if !user.isEmpty { lines.append("- User: \(plain(user.joined(separator: " · ")))") }
    if let purchase = answer.purchase { lines.append("- Purchase: \(plain(purchase))") }
    for identifier in file.subject.identifiers {
      let found = identifier.isFound ? "on file" : "not on file"
      lines.append("- Looked up: \(plain("\(identifier.label) \(identifier.text)")): \(found)")
    }
    if file.message.contains(where: \.isWhitespace) {
      lines += ["", "## Message", ""] + quote(file.message)
    }
    return lines.joined(separator: "\n")
  }

  private var answer: String {
    let answer = file.answer
    var lines = ["## What to do", "", plain(answer.recommendation.sentence)]
    if let command = answer.command {
      lines += ["", "    \(CaseText.visible(command))"]
    }
    for also in answer.also { lines += ["", "Also: \(plain(also.sentence))"] }
    lines += ["", "## For the customer", ""]
    lines += quote(answer.customerText.map(CaseText.reply).joined(separator: "\n\n"))
    return lines.joined(separator: "\n")
  }

  private func quote(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      "> \(plain(String($0)))"
    }
  }

  private var timeline: String {
    let rows = file.events.enumerated().map { index, event in
      [
        "\(index + 1)", CaseText.time(event.at),
        event.sentence + (event.isScheduled ? " (expected)" : ""),
      ]
    }
    return section("Timeline", table(["", "at the store", "event"], rows))
  }

  private var checks: String {
    let lines = file.checks.flatMap { check in
      ["- **\(CaseText.mark(of: check.result))** \(plain(check.sentence)) (\(plain(check.code)))"]
        + check.evidence.map {
          "  - \(CaseText.time($0.at)) \(plain($0.sentence)) (\(plain("\($0.kind) \($0.id)")))"
        }
    }
    return section("Evidence", lines.joined(separator: "\n"))
  }

  private var purchases: String {
    let purchases = file.purchases.map { purchase in
      [
        purchase.product, CaseText.phrase(forState: purchase.state), purchase.owner ?? "nobody",
        CaseText.name(ofStore: purchase.store), purchase.environment ?? "", purchase.id,
      ]
    }
    let sales = file.sales.map { sale in
      [
        CaseText.time(sale.purchasedAt), sale.product, CaseText.phrase(forState: sale.state),
        sale.price ?? "", CaseText.end(of: sale), sale.id,
      ]
    }
    let parts = [
      section(
        "Purchases",
        table(["product", "state", "owner", "store", "environment", "ID"], purchases)
      ),
      section(
        "Orders",
        table(["bought", "product", "state", "price", "access until", "ID"], sales)
      ),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var rights: String {
    let rows = file.rights.map { right in
      [
        right.key, right.isActive ? "active" : "not active", right.environment,
        CaseText.time(right.from), right.until.map { CaseText.time($0) } ?? "no end",
      ]
    }
    return section(
      "Entitlements",
      table(["entitlement", "now", "environment", "from", "until"], rows)
    )
  }

  private var documents: String {
    let articles = file.documents.enumerated().map { index, document -> String in
      let verdict = document.rejection.map { "rejected (\($0.code)): \($0.detail)" } ?? "genuine"
      var lines = [
        "### \(index + 1)\\. \(plain(document.title))", "", "- Verdict: \(plain(verdict))",
        "- Received: \(CaseText.time(document.receivedAt))", "- ID: \(plain(document.id))",
      ]
      lines += document.checks.map {
        "- **\(CaseText.mark(of: $0.outcome))** \(plain($0.name)): \(plain($0.detail))"
      }
      lines += document.certificates.map {
        "- Certificate \(plain($0.commonName)): \(CaseText.time($0.notBefore)) to "
          + CaseText.time($0.notAfter)
      }
      return (lines + tree(document.tree, 0)).joined(separator: "\n")
    }
    return section("Documents", articles.joined(separator: "\n\n"))
  }

  private func tree(_ parts: [CaseDocument.Part], _ depth: Int) -> [String] {
    parts.flatMap { part in
      let gloss = part.gloss.map { " (\(plain($0)))" } ?? ""
      let value = part.value.isEmpty ? "" : ": \(plain(part.value))"
      let indent = String(repeating: "  ", count: depth)
      return ["\(indent)- \(plain(part.label))\(value)\(gloss)"] + tree(part.parts, depth + 1)
    }
  }

  private func section(_ title: String, _ content: String) -> String {
    content.isEmpty ? "" : "## \(title)\n\n\(content)"
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let lines = [line(head), line(head.map { _ in "---" })] + rows.map { line($0.map(plain)) }
    return lines.joined(separator: "\n")
  }

  private func plain(_ text: String) -> String { CaseText.markdown(text) }
}
