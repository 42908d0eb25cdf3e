import Basics
import Foundation
import Mint
import Receipts
import Testing

@Suite struct `Redacting a shared secret` {
  private static let secret = "0123456789abcdef0123456789abcdef"

  private func redacted(_ text: String) -> String {
    String(decoding: SharedSecretRedaction.redacted(Array(text.utf8)), as: UTF8.self)
  }

  @Test(
    arguments: [
      (#"{"a":1,"password":"SECRET","b":2}"#, #"{"a":1,"password":"","b":2}"#),
      (#"{"password" : "SECRET" }"#, #"{"password" : "" }"#),
      (#"{"unified_receipt":{"password":"SECRET"}}"#, #"{"unified_receipt":{"password":""}}"#),
      (#"{"password":"SECRET","password":"SECRET"}"#, #"{"password":"","password":""}"#),
      (#"{"password":["SECRET","]SECRET"],"b":2}"#, #"{"password":[],"b":2}"#),
      (#"{"password":{"a":"}SECRET"},"b":2}"#, #"{"password":{},"b":2}"#),
      (#"{"password":"SECRET\\","b":"c"}"#, #"{"password":"","b":"c"}"#),
      (#"{"password":"\"SECRET\"","b":"c"}"#, #"{"password":"","b":"c"}"#),
      (#"{"\u0070assword":"SECRET"}"#, #"{"\u0070assword":""}"#),
      (#"{"PassWord":"SECRET"}"#, #"{"PassWord":""}"#),
      (#"{"password":17,"b":2}"#, #"{"password":null,"b":2}"#),
      (
        #"{"body":"{\"password\":\"SECRET\",\"b\":\"\\\"\"}","c":1}"#,
        #"{"body":"{\"password\":\"\",\"b\":\"\\\"\"}","c":1}"#
      ),
      (
        #"["{\"x\":\"{\\\"password\\\":\\\"SECRET\\\"}\"}"]"#,
        #"["{\"x\":\"{\\\"password\\\":\\\"\\\"}\"}"]"#
      ),
      (
        #"{"body":"{\u0022password\u0022:\u0022SECRET\u0022}"}"#,
        #"{"body":"{\u0022password\u0022:\u0022\u0022}"}"#
      ),
    ]
  )
  func `leaves the rest of a document as it was`(_ text: String, _ expected: String) {
    let result = redacted(text.replacing("SECRET", with: Self.secret))
    #expect(result == expected)
    #expect(redacted(result) == result)
    #expect((try? JSONSerialization.jsonObject(with: Data(result.utf8))) != nil)
  }

  @Test(
    arguments: [
      #"{"password":"SECRET"#, #"{"password":"SECRET\"#, #"{"password":"SECRET","b":"#,
      #"{"password":SECRET,"b":1}"#, #"{'password':'SECRET'}"#, #"{password:"SECRET"}"#,
      #"{"password" "SECRET"}"#, #"{"password""SECRET"}"#, #"{"password"SECRET"}"#,
      #"{"password"::"SECRET"}"#, #"{"password":["SECRET"#, #"{"password":{"a":["SECRET"}"#,
      #"ssword":"SECRET","b":1}"#, "password=SECRET&b=1", "b=1&password=SECRET",
      #"%7B%22password%22%3A%22SECRET%22%7D"#, #"%257B%2522password%2522%253A%2522SECRET%2522"#,
      #"{"body":"{\"password\":\"SECRET"}"#, #"{"body":"{\\\"password\\\":\\\"SECRET\\\"#,
      "name=\"password\"\r\n\r\nSECRET\r\n--x", #"}}}}"password":"SECRET"{{{"#,
      #"{"password":"\u0030SECRET"}"#, #"{"p\u0061ssw\u006frd":"SECRET"}"#,
      #"{"password":\"SECRET\"}"#, #"{"password":"","password":"SECRET"}"#,
    ]
  )
  func `finds it in what is no JSON`(_ text: String) {
    let result = redacted(text.replacing("SECRET", with: Self.secret))
    #expect(!result.contains("456789"), "\(result)")
    #expect(redacted(result) == result)
  }

  @Test func `finds it wherever a document is cut off`() {
    let text = #"{"body":"{\"password\" : \"SECRET\"}","password":"SECRET","b":1}"#
      .replacing("SECRET", with: Self.secret)
    for length in 0...text.utf8.count {
      #expect(!redacted(String(text.prefix(length))).contains("456"), "\(length)")
    }
  }

  @Test func `finds it in UTF-16`() throws {
    let text = #"{"a":1,"password":"SECRET"}"#.replacing("SECRET", with: Self.secret)
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let bytes = Array(try #require(text.data(using: encoding)))
      let rest = SharedSecretRedaction.redacted(bytes).filter { $0 != 0 }
      #expect(!String(decoding: rest, as: UTF8.self).contains("456"))
    }
  }

  @Test(arguments: 0..<3)
  func `finds it in base64, at every offset and twice encoded`(_ offset: Int) throws {
    let inner = String(repeating: " ", count: offset) + #"{"password":"SECRET"}"#
    let plain = inner.replacing("SECRET", with: Self.secret)
    let once = Data(plain.utf8).base64EncodedString()
    let twice = Data(#"{"data":"\#(once)"}"#.utf8).base64EncodedString()
    let form = Data("xy=1&password=\(Self.secret)".utf8).base64EncodedString()
    for text in [once, twice, form] {
      let result = redacted(#"{"message":{"data":"\#(text)"}}"#)
      let json = try JSONReader.value(Array(result.utf8))
      var content = try #require(json["message"]?["data"]?.string)
      for _ in 0..<2 {
        let bytes = try #require(Base64.bytes(content))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("456"))
        guard let inner = try? JSONReader.value(bytes), let next = inner["data"]?.string else {
          break
        }
        content = next
      }
    }
    let cut = String(once.prefix(once.count - 5))
    let result = redacted(cut)
    #expect(!String(decoding: Base64.bytes(result) ?? [], as: UTF8.self).contains("456"))
    #expect(result != cut)
  }

  @Test(
    arguments: [
      "", "{}", #"{"type":"password","b":1}"#, #"["password"]"#, #"{"password":null}"#,
      #"{"passwords":1}"#, "MIIT", #"{"a":"forgot my password"}"#, #"{"password"}"#,
    ]
  )
  func `changes nothing where there is none`(_ text: String) {
    #expect(redacted(text) == text)
  }

  @Test func `takes a time that grows with the length alone`() {
    let units = [
      #"\"#, "%25", "p\\", #""password":""#, #""password":["#, "p\u{0}", "eyJ", "cGFzc3dvcm",
    ]
    for unit in units {
      let text = String(repeating: unit, count: 2_000_000 / unit.utf8.count)
      let elapsed = ContinuousClock().measure { _ = redacted(text) }
      #expect(elapsed < .seconds(20), "\(unit)")
    }
  }

  @Test func `keeps what a document reader hands on free of it`() throws {
    let workshop = try Workshop.shared.get()
    let reader = DocumentReader(receipts: workshop.verifier)
    let text =
      #"{"notification_type":"CANCEL","password":"SECRET","unified_receipt":{"password":"SECRET"}}"#
      .replacing("SECRET", with: Self.secret)
    for input in [text, Data(text.utf8).base64EncodedString()] {
      let (submission, kept) = reader.examineForStorage(Array(input.utf8), at: Workshop.now)
      #expect(submission.kind == .notificationV1)
      #expect(!String(decoding: kept, as: UTF8.self).contains("456"))
      #expect(reader.examine(kept, at: Workshop.now).kind == .notificationV1)
    }
  }

  @Test func `leaves a signed receipt as it is`() throws {
    let workshop = try Workshop.shared.get()
    let receipt = try workshop.mint.mint(Workshop.receipt)
    let reader = DocumentReader(receipts: workshop.verifier)
    #expect(reader.examineForStorage(receipt, at: Workshop.now).document == receipt)
  }
}
