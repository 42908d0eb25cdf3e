import Basics
import Dashboard
import Entitlements
import Foundation
import Receipts

/// Everything that is known of one user, in the forms that the command line promises: fields are
/// only ever added.
struct DossierReport {
  private let dossier: Dossier
  private let instant: Date
  private let reveals: Bool

  init(_ dossier: Dossier, at instant: Date, reveals: Bool) {
    self.dossier = dossier
    self.instant = instant
    self.reveals = reveals
  }

  var page: [PageLine] {
    let user = dossier.user
    var lines: [PageLine] = [
      .heading("user"), .entry("id", user.id.raw), .entry("name", user.name ?? ""),
      .entry("e-mail", user.email ?? ""),
    ]
    lines += section("entitlements", dossier.entitlements.map(line))
    lines += section("subscriptions", dossier.subscriptions.map(line))
    lines += section("orders", dossier.orders.map(line))
    if !dossier.heldByOthers.isEmpty {
      lines += section("purchases that others hold", dossier.heldByOthers.map(line))
    }
    return lines + section("documents", dossier.documents.map(line))
  }

  private func section(_ name: String, _ lines: [PageLine]) -> [PageLine] {
    [.heading("\(name) \(lines.count)")] + (lines.isEmpty ? [.text("none")] : lines)
  }

  private func text(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "for ever" }

  private func line(_ right: Entitlement) -> PageLine {
    .entry(
      right.key,
      "\(right.isActive(at: instant) ? "active" : "not active") until \(text(right.until))",
      note: right.environment.rawValue
    )
  }

  private func line(_ chain: Subscription) -> PageLine {
    let state = dossier.state(of: chain, at: instant)
    return .entry(
      chain.productID,
      "\(Wording.phrase(for: state)), access until \(text(chain.accessUntil))",
      note: masked(record: chain.id.raw)
    )
  }

  private func line(_ order: Order) -> PageLine {
    let price = order.terms?.price.map { ", \($0.description)" } ?? ""
    return .entry(
      text(order.purchasedAt),
      "\(order.productID), \(order.state(at: instant).rawValue)\(price)",
      note: masked(order.transactionID)
    )
  }

  private func line(_ held: Dossier.HeldByOther) -> PageLine {
    .entry(
      held.productID ?? "purchase",
      "held by \(held.holder)",
      note: masked(record: held.chain.raw)
    )
  }

  private func line(_ document: DocumentRow) -> PageLine {
    var verdict = "genuine"
    if case .rejected(let code, _, _) = document.verdict { verdict = "rejected (\(code))" }
    let confirmed = document.confirmedAt.map { ", last confirmed \(text($0))" } ?? ""
    return .entry(
      text(document.receivedAt),
      "\(Wording.phrase(forDocument: document.kind)), \(verdict), \(document.purchases)"
        + " \(document.purchases == 1 ? "purchase" : "purchases")\(confirmed)",
      note: document.id.raw
    )
  }

  /// The handle of a purchase is nobody's to read over a shoulder.
  private func masked(_ id: String) -> String {
    guard !reveals, let identifier = Identifier(lone: id), identifier.isSecret else { return id }
    return identifier.masked
  }

  private func masked(record id: String) -> String {
    guard let last = Subscription.Name(ID(id))?.originalTransactionID, !reveals else { return id }
    return String(id.dropLast(last.count)) + masked(last)
  }

  var json: JSONValue {
    .of([
      ("schemaVersion", .number("1")), ("at", .string(text(instant))),
      ("id", .string(dossier.user.id.raw)), ("name", .string(ifAny: dossier.user.name)),
      ("email", .string(ifAny: dossier.user.email)),
      ("entitlements", .array(dossier.entitlements.map(json))),
      ("subscriptions", .array(dossier.subscriptions.map(json))),
      ("orders", .array(dossier.orders.map(json))),
      ("documents", .array(dossier.documents.map(json))),
      ("heldByOthers", .array(dossier.heldByOthers.map(json))),
    ])
  }

  private func time(_ date: Date?) -> JSONValue? { .string(ifAny: date?.formatted(.iso8601)) }

  private func json(_ right: Entitlement) -> JSONValue {
    .of([
      ("key", .string(right.key)), ("active", .bool(right.isActive(at: instant))),
      ("environment", .string(right.environment.rawValue)), ("from", time(right.from)),
      ("until", time(right.until)), ("document", .string(right.evidence.raw)),
    ])
  }

  private func json(_ chain: Subscription) -> JSONValue {
    .of([
      ("id", .string(masked(record: chain.id.raw))), ("productId", .string(chain.productID)),
      ("state", .string(dossier.state(of: chain, at: instant).rawValue)),
      ("startedAt", time(chain.startedAt)), ("accessUntil", time(chain.accessUntil)),
    ])
  }

  private func json(_ order: Order) -> JSONValue {
    .of([
      ("transactionId", .string(masked(order.transactionID))),
      ("productId", .string(order.productID)), ("store", .string(order.store.rawValue)),
      ("environment", .string(order.environment.rawValue)),
      ("purchasedAt", time(order.purchasedAt)),
      ("state", .string(order.state(at: instant).rawValue)),
      ("price", .string(ifAny: order.terms?.price?.description)),
      ("expiresAt", time(order.accessUntil)),
    ])
  }

  private func json(_ held: Dossier.HeldByOther) -> JSONValue {
    .of([
      ("purchase", .string(masked(record: held.chain.raw))),
      ("productId", .string(ifAny: held.productID)), ("holder", .string(held.holder.raw)),
    ])
  }

  private func json(_ document: DocumentRow) -> JSONValue {
    let isGenuine = if case .rejected = document.verdict { false } else { true }
    return .of([
      ("id", .string(document.id.raw)), ("kind", .string(document.kind)),
      ("store", .string(ifAny: document.store?.rawValue)), ("genuine", .bool(isGenuine)),
      ("receivedAt", time(document.receivedAt)), ("confirmedAt", time(document.confirmedAt)),
      ("purchases", .number("\(document.purchases)")),
    ])
  }
}
