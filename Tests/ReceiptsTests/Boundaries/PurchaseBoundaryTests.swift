import Basics
import Foundation
import Mint
import Testing

@testable import Receipts

@Suite struct `Purchases of Google Play at their bounds` {
  private func value(_ text: String) throws -> JSONValue { try JSONReader.value(text) }

  @Test func `have at most 512 KiB`() throws {
    func rejection(_ count: Int) throws -> Rejection? {
      let bytes = Array("{}".utf8) + [UInt8](repeating: 0x20, count: count - 2)
      do {
        _ = try SignedPurchase(try value("{}"), bytes: bytes, signature: nil)
        return nil
      } catch let rejection as Rejection {
        return rejection
      }
    }
    #expect(try rejection(524_288) == nil)
    #expect(try rejection(524_289) == .tooLarge(limit: 524_288))
  }

  @Test func `are the letters within white space and behind a byte order mark`() throws {
    let text = Array("{}".utf8)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for (front, back) in [
      ([0x20, 0x09], [0x0A, 0x0D]), ([0x0D, 0x0A], [0x20, 0x09]), (mark, []),
      (mark + [0x09], [0x20]),
    ] as [([UInt8], [UInt8])] {
      let bytes = front + text + back
      let read = try SignedPurchase(try value("{}"), bytes: bytes, signature: nil)
      #expect(read.signedTexts == [bytes, text])
    }
    #expect(try SignedPurchase(try value("{}"), bytes: text, signature: nil).signedTexts == [text])
  }

  @Test func `are a text beside its signature, and the signature sent with it goes first`() throws {
    let pair = try value(#"{"data":"{}","signature":"inside"}"#)
    #expect(SignedPurchase.isPair(pair))
    #expect(!SignedPurchase.isPair(try value(#"{"data":"{}"}"#)))
    #expect(!SignedPurchase.isPair(try value(#"{"signature":"inside"}"#)))
    func signature(_ sent: String?) throws -> String? {
      try SignedPurchase(pair, bytes: nil, signature: sent).signature
    }
    #expect(try signature(nil) == "inside")
    #expect(try signature("sent") == "sent")
  }

  @Test func `are told by token, time and product`() throws {
    let (token, time) = (#""purchaseToken":"t""#, #""purchaseTime":1"#)
    for (members, isPurchase) in [
      ([token, time, #""productId":"p""#], true), ([token, time, #""productIds":["p"]"#], true),
      ([#""token":"t""#, time, #""productId":"p""#], true),
      ([time, #""productId":"p""#], false), ([token, #""productId":"p""#], false),
      ([token, time], false), ([token], false), ([#""productId":"p""#], false),
      ([token, time, #""productId":null"#], false),
    ] {
      let text = "{\(members.joined(separator: ","))}"
      #expect(SignedPurchase.isPurchase(try value(text)) == isPurchase, "\(text)")
    }
    #expect(!SignedPurchase.isPurchase(try value("[]")))
  }

  @Test func `have one product or several, and a quantity`() throws {
    func purchase(_ text: String) throws -> GooglePurchase {
      try #require(GooglePurchase(try value(text)))
    }
    #expect(try purchase(#"{"productId":"a"}"#).productIDs == ["a"])
    #expect(try purchase(#"{"productId":"a","productIds":["b","c"]}"#).productIDs == ["b", "c"])
    #expect(try purchase("{}").productIDs == [])
    #expect(try purchase(#"{"quantity":3}"#).quantity == 3)
    #expect(try purchase("{}").quantity == 1)
  }
}

@Suite struct `Licence keys at their bounds` {
  /// SubjectPublicKeyInfo ::= SEQUENCE { algorithm, BIT STRING { SEQUENCE { n, e INTEGER } } }
  private func error(_ modulus: [UInt8]) -> LicenceKeyError? {
    let identifier = DERForgery.element(
      Tag.sequence,
      DERForgery.element(Tag.objectIdentifier, OID.rsaEncryption) + [0x05, 0x00]
    )
    let numbers = DERForgery.sequence(modulus, [1, 0, 1])
    let info = DERForgery.element(
      Tag.sequence,
      identifier + DERForgery.element(Tag.bitString, [0] + numbers)
    )
    do throws(LicenceKeyError) {
      _ = try GoogleLicenceKey(info)
      return nil
    } catch {
      return error
    }
  }

  @Test func `are as long as their modulus without zeros in front`() {
    let rest = [UInt8](repeating: 0xC3, count: 64)
    #expect(error([0x00, 0xC3] + rest) == .tooShort(bits: 520))
    #expect(error([0x43] + rest) == .tooShort(bits: 519))
    #expect(error([0x01] + [UInt8](repeating: 0, count: 64)) == .tooShort(bits: 513))
    #expect(error([0x00]) == .tooShort(bits: 0))
  }

  @Test func `have 2048 to 8192 bits`() {
    let odd = [UInt8](repeating: 0xC3, count: 1_024)
    #expect(error([0x00] + odd.prefix(256)) == nil)
    #expect(error([0x7F] + odd.prefix(255)) == .tooShort(bits: 2_047))
    #expect(error([0x00] + odd) == nil)
    #expect(error([0x01] + odd) == .unreadable)
  }

  @Test func `are read from at most 64 KiB`() throws {
    let text = Array(try PurchaseMint().licenceKey.utf8)
    let longest = text + [UInt8](repeating: 0x0A, count: 65_536 - text.count)
    #expect(throws: Never.self) { try GoogleLicenceKey(longest) }
    #expect(throws: LicenceKeyError.unreadable) { try GoogleLicenceKey(longest + [0x0A]) }
  }
}
