import Basics
import Foundation
import Mint

extension Simulator {
  /// What a customer's device or an app's back end holds, and the certificates that stores publish.
  static let deviceRoutes: [SimulatorRoute<Void>] = [
    .init("GET simulator/apple/receipt") { simulator, request, _, _ in
      let receipt = try simulator.receipt(
        account: request.account,
        app: request.value("app") ?? SimulatedShop.app,
        sandbox: request.isSandbox
      )
      return SimulatorResponse(200, text: receipt)
    },
    .init("GET simulator/apple/transaction") { simulator, request, _, _ in
      let purchase = try simulator.newestPurchase(in: .apple, of: request)
      let payloads = simulator.applePayloads
      let signed = try purchase.charges.last.map {
        try payloads.signedTransaction($0, of: purchase)
      }
      return SimulatorResponse(200, text: signed ?? "")
    },
    .init("GET simulator/google/token") { simulator, request, _, _ in
      let purchase = try simulator.newestPurchase(in: .google, of: request)
      return SimulatorResponse(200, text: purchase.token)
    },
    .init("GET simulator/google/certs") { simulator, _, _, _ in
      SimulatorResponse(200, text: simulator.tokenService.pushKeys, type: "application/json")
    },
    .init("GET simulator/google/push-token") { simulator, request, _, _ in
      let token = try simulator.tokenService.pushToken(
        of: request.value("account"),
        at: simulator.realNow()
      )
      return SimulatorResponse(200, text: token)
    },
    .init("GET simulator/microsoft/key") { simulator, request, _, _ in
      let key = try simulator.tokenService.storeIDKey(
        user: request.account,
        service: request.value("service") ?? "collections",
        at: simulator.realNow()
      )
      return SimulatorResponse(200, text: key)
    },
    .init("GET simulator/amazon/certificate.pem") { simulator, _, _, _ in
      SimulatorResponse(200, text: simulator.messages.certificatePEM)
    },
  ]

  /// The account's newest purchase in a store: of a product, if the request names one.
  private func newestPurchase(
    in store: SimulatedStore,
    of request: SimulatorRequest
  ) throws(Refusal) -> SimulatedPurchase {
    let (account, sandbox, product) = (request.account, request.isSandbox, request.value("product"))
    let all = state.world.purchases(of: account, in: store, sandbox: sandbox)
    let found = all.last { purchase in
      // Only Google has a token before the payment.
      (product == nil || purchase.product == product)
        && (store == .google || !purchase.charges.isEmpty)
    }
    if let found { return found }
    let words = [
      "purser simulate act buy --store \(store.rawValue) --account \(Self.quoted(account))",
      "--product \(Self.quoted(product ?? "plus.monthly"))\(sandbox ? " --sandbox" : "")",
    ]
    throw Refusal(
      404,
      [
        "error": .string(
          "\(account) has not bought \(product ?? "anything") in \(store.title)"
            + "\(sandbox ? "'s sandbox" : ""). Buy it first: \(words.joined(separator: " "))"
        )
      ]
    )
  }

  /// As a word of a shell's command line.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-._@".contains($0) }
    return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }
}

extension SimulatorRequest {
  fileprivate var account: String { value("account") ?? "ada" }
  fileprivate var isSandbox: Bool { value("sandbox") == "true" }
}

extension SimulatedStore {
  fileprivate var title: String {
    switch self {
    case .apple: "the simulated App Store"
    case .google: "the simulated Google Play"
    case .microsoft: "the simulated Microsoft Store"
    case .amazon: "the simulated Amazon Appstore"
    }
  }
}
