import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts

/// Formats all data about one user for the command line. The JSON is stable: fields are only added.
struct UserDetailsReport {
  let userDetails: UserDetails
  let instant: Date
  let reveals: Bool

  var page: [PageLine] {
    let user = userDetails.user
    var lines: [PageLine] = [
      .heading("user"), .entry("id", user.id.raw), .entry("name", user.name ?? ""),
      .entry("e-mail", user.email ?? ""),
    ]
    if !userDetails.formerIDs.isEmpty {
      lines.append(
        .entry("merged users", userDetails.formerIDs.map(\.raw).joined(separator: ", "))
      )
    }
    if let note = userDetails.directoryNote { lines.append(.entry("directory", note)) }
    lines += profileLines
    lines += section("entitlements", userDetails.entitlements.map(line))
    lines += section("subscriptions", userDetails.subscriptions.map(line))
    lines += section("orders", userDetails.orders.map(line))
    if !userDetails.heldByOthers.isEmpty {
      lines += section("purchases held by other users", userDetails.heldByOthers.map(line))
    }
    return lines + section("documents", userDetails.documents.map(line))
  }

  /// What the profile states beyond the name and the address above.
  private var profileLines: [PageLine] {
    guard let profile = userDetails.profile else { return [] }
    let user = userDetails.user
    let further = [
      ("other names", profile.names.filter { $0 != user.name }),
      ("other e-mail", profile.emails.filter { $0 != user.email }),
      ("app accounts", profile.accounts), ("locale", profile.locale.map { [$0] } ?? []),
      ("time zone", profile.timeZone.map { [$0] } ?? []),
    ]
    return further.filter { !$0.1.isEmpty }.map { .entry($0.0, $0.1.joined(separator: ", ")) }
  }

  private func section(_ name: String, _ lines: [PageLine]) -> [PageLine] {
    [.heading("\(name) \(lines.count)")] + (lines.isEmpty ? [.text("none")] : lines)
  }

  private func text(_ date: Date) -> String { date.formatted(.iso8601) }

  private func line(_ right: Entitlement) -> PageLine {
    .entry(right.key, period(of: right), note: right.environment.rawValue)
  }

  private func period(of right: Entitlement) -> String {
    let until = right.until.map(text)
    if right.from > instant {
      return "from \(text(right.from))" + (until.map { " until \($0)" } ?? "")
    }
    guard let until else { return "active, without an end" }
    return "\(right.isActive(at: instant) ? "active until" : "ended") \(until)"
  }

  private func line(_ chain: Subscription) -> PageLine {
    let state = userDetails.state(of: chain, at: instant)
    let end = userDetails.accessUntil(of: chain).map { ", access until \(text($0))" } ?? ""
    return .entry(
      chain.productID.isEmpty ? "unknown product" : chain.productID,
      Wording.phrase(for: state) + end,
      note: masked(record: chain.id.raw)
    )
  }

  private func line(_ order: Order) -> PageLine {
    let price = order.terms?.price.map { ", \($0.description)" } ?? ""
    return .entry(
      text(order.purchasedAt),
      "\(order.productID), \(order.saleState(at: instant).rawValue)\(price)",
      note: masked(order.transactionID)
    )
  }

