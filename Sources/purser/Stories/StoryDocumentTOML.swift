import Entitlements
import Foundation
import Receipts
import ServiceCore
import TOMLKit

/// Reads one `[[document]]` of a story: `bytes` or `file` for existing documents, or `kind` and
/// decoded `fields`.
struct StoryDocumentTOML {
  private static let known = [
    "kind", "fields", "bytes", "file", "received", "user", "name", "email", "origin", "app",
    "environment", "product", "product-kind", "token", "order", "account", "vouched", "forged",
    "believed", "by",
  ]

  private let fields: TOMLFields
  private let number: Int
  private let app: String?
  private let story: String

  /// `app` is the story's app, `story` the file's path.
  init(_ fields: TOMLFields, number: Int, app: String?, story: String) {
    self.fields = fields
    self.number = number
    self.app = app
    self.story = story
  }

  func document() throws(FileFault) -> StoryDocument {
    try fields.expectOnly(Self.known)
    guard let receivedAt = try fields.instant("received") else {
      throw fields.fault("received", "the time of arrival, like 2026-03-01T10:00:00Z")
    }
    let content = try content(receivedAt: receivedAt)
    let kind: ReceiptKind? = if case .fields(_, let kind) = content { kind } else { nil }
    let isForged = try fields.flag("forged") ?? false
    if isForged, kind.map({ !$0.isSigned }) ?? false {
      throw fields.fault("forged", "removed: documents of this kind are not signed")
    }
    return StoryDocument(
      place: fields.place,
      number: number,
      content: content,
      receivedAt: receivedAt,
      isForged: isForged,
      isBelieved: try fields.flag("believed") ?? !isForged,
      user: try fields.text("user").map { ID($0) },
      name: try fields.text("name"),
      email: try fields.text("email"),
      origin: try fields.word("origin") ?? kind?.usualOrigin ?? .uploaded,
      hints: DocumentHints(
        app: try fields.text("app") ?? app,
        environment: try fields.word("environment", of: Entitlements.Environment.self)?.rawValue,
        productID: try fields.text("product"),
        productKind: try fields.word("product-kind", of: ProductKind.self)?.rawValue,
        purchaseToken: try fields.text("token"),
        storeOrder: try fields.text("order"),
        account: try fields.text("account")
      ),
      trustBasis: try fields.word("vouched") ?? kind?.usualTrustBasis
    )
  }

  private func content(receivedAt: Date) throws(FileFault) -> StoryDocument.Content {
    let sources = ["kind", "bytes", "file"].filter { fields.table[$0] != nil }
    guard sources.count == 1 else {
      throw FileFault(place: fields.place, expected: "defined by one of kind, bytes and file")
    }
    if let text = try fields.text("bytes") { return .bytes(Array(text.utf8)) }
    if let name = try fields.text("file") {
      do throws(InputError) {
        return .bytes(try InputFile.read(file: StoryFile.path(of: name, besides: story)))
      } catch {
        throw fields.fault("file", "a readable file. \(error)")
      }
    }
    return try stated(as: try fields.required("kind"), receivedAt: receivedAt)
  }

  private func stated(
    as name: String,
    receivedAt: Date
  ) throws(FileFault) -> StoryDocument.Content {
    guard let table = try fields.table("fields") else {
      throw fields.fault("fields", "a table of the document's fields")
    }
    if name == "manual" {
      return .act(try StoryAct(table).action(), by: try fields.text("by") ?? "story")
    }
    guard let kind = ReceiptKind(rawValue: name), ReceiptKind.stated.contains(kind) else {
      let kinds = ReceiptKind.stated.map(\.rawValue).joined(separator: ", ")
      throw fields.fault("kind", "manual or one of \(kinds)")
    }
    let app = try fields.text("app") ?? app
    switch kind {
    case .appReceipt:
      return .appReceipt(try StoryReceipt(table, app: app, receivedAt: receivedAt).receipt())
    case .microsoftReceipt:
      return .microsoftReceipt(
        try StoryReceipt(table, app: app, receivedAt: receivedAt).microsoftReceipt()
      )
    default:
      return .fields(try StoryJSON(kind).value(table.table, table.place), as: kind)
    }
  }
}
