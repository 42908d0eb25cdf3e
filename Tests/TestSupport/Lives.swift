package import Entitlements
import Foundation

/// Twelve lives of seven documents each: what stores said of somebody's purchases in the course of
/// a year, from which every order of arrival must make the same.
package enum Lives {
  package struct Life: Sendable, CustomStringConvertible {
    package var description: String
    package var filings: [Filing]
  }

  package static let all: [Life] = [
    Life(
      description: "renewals, then off",
      filings: [
        said(1, sales: [period("1", 0, 30, .trial)], for: "ada"),
        said(31, sales: [period("1", 0, 30, .trial), period("2", 30, 60)]),
        said(61, sales: [period("2", 30, 60), period("3", 60, 90)]),
        said(70, [.running], renews: false), said(75, [.running], renews: true),
        said(80, [.running], renews: false), said(91, [.ended(.voluntary)], renews: false),
      ]
    ),
    Life(
      description: "grace, and a recovery in it",
      filings: [
        said(1, sales: [period("1", 0, 30)], for: "ada"), said(30, [.gracePeriod(until: day(46))]),
        said(31, [.gracePeriod(until: day(46))], renews: true),
        said(35, sales: [period("1", 0, 30), period("2", 30, 60)]), said(35.1, [.running]),
        said(60.1, [.billingRetry(until: nil)]), said(120, [.ended(.billing)], renews: false),
      ]
    ),
    Life(
      description: "a refund, reversed, and asked for again",
      filings: [
        said(1, sales: [period("1", 0, 30)], for: "ada"),
        said(31, sales: [period("2", 30, 60)]),
        said(40, sales: [period("2", 30, 60, cancelled: 40)]),
        said(45, sales: [period("2", 30, 60)]),
        said(50, sales: [period("2", 30, 60, cancelled: 50)]),
        said(20, sales: [period("1", 0, 30, cancelled: 20)]), said(51, [.ended(.other)]),
      ]
    ),
    Life(
      description: "an upgrade in the middle of a month",
      filings: [
        said(1, sales: [period("1", 0, 30)], for: "ada"), said(5, [.running], next: "pro.yearly"),
        said(10, sales: [period("2", 10, 375, product: "pro.yearly")]),
        said(10.1, sales: [period("1", 0, 30, cancelled: 10, .upgraded)]), said(11, [.running]),
        said(12, sales: [period("1", 0, 30, cancelled: 10)]), said(300, [.running], renews: false),
      ]
    ),
    Life(
      description: "two users claim it, one after the other and back",
      filings: [
        said(1, sales: [period("1", 0, 30)], for: "ada"),
        said(2, sales: [period("1", 0, 30)], for: "grace"),
        said(3, sales: [period("1", 0, 30)], for: "ada"), said(31, sales: [period("2", 30, 60)]),
        said(4, sales: [period("9", chain: "9", 4, nil, kind: .nonConsumable)], for: "lin"),
        said(
          50,
          sales: [period("2", 30, 60), period("9", chain: "9", 4, nil, kind: .nonConsumable)]
        ),
        said(52, [.running], renews: false),
      ]
    ),
    Life(
      description: "nobody is named until late",
      filings: [
        said(1, sales: [period("1", 0, 30)]),
        said(2, sales: [period("7", chain: "7", 2, nil, kind: .consumable)]),
        said(3, sales: [period("1", 0, 30), period("7", chain: "7", 2, nil, kind: .consumable)]),
        said(31, sales: [period("2", 30, 60)]), said(33, [.running]),
        said(34, sales: [period("7", chain: "7", 2, nil, kind: .consumable)], for: "ada"),
        said(61, [.ended(.voluntary)], renews: false),
      ]
    ),
    Life(
      description: "hold, pause and a return",
      filings: [
        said(1, sales: [period("1", 0, 30)], for: "ada"), said(30, [.billingRetry(until: day(60))]),
        said(40, [.paused(until: day(70))]), said(70, sales: [period("2", 70, 100)]),
        said(71, [.running], renews: true), said(95, [.running], renews: false),
        said(101, [.ended(.voluntary)]),
      ]
    ),
    Life(
      description: "hearsay before and after the store's word",
      filings: [
        said(1, sales: [period("1", 0, 30)], for: "ada", .sharedSecret),
        said(2, [.ended(.other)], .sharedSecret), said(3, sales: [period("1", 0, 31)]),
        said(
          9,
          sales: [period("1", 0, 99), period("9", chain: "9", 5, nil, kind: .nonConsumable)],
          .sharedSecret
        ),
        said(10, [.running], renews: true),
        said(20, [.revoked(at: day(20))], .sharedSecret), said(31, sales: [period("2", 31, 62)]),
      ]
    ),
    Life(
      description: "a family's share, and its end",
      filings: [
        said(1, sales: [period("1", 0, 30, ownership: .familyShared)], for: "kim"),
        said(2, [.running]), said(30, sales: [period("2", 30, 60, ownership: .familyShared)]),
        said(40, sales: [period("2", 30, 60, cancelled: 40, .revoked)]),
        said(40.1, [.revoked(at: day(40))]), said(41, sales: [period("1", 0, 30)]),
        said(50, [.running]),
      ]
    ),
    Life(
      description: "pending, then paid, then forgotten",
      filings: [
        said(1, [.pending]), said(2, [.pending], for: "ada"),
        said(3, sales: [period("1", 3, 33, .introductory)]), said(4, [.running], renews: true),
        said(33, sales: [period("2", 33, 63)]), said(63, [.billingRetry(until: nil)]),
        said(64, [.gracePeriod(until: day(70))]),
      ]
    ),
    Life(
      description: "two accounts of the app on one store account",
      filings: [
        said(1, sales: [period("1", 0, 30)], account: "token-a"),
        said(2, sales: [period("5", chain: "5", 2, nil, kind: .nonConsumable)], account: "token-b"),
        said(
          3,
          sales: [period("1", 0, 30), period("5", chain: "5", 2, nil, kind: .nonConsumable)]
        ),
        said(4, sales: [period("5", chain: "5", 2, nil, kind: .nonConsumable)], for: "bea"),
        said(31, sales: [period("2", 30, 60)]), said(35, [.running], renews: false),
        said(36, sales: [period("6", chain: "6", 36, nil, kind: .consumable)], account: "token-a"),
      ]
    ),
    Life(
      description: "rejected first, and operators' acts",
      filings: [
        rejected(1, sales: [period("1", 0, 30)], for: "ada"),
        said(1, sales: [period("1", 0, 30)], for: "ada"),
        act(5, .grant(ID("ada"), key: "bonus", .production, until: day(50))),
        act(20, .withdraw(ID("ada"), key: "bonus", .production)),
        act(25, .merge(into: ID("ada"), ID("ada-old"))),
        said(26, sales: [period("8", chain: "8", 26, nil, kind: .nonConsumable)], for: "ada-old"),
        said(31, sales: [period("2", 30, 60)]),
      ]
    ),
  ]
}
