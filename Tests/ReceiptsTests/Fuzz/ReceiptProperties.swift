import Foundation

@testable import Receipts

struct CMSProperties {
  private let samples: SignedSamples
  private let thoroughly: Bool

  init(_ samples: SignedSamples, thoroughly: Bool) {
    (self.samples, self.thoroughly) = (samples, thoroughly)
  }

  func fault(_ input: [UInt8]) -> String? {
    let examination = samples.receipts.examine(input, at: FuzzTarget.now)
    let outline = ReceiptOutline(of: input)
    guard let envelope = try? CMSEnvelope(input.span) else {
      let isRefused = examination.rejection?.code == "malformed" && outline.fault != nil
      return isRefused ? nil : "no envelope, and yet not malformed"
    }
    let content = SignedSamples.octets(envelope.content, input)
    if case .genuine(let believed) = examination.verdict {
      guard !samples.checksSignatures || samples.contents.contains(content) else {
        return "content is genuine that nobody signed"
      }
      if let fault = AttributeProperties.incompleteness(believed.payload) { return fault }
    }
    if thoroughly, let fault = otherReadingFault(input, examination) { return fault }
    guard let receipt = examination.trace.receipt else { return "an envelope without content" }
    return ReceiptAgreement.fault(outline, receipt, within: input)
      ?? examination.rejection?.wordingFault
      ?? (thoroughly ? textFault(input) : nil)
  }

  /// What other verifiers, and the form that is stored, make of it.
  private func otherReadingFault(_ input: [UInt8], _ examination: ReceiptExamination) -> String? {
    if examination.trace.passed.contains(.chain) {
      let again = samples.forgetful.examine(input, at: FuzzTarget.now)
      guard again.rejection == examination.rejection else {
        return "a remembered chain is judged unlike a new one"
      }
    }
    guard case .genuine(let believed) = examination.verdict else { return nil }
    if case .genuine(let other) = samples.ownReceipts.verify(input, at: FuzzTarget.now) {
      let isOurs = other.payload.bundleID.map(samples.ownReceipts.bundleIDs.contains) ?? false
      guard isOurs else { return "another app's receipt is taken for ours" }
    } else if believed.payload.bundleID.map(samples.ownReceipts.bundleIDs.contains) == true {
      return "our app's receipt is taken for another's"
    }
    return canonicalFault(input, examination, believed.payload)
  }

  /// The canonical form is the same receipt, and its own canonical form.
  private func canonicalFault(
    _ input: [UInt8],
    _ examination: ReceiptExamination,
    _ believed: Receipt
  ) -> String? {
    guard let form = CanonicalReceipt.bytes(of: input, signedBelow: examination.trace.chain) else {
      return "genuine without a canonical form"
    }
    let again = samples.receipts.examine(form, at: FuzzTarget.now)
    guard case .genuine(let other) = again.verdict,
      other.payload.placeless == believed.placeless
    else { return "the canonical form is another receipt" }
    return CanonicalReceipt.bytes(of: form, signedBelow: again.trace.chain) == form
      ? nil : "the canonical form has another one"
  }

  /// A receipt in base64 is the same receipt.
  private func textFault(_ input: [UInt8]) -> String? {
    guard ReceiptKind(of: input) == .appReceipt else { return nil }
    let text = Array(Data(input).base64EncodedData(options: .lineLength76Characters))
    guard let read = try? ReceiptText.receipt(in: text) else { return "unreadable in base64" }
    return read == ReceiptText.withoutPadding(input) ? nil : "base64 changes the receipt"
  }
}

struct AttributeProperties {
  private let samples: SignedSamples
  private let thoroughly: Bool

  init(_ samples: SignedSamples, thoroughly: Bool) {
    (self.samples, self.thoroughly) = (samples, thoroughly)
  }

  func fault(_ content: [UInt8]) -> String? {
    let (receipt, fault) = ReceiptDecoder.receipt(content, 0..<content.count)
    let plain = Self.envelope(Self.element(0x04, content))
    let outline = ReceiptOutline(of: plain)
    if let fault = ReceiptAgreement.fault(outline, receipt, within: plain) { return fault }
    if outline.fault != nil, fault == nil { return "the outline stops where the decoder does not" }
    if thoroughly, samples.receipts.examine(plain, at: FuzzTarget.now).rejection == nil {
      return "genuine without a signature"
    }
    let further =
      thoroughly
      ? chunkedFault(content, receipt, outline) ?? Self.namingFault(outline)
        ?? Self.deviceFault(receipt) : nil
    return further ?? beliefFault(receipt, fault)
  }

  /// The same content in chunks, as BER allows, is the same content.
  private func chunkedFault(
    _ content: [UInt8],
    _ receipt: Receipt,
    _ outline: ReceiptOutline
  ) -> String? {
    let half = content.count / 2
    let chunks =
      Self.element(0x04, Array(content[..<half])) + Self.element(0x04, Array(content[half...]))
    let envelope = Self.envelope(Self.element(0x24, chunks))
    let decoded = samples.receipts.examine(envelope, at: FuzzTarget.now).trace.receipt
    let chunked = ReceiptOutline(of: envelope)
    return chunked.attributes.map(\.placeless) == outline.attributes.map(\.placeless)
      && decoded?.placeless == receipt.placeless
      ? nil : "chunks change the content"
  }

