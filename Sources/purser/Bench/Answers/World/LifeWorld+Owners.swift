import Entitlements
import Foundation

// Ownership changes: reinstallation, submission by another user, transfer by an operator. The
// ledger moves a purchase to the user who submits it.

extension LifeWorld {
  /// The app submits the newest purchase again.
  mutating func reinstall() {
    guard let index = current, subscriptions[index].move == nil,
      !subscriptions[index].periods.isEmpty
    else { return }
    present(index)
  }

  mutating func move(_ move: LifeSubscription.Move) {
    guard let index = running, subscriptions[index].move == nil, ownSubscriptions == 1,
      move == .presented || store == .apple || store == .google
    else { return }
    subscriptions[index].move = move
    switch move {
    case .presented: present(index)
    case .transferred:
      let number = subscriptions[index].periods[0].order
      let chain = "\(store.rawValue):production:\(Self.app):\(number)"
      perform(.transfer(ID(chain), to: ID(otherUser)))
    }
  }

  /// The number of own subscriptions. With several, only one would move, which is not simulated.
  private var ownSubscriptions: Int {
    subscriptions.count { !$0.isShared && !$0.isSandbox && !$0.periods.isEmpty }
  }

  private mutating func present(_ index: Int) {
    switch store {
    case .apple: uploadApple(index)
    case .google: ask(about: index)
    case .microsoft: publishMicrosoft(index)
    case .amazon: publishAmazon(.shared, index)
    }
  }
}
