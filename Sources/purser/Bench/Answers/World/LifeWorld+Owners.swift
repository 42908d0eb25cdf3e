import Entitlements
import Foundation

// Who of the app's users a subscription belongs to: an app that is installed again, another user who
// presents the purchase, an operator who gives it away. The ledger moves a purchase to whoever
// presents it.

extension LifeWorld {
  /// The app hands in the newest purchase once more.
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

  /// Of several only one would move, and that is another story.
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