  /// What is known is shown by its name.
  private static func namingFault(_ outline: ReceiptOutline) -> String? {
    for attribute in outline.attributes {
      let name = ReceiptField(rawValue: attribute.type)?.description.name
      let names = attribute.children.map { InAppField(rawValue: $0.type)?.description.name }
      if ([name] + names).contains("") { return "a field without a name" }
    }
    return nil
  }

  /// A receipt is made for one device.
  private static func deviceFault(_ receipt: Receipt) -> String? {
    let guids = [[UInt8](repeating: 0xA5, count: 16), [UInt8](repeating: 0xA5, count: 6), [0xA5]]
    let matches = guids.map { DeviceHash.matches(receipt, guid: $0) }
    return matches.count { $0 == true } > 1 || matches[2] != nil ? "made for two devices" : nil
  }

  private func beliefFault(_ receipt: Receipt, _ fault: Rejection?) -> String? {
    var trace = ReceiptVerificationTrace()
    do throws(Rejection) {
      let believed = try samples.receipts.evaluate(
        receipt,
        fault,
        signedBelow: .success(samples.chain),
        at: FuzzTarget.now,
        &trace
      )
      return fault == nil ? Self.incompleteness(believed.payload) : "believed in spite of a fault"
    } catch {
      return error.wordingFault
    }
  }

  static func incompleteness(_ receipt: Receipt) -> String? {
    if receipt.bundleID == nil || receipt.createdAt == nil || receipt.environmentKind == nil {
      return "believed without an app, an instant or an environment"
    }
    if let end = receipt.expiresAt, end <= FuzzTarget.now { return "believed after its end" }
    for purchase in receipt.inAppPurchases {
      if purchase.productID == nil || purchase.transactionID == nil || purchase.purchasedAt == nil {
        return "a purchase believed without its product, number or date"
      }
      let texts = [purchase.productID, purchase.transactionID, purchase.originalTransactionID]
      if texts.compactMap(\.self).contains(where: { $0.isEmpty || $0.utf8.contains { $0 < 0x20 } })
      {
        return "an identifier that is empty or holds control characters"
      }
      let dates = [purchase.purchasedAt, purchase.expiresAt, purchase.cancelledAt]
      let years = -62_135_596_800.0..<253_402_300_801.0
      if dates.compactMap(\.?.timeIntervalSince1970).contains(where: { !years.contains($0) }) {
        return "a date that RFC 3339 cannot write"
      }
    }
    return nil
  }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + BERReader.length(content.count) + content
  }

  /// An unsigned signedData around `octets`.
  private static func envelope(_ octets: [UInt8]) -> [UInt8] {
    let content = element(0x06, OID.data) + element(0xA0, octets)
    let data = [0x02, 0x01, 0x01, 0x31, 0x00] + element(0x30, content) + [0x31, 0x00]
    return element(0x30, element(0x06, OID.signedData) + element(0xA0, element(0x30, data)))
  }
}

/// The decoder, which types what it knows, and the outline, which shows all there is, read the same.
enum ReceiptAgreement {
  static func fault(
    _ outline: ReceiptOutline,
    _ receipt: Receipt,
    within input: [UInt8]
  ) -> String? {
    let entries = outline.attributes.filter { $0.type == ReceiptField.inAppPurchase.rawValue }
    if outline.omitted == 0, entries.count != receipt.inAppPurchases.count {
      return "outline and decoder count different purchases"
    }
    for (entry, purchase) in zip(entries, receipt.inAppPurchases) {
      let product = entry.children.first { $0.type == InAppField.productID.rawValue }
      if let text = purchase.productID, product.map(text.isShown) != true {
        return "outline and decoder read different products"
      }
    }
    return outline.attributes.contains { !$0.lies(in: input) } ? "an attribute out of place" : nil
  }
}

extension String {
  fileprivate func isShown(by attribute: ReceiptOutline.Attribute) -> Bool {
    attribute.encoding == .utf8String(self) || attribute.encoding == .ia5String(self)
  }
}

extension Receipt {
  /// Without what is said of places in the document.
  fileprivate var placeless: Self {
    var copy = self
    copy.faults = []
    return copy
  }
}

extension ReceiptOutline.Attribute {
  fileprivate var placeless: Self {
    var copy = self
    copy.offset = nil
    copy.children = children.map(\.placeless)
    return copy
  }

  fileprivate func lies(in input: [UInt8]) -> Bool {
    guard let offset else { return true }
    return offset >= 0 && length <= input.count - offset && input[offset] == Tag.sequence
      && children.allSatisfy { $0.lies(in: input) }
  }
}
