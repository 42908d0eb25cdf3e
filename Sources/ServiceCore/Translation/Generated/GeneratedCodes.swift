import Entitlements

/// Single-character codes in generated documents.
extension Store {
  init?(generated code: UInt8) {
    switch code {
    case UInt8(ascii: "a"): self = .apple
    case UInt8(ascii: "g"): self = .google
    case UInt8(ascii: "m"): self = .microsoft
    case UInt8(ascii: "z"): self = .amazon
    default: return nil
    }
  }
}

extension ProductKind {
  init?(generated code: UInt8) {
    switch code {
    case UInt8(ascii: "c"): self = .consumable
    case UInt8(ascii: "n"): self = .nonConsumable
    case UInt8(ascii: "r"): self = .nonRenewing
    case UInt8(ascii: "s"): self = .autoRenewable
    default: return nil
    }
  }
}

extension Order.Cancellation {
  init?(generated code: UInt8) {
    switch code {
    case UInt8(ascii: "r"): self = .refunded
    case UInt8(ascii: "v"): self = .revoked
    case UInt8(ascii: "u"): self = .upgraded
    default: return nil
    }
  }
}

extension Order.Offer {
  init?(generated code: UInt8) {
    switch code {
    case UInt8(ascii: "t"): self = .trial
    case UInt8(ascii: "i"): self = .introductory
    case UInt8(ascii: "p"): self = .promotional("stay.half.price")
    default: return nil
    }
  }
}

extension ExpiryReason {
  /// An unknown code is `.other`.
  init(generated code: UInt8?) {
    switch code {
    case UInt8(ascii: "v"): self = .voluntary
    case UInt8(ascii: "b"): self = .billing
    case UInt8(ascii: "p"): self = .priceIncrease
    case UInt8(ascii: "g"): self = .productGone
    case UInt8(ascii: "d"): self = .developer
    case UInt8(ascii: "r"): self = .replaced
    case UInt8(ascii: "u"), nil: self = .unknown
    default: self = .other
    }
  }
}