  private func line(_ held: UserDetails.HeldByOther) -> PageLine {
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
      "\(Wording.phrase(forDocument: document.kind)), \(verdict),"
        + " \(Wording.content(of: document))\(confirmed)",
      note: document.id.raw
    )
  }

  /// Masks a purchase token unless tokens are revealed.
  private func masked(_ id: String) -> String {
    guard !reveals, let identifier = Identifier(lone: id), identifier.isSecret else { return id }
    return identifier.masked
  }

  private func masked(record id: String) -> String {
    guard let last = Subscription.Name(ID(id))?.originalTransactionID, !reveals else { return id }
    return String(id.dropLast(last.count)) + masked(last)
  }

  var json: JSONValue {
    [
      "schemaVersion": 1, "at": .time(instant), "id": .string(userDetails.user.id.raw),
      "name": .text(userDetails.user.name), "email": .text(userDetails.user.email),
      "mergedUsers": userDetails.formerIDs.isEmpty
        ? nil : .texts(userDetails.formerIDs.map(\.raw)),
      "profile": userDetails.profile.map(json),
      "directory": userDetails.directoryNote.map(JSONValue.string),
      "entitlements": .array(userDetails.entitlements.map(json)),
      "subscriptions": .array(userDetails.subscriptions.map(json)),
      "orders": .array(userDetails.orders.map(json)),
      "documents": .array(userDetails.documents.map(json)),
      "heldByOthers": .array(userDetails.heldByOthers.map(json)),
    ]
  }

  /// Everything that the team states, also what is shown above.
  private func json(_ profile: UserProfile) -> JSONValue {
    [
      "names": .texts(profile.names), "emails": .texts(profile.emails),
      "accounts": .texts(profile.accounts), "locale": .text(profile.locale),
      "timeZone": .text(profile.timeZone),
    ]
  }

  private func json(_ right: Entitlement) -> JSONValue {
    [
      "key": .string(right.key), "active": .bool(right.isActive(at: instant)),
      "environment": .word(right.environment), "from": .time(right.from),
      "until": .time(right.until), "document": .string(right.evidence.raw),
    ]
  }

  private func json(_ chain: Subscription) -> JSONValue {
    [
      "id": .string(masked(record: chain.id.raw)),
      "productId": .text(chain.productID.isEmpty ? nil : chain.productID),
      "state": .string(userDetails.state(of: chain, at: instant).rawValue),
      "startedAt": .time(chain.startedAt), "accessUntil": .time(userDetails.accessUntil(of: chain)),
    ]
  }

  private func json(_ order: Order) -> JSONValue {
    [
      "transactionId": .string(masked(order.transactionID)), "productId": .string(order.productID),
      "store": .word(order.store), "environment": .word(order.environment),
      "purchasedAt": .time(order.purchasedAt),
      "state": .string(order.saleState(at: instant).rawValue),
      "price": .text(order.terms?.price?.description), "expiresAt": .time(order.expiresAt),
      "accessUntil": .time(order.grantedUntil),
    ]
  }

  private func json(_ held: UserDetails.HeldByOther) -> JSONValue {
    [
      "purchase": .string(masked(record: held.chain.raw)), "productId": .text(held.productID),
      "holder": .string(held.holder.raw),
    ]
  }

  private func json(_ document: DocumentRow) -> JSONValue {
    let isGenuine = if case .rejected = document.verdict { false } else { true }
    return [
      "id": .string(document.id.raw), "kind": .string(document.kind),
      "store": .word(document.store), "genuine": .bool(isGenuine),
      "receivedAt": .time(document.receivedAt), "confirmedAt": .time(document.confirmedAt),
      "purchases": .whole(document.purchases), "event": .word(document.event),
      "productId": .text(document.productID),
    ]
  }
}

/// All data about a user as JSON: a list of rows for each table.
enum DataExportReport {
  static func json(_ file: DataExport) -> JSONValue {
    let tables = file.tables.filter { !$0.rows.isEmpty }
    return [
      "schemaVersion": 1, "user": .string(file.user.raw), "aliases": .texts(file.aliases),
      "personalColumns": .texts(tables.flatMap { names(in: $0) }),
      "tables": .object(tables.map { JSONValue.Member($0.name, .array($0.rows.map(json))) }),
    ]
  }

  private static func names(in table: DataExport.Table) -> [String] {
    (table.rows.first ?? []).filter(\.isPersonal).map { "\(table.name).\($0.name)" }
  }

  private static func json(_ row: [DataExport.Column]) -> JSONValue {
    .object(row.map { JSONValue.Member($0.name, json($0.value)) })
  }

  /// Bytes become text if they are valid UTF-8 without NUL, otherwise base64.
  private static func json(_ value: DataExport.Value) -> JSONValue {
    switch value {
    case .null: .null
    case .number(let number): .number("\(number)")
    case .text(let text): .string(text)
    case .instant(let date):
      .string(RFC3339.text(date, milliseconds: true))
    case .bytes(let bytes):
      if let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) {
        .string(text)
      } else {
        .object([JSONValue.Member("base64", .string(Data(bytes).base64EncodedString()))])
      }
    }
  }
}
