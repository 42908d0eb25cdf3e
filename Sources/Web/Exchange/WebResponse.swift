package import Basics
import Receipts

/// An endpoint's response.
package struct WebResponse: Equatable, Sendable {
  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String
  }

  package var status: Int
  /// In sending order; the length is added later.
  package var headers: [Header]
  package var body: [UInt8]
  /// The reason for log and metrics: a fixed short label, never client input.
  package var note: String?

  package init(_ status: Int, headers: [Header] = [], body: [UInt8] = [], note: String? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.note = note
  }

  package init(_ status: Int, _ json: JSONValue, note: String? = nil) {
    self.init(
      status,
      headers: [Header(name: "Content-Type", value: "application/json; charset=utf-8")],
      body: CompactJSON.bytes(json),
      note: note
    )
  }

  package init(_ status: Int, text: String, note: String? = nil) {
    self.init(
      status,
      headers: [Header(name: "Content-Type", value: "text/plain; charset=utf-8")],
      body: Array(text.utf8),
      note: note
    )
  }

  /// The response with an additional header.
  package func with(_ name: String, _ value: String) -> WebResponse {
    var response = self
    response.headers.append(Header(name: name, value: value))
    return response
  }
}
