import Foundation
import Mint
import Receipts
import Testing

@Suite struct `A receipt that was cut off` {
  let workshop: Workshop

  init() throws { workshop = try Workshop.shared.get() }

  @Test(arguments: [Envelope.appStore, .xcode])
  func `is malformed and shows the attributes that are left`(_ envelope: Envelope) throws {
    let bytes = try workshop.mint.mint(Workshop.receipt, as: envelope)
    let bundleID = Array("com.example.reader".utf8)
    let end = try #require(bytes.firstRange(of: bundleID)?.upperBound)
    let examination = workshop.verifier.examine(Array(bytes.prefix(end + 1)), at: Workshop.now)
    #expect(examination.rejection?.code == "malformed")
    #expect(examination.trace.receipt?.bundleID == "com.example.reader")
    #expect(examination.trace.passed.isEmpty)
    let outline = ReceiptOutline(of: Array(bytes.prefix(end + 1)))
    #expect(outline.fault == examination.rejection)
    #expect(outline.attributes.contains { $0.type == 2 })
  }

  @Test func `shows more the more is left, and never anything else`() throws {
    let bytes = try workshop.mint.mint(Workshop.receipt)
    let whole = ReceiptOutline(of: bytes)
    var most = 0
    for length in bytes.indices {
      let outline = ReceiptOutline(of: Array(bytes.prefix(length)))
      #expect(outline.attributes == Array(whole.attributes.prefix(outline.attributes.count)))
      #expect(outline.attributes.count >= most)
      most = max(most, outline.attributes.count)
    }
    #expect(most == whole.attributes.count)
  }

  @Test func `shows nothing where the cut lies before its content`() throws {
    let bytes = try workshop.mint.mint(Workshop.receipt)
    let examination = workshop.verifier.examine(Array(bytes.prefix(40)), at: Workshop.now)
    #expect(examination.trace.receipt == nil)
  }
}
