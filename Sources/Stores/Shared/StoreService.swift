package import Entitlements

/// A store's service with its own kind of responses.
package enum StoreService: String, CaseIterable, Sendable {
  case verifyReceipt, appStoreServer
  case googleToken, googlePlay
  case entra, microsoftStore, microsoftQueue
  case amazonReceipts

  package var store: Store {
    switch self {
    case .verifyReceipt, .appStoreServer: .apple
    case .googleToken, .googlePlay: .google
    case .entra, .microsoftStore, .microsoftQueue: .microsoft
    case .amazonReceipts: .amazon
    }
  }
}
