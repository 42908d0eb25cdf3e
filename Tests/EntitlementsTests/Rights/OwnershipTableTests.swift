import Entitlements
import Foundation
import Testing

/// The table in the documentation of `Ownership`, one row a case.
@Suite struct `Whose a purchase is` {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What the app's client told the store.
    var account: String?
    /// Whom it stands for.
    var holder: AccountHolder?
    var claims: [Claim]
    /// The owner under keep, transfer and share.
    var owners: [String]
    /// Everybody who has it under share.
    var sharing: Set<String>
  }

  private static func claim(
    _ user: String,
    _ basis: Claim.Basis,
    on number: Double
  ) -> Claim {
    Claim(
      ID(user),
      .named,
      StatementSource(ID("\(user) \(number)"), at: day(number)),
      basis: basis
    )
  }

  private static let victim = AccountHolder(ID("victim"))

  static let rows: [Row] = [
    Row(
      testDescription: "an operator's transfer goes before all",
      account: "T",
      holder: victim,
      claims: [
        claim("victim", .confirmed, on: 1), claim("heir", .transferred, on: 2),
        claim("other", .confirmed, on: 3),
      ],
      owners: ["heir", "heir", "heir"],
      sharing: ["heir"]
    ),
    Row(
      testDescription: "the last of two transfers counts",
      claims: [claim("heir", .transferred, on: 2), claim("next", .transferred, on: 3)],
      owners: ["next", "next", "next"],
      sharing: ["next"]
    ),
    Row(
      testDescription: "an account that stands for a user, and no claim",
      account: "T",
      holder: victim,
      claims: [],
      owners: ["victim", "victim", "victim"],
      sharing: ["victim"]
    ),
    Row(
      testDescription: "an unconfirmed claim on what carries a user's account",
      account: "T",
      holder: victim,
      claims: [claim("stranger", .presented, on: 1)],
      owners: ["victim", "victim", "victim"],
      sharing: ["victim", "stranger"]
    ),
    Row(
      testDescription: "a confirmed claim on what carries a user's account",
      account: "T",
      holder: victim,
      claims: [claim("other", .confirmed, on: 1)],
      owners: ["victim", "other", "victim"],
      sharing: ["victim", "other"]
    ),
    Row(
      testDescription: "an operator files what carries a user's account for another",
      account: "T",
      holder: victim,
      claims: [claim("other", .trusted, on: 1)],
      owners: ["victim", "other", "victim"],
      sharing: ["victim", "other"]
    ),
    Row(
      testDescription: "the user of the account claims it back without a store",
      account: "T",
      holder: victim,
      claims: [claim("other", .confirmed, on: 1), claim("victim", .presented, on: 2)],
      owners: ["victim", "victim", "victim"],
      sharing: ["victim", "other"]
    ),
    Row(
      testDescription: "an account that stands for nobody known, claimed once",
      account: "T",
      claims: [claim("payer", .presented, on: 1)],
      owners: ["payer", "payer", "payer"],
      sharing: ["payer"]
    ),
    Row(
      testDescription: "no account, claimed once",
      claims: [claim("payer", .presented, on: 1)],
      owners: ["payer", "payer", "payer"],
      sharing: ["payer"]
    ),
    Row(
      testDescription: "a second claim that no store confirmed",
      claims: [claim("payer", .presented, on: 1), claim("stranger", .presented, on: 2)],
      owners: ["payer", "payer", "payer"],
      sharing: ["payer", "stranger"]
    ),
    Row(
      testDescription: "a second claim that the store confirmed",
      claims: [claim("payer", .confirmed, on: 1), claim("next", .confirmed, on: 2)],
      owners: ["payer", "next", "payer"],
      sharing: ["payer", "next"]
    ),
    Row(
      testDescription: "an unconfirmed claim after two confirmed ones",
      claims: [
        claim("payer", .confirmed, on: 1), claim("next", .confirmed, on: 2),
        claim("payer", .presented, on: 3),
      ],
      owners: ["payer", "next", "payer"],
      sharing: ["payer", "next"]
    ),
    Row(
      testDescription: "an account of nobody known, and no claim",
      account: "T",
      claims: [],
      owners: ["T", "T", "T"],
      sharing: []
    ),
    Row(
      testDescription: "a name that is known as the account's before another claims",
      account: "T",
      holder: AccountHolder(ID("T"), knownAt: day(1)),
      claims: [claim("stranger", .presented, on: 2)],
      owners: ["T", "T", "T"],
      sharing: ["T", "stranger"]
    ),
    Row(
      testDescription: "a name that somebody begins to use after the payer claimed",
      account: "T",
      holder: AccountHolder(ID("T"), knownAt: day(2)),
      claims: [claim("payer", .presented, on: 1)],
      owners: ["payer", "payer", "payer"],
      sharing: ["payer"]
    ),
    Row(
      testDescription: "a name that is known later, and claims the purchase as well",
      account: "T",
      holder: AccountHolder(ID("T"), knownAt: day(2)),
      claims: [claim("stranger", .presented, on: 1), claim("T", .presented, on: 2)],
      owners: ["T", "T", "T"],
      sharing: ["T", "stranger"]
    ),
  ]

  @Test(arguments: rows)
  func `every row of the table holds under every policy`(row: Row) {
    for (policy, owner) in zip([OwnershipPolicy.keep, .transfer, .share], row.owners) {
      var claims = ChainClaims(chain: ID("apple:production:app:1"), account: row.account)
      (claims.holder, claims.others) = (row.holder, row.claims.reversed())
      let owners = Ownership.owners(of: [claims], policy: policy)
      #expect(owners[claims.chain]?.raw == owner, "\(policy)")
    }
    let sharing = Ownership.holders(by: row.claims, row.holder, .share)
    #expect(Set(sharing.map(\.raw)) == row.sharing)
  }

  @Test(arguments: OwnershipPolicy.allCases)
  func `a claim says nothing of another purchase under the same account`(policy: OwnershipPolicy) {
    var own = ChainClaims(chain: ID("apple:sandbox:app:1"), account: "victim")
    own.others = [Self.claim("stranger", .confirmed, on: 1)]
    let theirs = ChainClaims(chain: ID("apple:production:app:2"), account: "victim")
    // Each chain is a store account of its own: nothing joins them.
    #expect(Ownership.owners(of: [theirs], policy: policy)[theirs.chain] == ID("victim"))
    #expect(Ownership.owners(of: [own], policy: policy)[own.chain] == ID("stranger"))
  }

  @Test func `what a store account bought beside goes with the purchase that was claimed`() {
    var claimed = ChainClaims(chain: ID("apple:production:app:1"))
    claimed.others = [Self.claim("payer", .presented, on: 1)]
    let beside = ChainClaims(chain: ID("apple:production:app:2"))
    #expect(Ownership.owners(of: [claimed, beside])[beside.chain] == ID("payer"))
  }

  @Test func `the history tells each refusal once, and each move`() {
    let claims = [
      Self.claim("payer", .confirmed, on: 1), Self.claim("stranger", .presented, on: 2),
      Self.claim("stranger", .presented, on: 3), Self.claim("next", .confirmed, on: 4),
      Self.claim("next", .confirmed, on: 5),
    ]
    let history = OwnerChange.history(of: ID("apple:production:app:1"), claims)
    #expect(history.map(\.outcome) == [.began, .refused, .moved])
    #expect(history.map(\.to.raw) == ["payer", "stranger", "next"])
    #expect(history.last?.from == ID("payer"))
  }
}
