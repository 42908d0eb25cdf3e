internal import Crypto

/// Checks attribute 5: that a receipt was made for this device (apple.md §1.6).
package enum DeviceHash {
  /// SHA-1 over device, opaque value and the bundle ID with its tag and length; SHA-1 also in
  /// receipts that are signed with SHA-256.
  ///
  /// - Parameters:
  ///   - receipt: The decoded receipt, verified or not.
  ///   - guid: 16 bytes of `identifierForVendor`, or the 6 bytes of a Mac's first network
  ///     interface.
  /// - Returns: `nil` if nothing could be checked: the receipt lacks one of the fields or the GUID
  ///   has another length.
  package static func matches(_ receipt: Receipt, guid: [UInt8]) -> Bool? {
    guard guid.count == 16 || guid.count == 6, receipt.deviceHash.count == 20,
      !receipt.opaqueValue.isEmpty, !receipt.encodedBundleID.isEmpty
    else { return nil }
    let input = guid + receipt.opaqueValue + receipt.encodedBundleID
    return Insecure.SHA1.hash(data: input).elementsEqual(receipt.deviceHash)
  }
}
