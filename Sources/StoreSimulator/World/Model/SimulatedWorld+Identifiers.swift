import Basics
import Foundation

extension SimulatedWorld {
  /// Version 4 of RFC 9562, lower case, from the world's own random numbers.
  mutating func uuid() -> String {
    var text = hex(numbers.next()) + hex(numbers.next())
    func put(_ character: Character, at offset: Int) {
      let position = text.index(text.startIndex, offsetBy: offset)
      text.replaceSubrange(position...position, with: [character])
    }
    put("4", at: 12)
    put("a", at: 16)
    for offset in [20, 16, 12, 8] {
      text.insert("-", at: text.index(text.startIndex, offsetBy: offset))
    }
    return text
  }

  /// The identifier of a charge, in its store's shape.
  mutating func chargeID(for purchase: SimulatedPurchase, isRenewal: Bool) -> String {
    switch purchase.store {
    case .apple: return appleNumber(isSandbox: purchase.isSandbox)
    case .google:
      guard isRenewal, let first = purchase.charges.first?.id else { return googleOrder() }
      // The first renewal is `..0`; the number is that of the charge before it.
      return "\(first)..\(purchase.charges.count - 1)"
    case .microsoft: return uuid()
    case .amazon: return "\(purchase.token)#\(purchase.charges.count)"
    }
  }

  /// The order number in an e-mail: Apple's begins with M.
  mutating func orderNumber(for store: SimulatedStore, charge: String) -> String {
    guard store == .apple else { return charge }
    let alphabet = Array("BCDFGHJKLMNPQRSTVWXYZ0123456789")
    return "M" + String((0..<9).map { _ in alphabet[Int(number(below: 31))] })
  }

  /// The identifiers of a whole purchase.
  mutating func purchaseIDs(
    in store: SimulatedStore,
    sandbox: Bool
  ) -> (id: String, token: String) {
    switch store {
    case .apple:
      let id = appleNumber(isSandbox: sandbox)
      return (id, id)
    case .google:
      let token = randomText(24) + ".AO-J1O" + randomText(48)
      return (token, token)
    case .microsoft:
      let id = "mdr:0:\(hex(numbers.next())):\(uuid())"
      return (id, id)
    case .amazon:
      let token = "q1YqVbJSyjN\(randomText(30))-=:3:11"
      return (token, token)
    }
  }

  private mutating func appleNumber(isSandbox: Bool) -> String {
    let digits = String(number(below: 1_000_000_000))
    let padded = String(repeating: "0", count: 9 - digits.count) + digits
    // The usual prefix of sandbox numbers; production has others.
    return (isSandbox ? "2000000" : "470001") + padded
  }

  private mutating func googleOrder() -> String {
    let digits = (0..<17).map { _ in String(number(below: 10)) }
    let parts = [digits[0..<4], digits[4..<8], digits[8..<12], digits[12..<17]]
    return "GPA." + parts.map { $0.joined() }.joined(separator: "-")
  }

  private mutating func randomText(_ count: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<count).map { _ in alphabet[Int(number(below: 36))] })
  }

  mutating func number(below bound: UInt64) -> UInt64 {
    let number: UInt64 = numbers.next()
    return number % bound
  }

  private func hex(_ number: UInt64) -> String {
    String(hex: number, width: 16)
  }
}
