import Foundation
import Testing

@testable import Mint
@testable import Receipts

@Suite struct `An attribute that is there twice` {
  let workshop: Workshop

  init() throws { workshop = try Workshop.shared.get() }

  /// The value of every field is an OCTET STRING of anything: an IA5String here.
  private func attribute(_ type: Int, _ text: String) -> MintedAttribute { .ia5(type, text) }

  private func examine(payload: [UInt8]) throws -> ReceiptExamination {
    workshop.verifier.examine(try workshop.mint.mint(payload: payload), at: Workshop.now)
  }

  @Test(arguments: ReceiptField.allCases.filter { $0 != .inAppPurchase })
  func `with different values is refused by its number, whichever stands first`(
    _ field: ReceiptField
  ) throws {
    let other = attribute(field.rawValue, "2000-01-01T00:00:00Z").encoded
    let both = other + attribute(field.rawValue, "2001-01-01T00:00:00Z").encoded
    for payload in [
      HostilePayload.set(HostilePayload.items + both),
      HostilePayload.set(both + HostilePayload.items),
    ] {
      let rejection = try examine(payload: payload).rejection
      #expect(rejection?.code == "malformed")
      #expect(rejection?.location?.hasPrefix("attribute \(field.rawValue) ") == true)
    }
  }

  @Test(arguments: InAppField.allCases)
  func `in one in-app purchase with different values is refused by its number`(
    _ field: InAppField
  ) throws {
    var receipt = Workshop.receipt
    receipt.purchases[1].changes.added = [
      attribute(field.rawValue, "2000-01-01T00:00:00Z"),
      attribute(field.rawValue, "2001-01-01T00:00:00Z"),
    ]
    let bytes = try workshop.mint.mint(receipt)
    let rejection = workshop.rejection(of: bytes)
    #expect(rejection?.code == "malformed")
    let place = rejection?.location ?? ""
    #expect(place.contains("field \(field.rawValue) "), "\(place)")
  }

  @Test func `with the same value says nothing else`() throws {
    let twice = HostilePayload.set(HostilePayload.items + HostilePayload.items)
    let examination = try examine(payload: twice)
    #expect(examination.rejection == nil)
    // In-app purchases are a list.
    #expect(examination.trace.receipt?.inAppPurchases.count == 6)
  }

  @Test func `is no fault where nobody knows its number`() throws {
    let unknown = attribute(9_999, "a").encoded + attribute(9_999, "b").encoded
    let payload = HostilePayload.set(HostilePayload.items + unknown)
    #expect(try examine(payload: payload).rejection == nil)
  }

  @Test func `a million times takes no longer than once`() throws {
    let bundle = MintedAttribute.utf8(2, "com.example.reader").encoded
    let payload = HostilePayload.set(
      HostilePayload.items + HostileBytes.repeated(bundle, 200_000)
    )
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try examine(payload: payload) }
    #expect(time < .seconds(20), "it would take hours if each were sought from the beginning")
  }

  @Test func `a payload in an OCTET STRING of its own is read, and its signature checked`() throws {
    let payload = Workshop.receipt.payload
    let wrapped = [Tag.octetString] + BERReader.length(payload.count) + payload
    let bytes = try workshop.mint.mint(payload: wrapped)
    let examination = workshop.verifier.examine(bytes, at: Workshop.now)
    #expect(examination.rejection == nil)
    #expect(examination.trace.receipt?.bundleID == "com.example.reader")
    #expect(examination.trace.receipt?.inAppPurchases.count == 3)
    let outline = ReceiptOutline(of: bytes)
    #expect(outline.fault == nil && !outline.attributes.isEmpty)
    let cut = workshop.verifier.examine(Array(bytes.prefix(600)), at: Workshop.now)
    #expect(cut.trace.receipt?.bundleID == "com.example.reader")

    // The signature is over the whole content: wrapped by somebody else it fits no longer.
    let rewrapped = try workshop.mint.mint(
      payload: payload,
      as: Envelope(content: .replaced(by: wrapped))
    )
    #expect(workshop.rejection(of: rewrapped)?.code == "bad-signature")
    let behind = try workshop.mint.mint(payload: wrapped + [0x05, 0x00])
    #expect(workshop.rejection(of: behind)?.code == "malformed")
  }
}
