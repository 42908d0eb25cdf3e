import Basics
import Entitlements
import Foundation
import ServiceCore

/// Writes a case file as one HTML document that loads nothing and runs nothing: its style and its
/// pictures are in it, and its content security policy allows no more. Everything that is not of
/// this program is escaped.
struct CaseHTML {
  private let file: CaseFile

  init(_ file: CaseFile) { self.file = file }

  /// The document, with the case file's data in a comment for `purser story from`.
  func text() throws(Fault) -> String {
    let title = CaseText.html(CaseText.title(of: file))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="robots" content="noindex">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(CaseStyle.text)</style>
      </head>
      <body>
      <main>
      \(header)\(answer)\(timeline)\(checks)\(purchases)\(rights)\(documents)\(footer)
      </main>
      </body>
      </html>

      """ + (try CaseJSON.comment(of: file))
  }

  /// Allows the one style, by its hash, and nothing else.
  private static var policy: String {
    let hash = DocumentFiling.documentID(of: Array(CaseStyle.text.utf8)).raw
    let digits = Array(hash.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
    let style = "'sha256-\(Data(bytes).base64EncodedString())'"
    return "default-src 'none'; style-src \(style); base-uri 'none'; form-action 'none'"
  }

  private var header: String {
    let message = file.message
    let isMessage = message.contains(where: \.isWhitespace)
    return """
      <header>
      <p class="kicker">purser case file · asked \(CaseText.time(file.askedAt)) UTC</p>
      <h1>\(html(file.answer.verdict.sentence))</h1>
      <p><span class="badge \(html(file.answer.severity))">\
      \(html(CaseText.severity(file.answer.severity)))</span> \
      <code>\(html(file.answer.verdict.code))</code> \
      <span class="soft">\(html(file.answer.certainty.sentence))</span></p>
      <p class="notice\(file.isRedacted ? "" : " open")">\(CaseText.redaction(of: file))</p>
      \(facts(about))
      \(isMessage ? "<h2>Message</h2>\n<blockquote dir=\"auto\">\(html(message, lines: true))</blockquote>" : "")
      </header>

      """
  }

  private var about: [(String, String)] {
    let subject = file.subject
    let user = [subject.user, subject.name, subject.email].compactMap(\.self)
    let known = subject.identifiers.map {
      "\($0.label) \($0.text): \($0.isFound ? "on file" : "not on file")"
    }
    return [
      ("User", user.joined(separator: " · ")), ("Purchase", file.answer.purchase ?? ""),
      ("Looked up", known.joined(separator: "; ")),
    ]
  }

  private func facts(_ facts: [(String, String)]) -> String {
    let rows = facts.filter { !$0.1.isEmpty }.map { "<dt>\(html($0.0))</dt><dd>\(html($0.1))</dd>" }
    return rows.isEmpty ? "" : "<dl>\(rows.joined())</dl>"
  }

  private var answer: String {
    let answer = file.answer
    var text = "<section>\n<h2>What to do</h2>\n<p>\(html(answer.recommendation.sentence))</p>\n"
    if let command = answer.command { text += "<pre>\(html(command))</pre>\n" }
    for also in answer.also { text += "<p class=\"soft\">Also: \(html(also.sentence))</p>\n" }
    let language = html(answer.customerLanguage)
    text += "<h2>For the customer</h2>\n<div class=\"reply\" lang=\"\(language)\" dir=\"auto\">"
    for paragraph in answer.customerText {
      let reply = CaseText.html(CaseText.reply(paragraph), keepsLines: true)
      text += "<p dir=\"auto\">\(reply.replacing("\n", with: "<br>"))</p>"
    }
    return text + "</div>\n</section>\n"
  }

  private var timeline: String {
    guard !file.events.isEmpty else { return "" }
    let picture = CaseTimelineSVG(file).map { "<figure>\n\($0.svg)</figure>\n" } ?? ""
    let late = file.events.map { event in
      (event.seenAt.map { $0.timeIntervalSince(event.at) > 60 } ?? false)
        ? CaseText.time(event.seenAt) : ""
    }
    let hasLate = late.contains { !$0.isEmpty }
    let rows = zip(file.events.indices, late).map { index, seen in
      let event = file.events[index]
      return ["\(index + 1)", CaseText.time(event.at)] + (hasLate ? [seen] : [])
        + [event.sentence + (event.isScheduled ? " (expected)" : "")]
    }
    let head = ["", "at the store (UTC)"] + (hasLate ? ["received, if later"] : []) + ["event"]
    return section("Timeline", picture + table(head, rows))
  }

  private var checks: String {
    let own = file.checks.filter { $0.ticket == file.answer.ticket }
    let others = file.checks.filter { $0.ticket != file.answer.ticket }
    guard !file.checks.isEmpty else { return "" }
    let rest = others.isEmpty ? "" : "<h3>Checks for other questions that failed</h3>\n"
    return section("Evidence", list(of: own) + rest + list(of: others))
  }

  private func list(of checks: [CaseFile.Check]) -> String {
    guard !checks.isEmpty else { return "" }
    var text = ""
    for check in checks {
      text += """
        <li class="\(html(check.result))"><span class="mark">\(CaseText.mark(of: check.result))\
        </span> \(html(check.sentence)) <code>\(html(check.code))</code>
        """
      if !check.evidence.isEmpty {
        text += "<ul>"
        for evidence in check.evidence {
          text += "<li>\(html(CaseText.time(evidence.at))) \(html(evidence.sentence)) "
          text += "<span class=\"id\">\(html(evidence.kind)) \(html(evidence.id))</span></li>"
        }
        text += "</ul>"
      }
      text += "</li>\n"
    }
    return "<ul class=\"checks\">\n\(text)</ul>\n"
  }

  private var purchases: String {
    guard !file.sales.isEmpty || !file.purchases.isEmpty else { return "" }
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
    return section(
      "Purchases",
      table(["product", "state", "owner", "store", "environment", "ID"], purchases)
        + "<h3>Orders</h3>\n"
        + table(["bought (UTC)", "product", "state", "price", "access until", "ID"], sales)
    )
  }

  private var rights: String {
    guard !file.rights.isEmpty else { return "" }
    let rows = file.rights.map { right in
      [
        right.key, right.isActive ? "active" : "not active", right.environment,
        CaseText.time(right.from), right.until.map { CaseText.time($0) } ?? "no end",
      ]
    }
    return section(
      "Entitlements",
      table(["entitlement", "now", "environment", "from (UTC)", "until"], rows)
    )
  }

  private var documents: String {
    guard !file.documents.isEmpty else { return "" }
    let all = file.documents.enumerated().map { article($1, $0 + 1) }
    return section("Documents", all.joined())
  }

  private func article(_ document: CaseDocument, _ number: Int) -> String {
    let verdict = document.rejection.map {
      "rejected (\($0.code))\($0.at.map { ", \($0)" } ?? ""): \($0.detail)"
    }
    let origin = Origin(rawValue: document.origin).map(Wording.phrase) ?? document.origin
    let trust = TrustBasis(rawValue: document.trust).map(Wording.phrase) ?? document.trust
    var text = """
      <article>
      <h3>\(number). \(html(document.title)) <span class="badge \(verdict == nil ? "fine" : "problem")">\
      \(verdict == nil ? "genuine" : "rejected")</span></h3>
      \(facts([
        ("Verdict", verdict ?? ""), ("Received", "\(CaseText.time(document.receivedAt)), \(origin)"),
        ("Stated", CaseText.time(document.statedAt)),
        ("Confirmed", CaseText.time(document.confirmedAt)), ("Trusted by", trust),
        ("App", [document.app, document.environment].compactMap(\.self).joined(separator: ", ")),
        ("For user", document.user ?? ""), ("SHA-256", document.id),
      ]))

      """
    if !document.checks.isEmpty {
      text += "<ul class=\"checks small\">\n"
      for check in document.checks {
        text += """
          <li class="\(html(check.outcome))"><span class="mark">\(CaseText.mark(of: check.outcome))\
          </span> \(html(check.name)) <span class="soft">\(html(check.detail))</span></li>

          """
      }
      text += "</ul>\n"
    }
    if let picture = CaseCertificatesSVG(document, number) {
      text += "<figure>\n\(picture.svg)</figure>\n"
    }
    if !document.tree.isEmpty {
      text += "<details><summary>All fields</summary>\n\(tree(document.tree))</details>\n"
    }
    return text + "</article>\n"
  }

  /// The builder limits the depth.
  private func tree(_ parts: [CaseDocument.Part]) -> String {
    let items = parts.map { part -> String in
      let gloss = part.gloss.map { " <span class=\"soft\">\(html($0))</span>" } ?? ""
      let value = part.value.isEmpty ? "" : " <code>\(html(part.value))</code>"
      let inner = part.parts.isEmpty ? "" : "\n\(tree(part.parts))"
      return "<li><span class=\"label\">\(html(part.label))</span>\(value)\(gloss)\(inner)</li>\n"
    }
    return "<ul class=\"tree\">\n\(items.joined())</ul>\n"
  }

  private var footer: String {
    let notes = file.omissions.map { "<p>\(html($0))</p>\n" }.joined()
    return """
      <footer>
      \(notes)<p>Written by purser on \(CaseText.time(file.writtenAt)) UTC, format \(file.format). \
      All times are UTC. <code>purser story from</code> makes a test of this file.</p>
      </footer>
      """
  }

  private func section(_ title: String, _ content: String) -> String {
    "<section>\n<h2>\(title)</h2>\n\(content)</section>\n"
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    let titles = head.map { "<th scope=\"col\">\(html($0))</th>" }.joined()
    let lines = rows.map { row in
      "<tr>\(row.map { "<td>\(html($0))</td>" }.joined())</tr>\n"
    }
    return
      "<div class=\"wide\"><table>\n<thead><tr>\(titles)</tr></thead>\n<tbody>\n\(lines.joined())</tbody>\n</table></div>\n"
  }

  private func html(_ text: String, lines: Bool = false) -> String {
    CaseText.html(text, keepsLines: lines)
  }
}

/// The style of a case file: light and dark as the reader's system is, light in print.
enum CaseStyle {
  static let text = """

    :root { color-scheme: light dark; --paper: #fff; --ink: #1d2430; --soft: #5b6575;
      --line: #dde2ea; --fill: #f5f7fa; --good: #1a7f4b; --trial: #5aa9e6; --grace: #c98500;
      --hold: #d1495b; --paused: #8d6cc4; --ended: #8a94a3; --bad: #b3261e; --accent: #2459c4; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #14181f; --ink: #e4e8ee; --soft: #9aa5b4; --line: #2e3642; --fill: #1c222b;
        --good: #4cc38a; --trial: #6db6ef; --grace: #e5b14c; --hold: #ef7d8c; --paused: #b497e7;
        --ended: #6f7a89; --bad: #f2837b; --accent: #84aaf5; }
    }
    @media print {
      :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb;
        --fill: #f3f3f3; --good: #1a7f4b; --trial: #5aa9e6; --grace: #c98500; --hold: #d1495b;
        --paused: #8d6cc4; --ended: #8a94a3; --bad: #b3261e; --accent: #2459c4; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
    main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: .3rem 0 .8rem; }
    h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; padding-bottom: .25rem;
      border-bottom: 1px solid var(--line); }
    h3 { font-size: .98rem; margin: 1.2rem 0 .4rem; }
    p { margin: .4rem 0; }
    .kicker { color: var(--soft); letter-spacing: .02em; margin: 0; }
    .soft, .id { color: var(--soft); }
    .notice { background: var(--fill); border-left: 3px solid var(--accent); padding: .5rem .8rem;
      font-size: .9rem; }
    .notice.open { border-left-color: var(--bad); font-weight: 600; }
    .badge { display: inline-block; border: 1px solid currentColor; border-radius: 1rem;
      padding: 0 .65rem; font-size: .82rem; font-weight: 600; color: var(--soft); }
    .badge.problem { color: var(--bad); } .badge.fine { color: var(--good); }
    .badge.answer { color: var(--accent); } .badge.missing { color: var(--grace); }
    code, pre, .id { font: .86em/1.45 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono",
      monospace; overflow-wrap: anywhere; }
    pre { background: var(--fill); padding: .6rem .8rem; white-space: pre-wrap; }
    blockquote, .reply { margin: .5rem 0; padding: .6rem .9rem; background: var(--fill);
      border-left: 3px solid var(--line); overflow-wrap: anywhere; }
    blockquote { white-space: pre-wrap; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .6rem 0; }
    dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .9rem; }
    th { text-align: left; font-weight: 600; color: var(--soft); }
    th, td { padding: .28rem .7rem .28rem 0; border-bottom: 1px solid var(--line);
      vertical-align: top; overflow-wrap: break-word; font-variant-numeric: tabular-nums; }
    td:first-child { white-space: nowrap; }
    td:last-child { overflow-wrap: anywhere; min-width: 9rem; }
    figure { margin: .6rem 0 1rem; overflow-x: auto; }
    svg.timeline { width: 100%; min-width: 40rem; height: auto; display: block; }
    svg text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
      fill: var(--ink); }
    svg .tick { fill: var(--soft); } svg .lane { font-weight: 600; }
    svg .grid { stroke: var(--line); stroke-width: 1; }
    svg .asked { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 4 3; }
    svg .askedText { fill: var(--accent); font-weight: 600; }
    svg .access { fill: var(--good); } svg .trial { fill: var(--trial); }
    svg .grace { fill: var(--grace); } svg rect.grace[fill] { fill: url(#hatch); }
    svg .paper { fill: var(--paper); }
    svg .hold { fill: var(--hold); } svg .paused { fill: var(--paused); }
    svg .ended { fill: var(--ended); } svg .reversed { fill: var(--bad); }
    svg .other { fill: var(--line); }
    svg .mark rect { fill: var(--paper); stroke: var(--soft); }
    svg .mark line { stroke: var(--soft); }
    .checks, .tree { list-style: none; padding: 0; margin: .3rem 0; }
    .checks > li { margin: .35rem 0; padding-left: 2rem; text-indent: -2rem; }
    .checks li > ul { list-style: none; padding: 0; margin: .1rem 0; text-indent: 0;
      font-size: .9rem; color: var(--soft); }
    .checks.small { font-size: .9rem; }
    .checks.small > li { margin: .1rem 0; }
    .mark { display: inline-block; width: 2rem; text-indent: 0; font-weight: 700;
      color: var(--soft); }
    .pass > .mark, .passed > .mark { color: var(--good); }
    .fail > .mark, .failed > .mark { color: var(--bad); }
    .unknown > .mark { color: var(--grace); }
    article { border-top: 1px solid var(--line); margin-top: 1rem; }
    article:first-of-type { border-top: 0; margin-top: 0; }
    .tree .tree { padding-left: 1.1rem; border-left: 1px solid var(--line); }
    .tree { font-size: .88rem; }
    .label { color: var(--accent); }
    summary { cursor: pointer; color: var(--accent); }
    footer { margin-top: 2.5rem; border-top: 1px solid var(--line); color: var(--soft);
      font-size: .85rem; }
    @page { margin: 15mm; }
    @media print {
      body { font-size: 10.5pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
      main { max-width: none; padding: 0; }
      h2, h3 { break-after: avoid; }
      table { font-size: 8.5pt; }
      tr, figure, .checks > li, .reply { break-inside: avoid; }
      .wide, figure { overflow: visible; }
      svg.timeline { min-width: 0; }
      details:not([open]) { display: none; }
    }

    """
}
