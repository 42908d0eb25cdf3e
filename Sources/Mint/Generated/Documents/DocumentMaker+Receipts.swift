import Foundation

extension DocumentMaker {
  /// One receipt for each app and environment with Apple purchases, created at the last change.
  /// Some users also get a forged copy with a broken signature.
  func receipts(of user: GeneratedUser) throws(MintError) -> [MintedDocument] {
    let sold = user.chains.filter { $0.store == .apple && !$0.sales.isEmpty }
    guard !user.chains.isEmpty else {
      return [try document(of: receipt(for: [], app: GeneratedShop.items[0].app, of: user))]
    }
    var documents: [MintedDocument] = []
    for app in Set(sold.map(\.app)).sorted() {
      for isSandbox in [false, true] {
        let chains = sold.filter { $0.app == app && $0.isSandbox == isSandbox }
        guard !chains.isEmpty else { continue }
        let receipt = receipt(for: chains, app: app, of: user)
        documents.append(try document(of: receipt))
        if user.id.utf8.last == UInt8(ascii: "z") {
          documents.append(try document(of: receipt, isTampered: true))
        }
      }
    }
    return documents
  }

  private func document(
    of receipt: MintedReceipt,
    isTampered: Bool = false
  ) throws(MintError) -> MintedDocument {
    let receipt = DemoReceipt(receipt: receipt, isTampered: isTampered)
    return MintedDocument(bytes: try receipts.mint(receipt), way: .uploaded)
  }

  private func receipt(
    for chains: [GeneratedChain],
    app: String,
    of user: GeneratedUser
  ) -> MintedReceipt {
    let changedAt = min(now, (chains.map(\.changedAt).max() ?? now - 86_400) + 60)
    let isSandbox = chains.first?.isSandbox == true
    return MintedReceipt(
      environment: isSandbox ? "ProductionSandbox" : "Production",
      bundleID: app,
      appVersion: "7",
      creationDate: Self.date(changedAt),
      originalPurchaseDate: Self.date((chains.map(\.beganAt).min() ?? changedAt) - 3_600),
      appItemID: isSandbox ? 0 : 1_462_807_315,
      opaqueValue: Self.octets(user.id),
      purchases: chains.flatMap(purchases)
    )
  }

  private func purchases(of chain: GeneratedChain) -> [MintedPurchase] {
    let root = chain.root ?? ""
    let began = Self.date(chain.beganAt)
    return chain.sales.map { sale in
      MintedPurchase(
        productID: product(sale.item, in: .apple),
        kind: chain.kind,
        quantity: Int64(sale.quantity),
        transactionID: sale.transactionID ?? root,
        originalTransactionID: root,
        purchaseDate: Self.date(sale.purchasedAt),
        originalPurchaseDate: began,
        expiresDate: sale.expiresAt.map(Self.date),
        cancellationDate: sale.cancelledAt.map(Self.date),
        webOrderLineItemID: chain.kind == .autoRenewable ? lineItem(sale.transactionID ?? root) : 0,
        isTrial: sale.offer == .trial,
        isIntroOffer: sale.offer == .introductory,
        promotionalOfferID: sale.offer == .promotional ? Self.promotion : nil
      )
    }
  }

  static let promotion = "stay.half.price"

  /// A line item ID derived from the transaction ID.
  func lineItem(_ transactionID: String) -> Int64 {
    (Int64(transactionID) ?? 0) / 10 + 7_000_000_000
  }

  static func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

  /// 16 octets from a text, so that users' receipts differ.
  private static func octets(_ text: String) -> [UInt8] {
    Array(text.utf8.prefix(16)) + [UInt8](repeating: 0x5F, count: max(0, 16 - text.utf8.count))
  }
}
