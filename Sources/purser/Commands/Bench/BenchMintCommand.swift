import ArgumentParser
import Foundation
import Mint

/// `purser bench mint`: writes valid receipts for other tools to compare with and to damage.
struct BenchMintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mint",
    abstract: "Write receipts signed by a temporary authority.",
    discussion: """
      Writes to FOLDER: root.der and xcode-root.der, receipts of one, three and a hundred \
      purchases in present and former signature forms, stranger.der of an authority with the same \
      names below another root, and xcode.der. The keys are discarded.
      """,
    shouldDisplay: false
  )

  @Argument(help: ArgumentHelp("An existing folder.", valueName: "folder"))
  var folder: String

  func run() throws {
    let now = Date()
    var plan = ChainPlan(
      validity: now.addingTimeInterval(-86_400 * 700)...now.addingTimeInterval(86_400 * 400),
      algorithm: .rsaSHA256
    )
    let authority = try TestAuthority(plan)
    plan.algorithm = .ecdsaSHA256
    let stranger = try TestAuthority(plan)
    let xcode = try TestAuthority(selfSigned: .xcode(validity: plan.leaf.validity))
    try write(authority.rootDER, "root")
    try write(xcode.rootDER, "xcode-root")
    for count in [1, 3, 100] {
      let receipt = receipt(purchases: count, at: now)
      for (name, envelope) in envelopes(at: now) {
        try write(ReceiptMint(authority).mint(receipt, as: envelope), "\(count)-\(name)")
      }
    }
    try write(ReceiptMint(stranger).mint(receipt(purchases: 1, at: now)), "stranger")
    let local = MintedReceipt.xcode(
      bundleID: "com.example.reader",
      creationDate: now.addingTimeInterval(-86_400),
      purchases: receipt(purchases: 3, at: now).purchases
    )
    try write(ReceiptMint(xcode).mint(local, as: .xcode), "xcode")
  }

  private func envelopes(at now: Date) -> [(String, Envelope)] {
    let attributes = Signer.Attributes(signingTime: now)
    return [
      ("sha256", .appStore), ("sha1", .appStoreSHA1),
      ("sha256-attributes", Envelope(signers: [Signer(attributes: attributes)])),
      ("sha1-attributes", Envelope(signers: [Signer(digest: .sha1, attributes: attributes)])),
      ("sha256-chunks", Envelope(encoding: .indefinite(chunk: 100))),
    ]
  }

  private func receipt(purchases count: Int, at now: Date) -> MintedReceipt {
    let start = now.addingTimeInterval(-86_400 * 400)
    let purchases = (0..<count).map { index in
      let date = start.addingTimeInterval(Double(index) * 86_400 * 3)
      return MintedPurchase(
        productID: "com.example.reader.pro\(index % 3)",
        kind: index % 3 == 2 ? .consumable : .autoRenewable,
        quantity: Int64(1 + index % 2),
        transactionID: String(2_000_000_000_000_000 + index),
        originalTransactionID: "2000000000000000",
        purchaseDate: date,
        originalPurchaseDate: start,
        expiresDate: index % 3 == 2 ? nil : date.addingTimeInterval(86_400 * 30),
        cancellationDate: index % 5 == 1 ? date.addingTimeInterval(86_400) : nil,
        webOrderLineItemID: Int64(900_000 + index),
        isTrial: index == 0,
        isIntroOffer: index == 1,
        promotionalOfferID: index % 4 == 2 ? "spring" : nil
      )
    }
    return MintedReceipt(
      bundleID: "com.example.reader",
      appVersion: "12",
      creationDate: now.addingTimeInterval(-86_400),
      originalPurchaseDate: start,
      purchases: purchases
    )
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: folder).appending(path: name + ".der"))
  }
}
