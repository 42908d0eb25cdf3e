import Mint
import Receipts
import Testing

@Suite struct `The device hash` {
  private static let device = [UInt8](repeating: 7, count: 16)

  private func receipt() throws -> Receipt {
    let workshop = try Workshop.shared.get()
    let examination = workshop.verifier.examine(
      try workshop.mint.mint(Workshop.receipt, as: .appStore),
      at: Workshop.now
    )
    return try #require(examination.trace.receipt)
  }

  @Test func `matches the device the receipt was made for and no other`() throws {
    let receipt = try receipt()
    #expect(DeviceHash.matches(receipt, guid: Self.device) == true)
    #expect(DeviceHash.matches(receipt, guid: [UInt8](repeating: 8, count: 16)) == false)
    #expect(DeviceHash.matches(receipt, guid: [1, 2, 3, 4, 5, 6]) == false)
  }

  @Test func `says nothing when there is nothing to check`() throws {
    var receipt = try receipt()
    #expect(DeviceHash.matches(receipt, guid: []) == nil)
    #expect(DeviceHash.matches(receipt, guid: [1, 2, 3]) == nil)
    receipt.deviceHash = []
    #expect(DeviceHash.matches(receipt, guid: Self.device) == nil)
  }
}
