package import Basics
import Receipts

/// What a door answers.
package struct WebResponse: Equatable, Sendable {
  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String
  }

  package var status: Int
  /// In the order in which they are sent; the length is added on the way.
  package var headers: [Header]
  package var body: [UInt8]
  /// Why, for the log and the metrics: a short word of ours, never what anybody sent.
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

  /// The same with a header more.
  package func with(_ name: String, _ value: String) -> WebResponse {
    var response = self
    response.headers.append(Header(name: name, value: value))
    return response
  }
}
