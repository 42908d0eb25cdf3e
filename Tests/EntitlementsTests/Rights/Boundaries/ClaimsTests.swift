import Entitlements
import Foundation
import Testing

@Suite struct `Claims on purchases` {
  private func claim(
    _ user: String,
    on number: Double,
    _ basis: Claim.Basis = .trusted,
    by document: String? = nil,
    strength: Claim.Strength = .named
  ) -> Claim {
    let source = StatementSource(ID(document ?? "\(user) \(number)"), at: day(number))
    return Claim(ID(user), strength, source, basis: basis)
  }

  private func merged(_ merges: (into: String, other: String, on: Double)...) -> Identities {
    Identities(
      merges.map { merge in
        OperatorAction(
          .merge(into: ID(merge.into), ID(merge.other)),
          by: "op",
          statementSource: StatementSource(ID("merge \(merge.on)"), at: day(merge.on))
        )
      }
    )
  }

  private func record(_ claims: [Claim], holder: AccountHolder? = nil) -> ChainRecord {
    var record = ChainRecord(id: ID("apple:production:app:1"))
    (record.claims, record.holder) = (claims, holder)
    return record
  }

  @Test func `of documents are the first and the last one, whatever order they come in`() {
    let stated = [
      claim("ada", on: 1, strength: .assumed), claim("bob", on: 2), claim("cid", on: 3),
      claim("dan", on: 4), claim("eve", on: 5, strength: .assumed),
    ]
    for claims in stated.permutations {
      var chain = ChainClaims(chain: ID("apple:production:app:1"))
      for claim in claims { chain.note(claim) }
      #expect(chain.first?.user == ID("bob"))
      #expect(chain.last?.user == ID("dan"))
      #expect(chain.assumed?.user == ID("ada"))
      #expect(chain.named.map(\.user.raw) == ["bob", "dan"])
    }
  }

  @Test func `of one instant are in the order of their documents, then their users`() {
    let claims = [
      claim("bob", on: 1, by: "a"), claim("ada", on: 1, by: "b"), claim("cid", on: 1, by: "b"),
      claim("cid", on: 1, .presented, by: "c"), claim("cid", on: 1, .trusted, by: "c"),
    ]
    for other in claims.permutations { #expect(other.sorted(by: Claim.precedes) == claims) }
    for claim in claims { #expect(!Claim.precedes(claim, claim)) }
  }

  @Test func `are of all users that were merged into one`() {
    let all = merged((into: "ada", other: "bob", on: 1), (into: "bob", other: "cid", on: 2))
    for user in ["ada", "bob", "cid"] {
      #expect(all.names(of: ID(user)).map(\.raw) == ["ada", "bob", "cid"])
    }
    #expect(all.merged(into: ID("bob")).isEmpty)
    let circle = merged((into: "ada", other: "bob", on: 1), (into: "bob", other: "ada", on: 2))
    #expect(circle.merged(into: ID("ada")) == [ID("bob")])
  }

  @Test func `carry the lesser of two accounts`() {
    for accounts in [["b", "a"], ["a", "b"]] {
      var chain = ChainClaims(chain: ID("apple:production:app:1"))
      for account in accounts { chain.note(account: account) }
      #expect(chain.account == "a")
    }
  }

  @Test func `are of the users that theirs were merged into`() {
    var chain = ChainClaims(
      chain: ID("apple:production:app:1"),
      first: claim("bob", on: 1),
      last: claim("bob", on: 2),
      assumed: claim("bob", on: 3)
    )
    (chain.others, chain.holder) = ([claim("bob", on: 4)], AccountHolder(ID("bob")))
    let found = chain.canonical(merged(("ada", "bob", 9)))
    #expect(found.named.map(\.user.raw) == ["ada", "ada", "ada"])
    #expect(found.assumed?.user == ID("ada"))
    #expect(found.holder?.user == ID("ada"))
    #expect(ChainClaims(chain: chain.chain).canonical(Identities()).holder == nil)
  }

  @Test func `of users merged one after the other, or in a circle, are of one user`() {
    let line = merged(("bob", "cid", 1), ("ada", "bob", 2))
    #expect(
      ["ada", "bob", "cid", "dan"].map { line.canonical(ID($0)).raw }
        == ["ada", "ada", "ada", "dan"]
    )
    #expect(line.merged.map(\.raw) == ["bob", "cid"])
    let circle = merged(("bob", "ada", 1), ("cid", "bob", 2), ("ada", "cid", 3))
    #expect(["ada", "bob", "cid"].map { circle.canonical(ID($0)).raw } == ["ada", "ada", "ada"])
    let tail = merged(("bob", "ada", 1), ("cid", "bob", 2), ("bob", "cid", 3))
    #expect(tail.canonical(ID("ada")) == ID("bob"))
    let later = merged(("bob", "cid", 2), ("ada", "cid", 1))
    #expect(later.canonical(ID("cid")) == ID("bob"))
    #expect(merged(("ada", "ada", 1)).merged.isEmpty)
  }

  @Test func `by an erased user count only if nobody else claims`() {
    func owner(_ claims: [Claim], _ policy: OwnershipPolicy = .transfer) -> String? {
      Ownership.owner(by: claims, nil, policy)?.raw
    }
    let forgotten = claim("gone", on: 1, .forgotten)
    for policy in OwnershipPolicy.allCases {
      #expect(owner([forgotten], policy) == "gone")
      #expect(owner([forgotten, claim("ada", on: 2, .presented)], policy) == "ada")
    }
    for policy in OwnershipPolicy.allCases {
      #expect(owner([claim("next", on: 2, .forgotten), forgotten], policy) == "gone")
    }
    let holder = AccountHolder(ID("ada"), knownAt: day(5))
    #expect(Ownership.owner(by: [forgotten], holder, .transfer) == ID("ada"))
  }

  @Test func `decide at the instant at which a name becomes known`() {
    let claims = [claim("bob", on: 5, .presented)]
    for (number, owner) in [(4.0, "ada"), (5, "ada"), (6, "bob")] {
      let holder = AccountHolder(ID("ada"), knownAt: day(number))
      #expect(Ownership.owner(by: claims, holder, .transfer) == ID(owner))
    }
  }

  @Test func `take along what the same buyer bought, except by a transfer and at PlayFab`() {
    func owner(_ claims: Claim...) -> String? {
      let claimed = claims.enumerated().map { number, claim in
        var chain = ChainClaims(chain: ID("apple:production:app:\(number)"))
        chain.others = [claim]
        return chain
      }
      let beside = ChainClaims(chain: ID("apple:production:app:9"), assumed: claim("new", on: 0))
      return Ownership.owners(of: claimed + [beside])[beside.chain]?.raw
    }
    #expect(owner(claim("heir", on: 2, .transferred), claim("ada", on: 3)) == "ada")
    #expect(owner(claim("heir", on: 2, .transferred)) == "heir")
    var played = claim("bob", on: 2)
    played.coversAccount = false
    #expect(owner(played) == "new")
    #expect(owner(played, claim("ada", on: 1)) == "ada")
    #expect(owner() == "new")
  }

  @Test func `that carry accounts of two users take along for the lesser one`() {
    let chains = ["b", "a"].map { (name: String) in
      ChainClaims(chain: ID("apple:production:app:\(name)"), account: name)
    }
    #expect(Ownership.anybody(of: chains) == ID("a"))
    #expect(Ownership.owners(of: chains).map(\.value.raw).sorted() == ["a", "b"])
    var known = ChainClaims(chain: ID("apple:production:app:t"), account: "t")
    known.holder = AccountHolder(ID("ada"))
    #expect(Ownership.anybody(of: [known]) == ID("ada"))
    let assumed = [3.0, 1, 2].map {
      ChainClaims(chain: ID("app:\($0)"), assumed: claim("user \($0)", on: $0))
    }
    #expect(Ownership.anybody(of: assumed) == ID("user 1.0"))
  }

  @Test func `are shared by all who made them, as the history says`() {
    let claims = [
      claim("ada", on: 1), claim("bob", on: 2), claim("ada", on: 3),
      claim("cid", on: 4, .transferred),
      claim("dan", on: 5, strength: .assumed),
    ]
    func history(_ claims: [Claim], _ holder: AccountHolder? = nil) -> [String] {
      OwnerChange.history(of: ID("chain"), claims, holder, policy: .share)
        .map { "\($0.from?.raw ?? "nobody") \($0.outcome) \($0.to.raw)" }
    }
    #expect(history(claims) == ["nobody began ada", "ada shared bob", "ada moved cid"])
    #expect(history(claims, AccountHolder(ID("bob"))) == ["bob shared ada", "bob moved cid"])
    let late = AccountHolder(ID("eve"), knownAt: day(9))
    #expect(history(claims, late) == ["nobody began ada", "ada shared bob", "ada moved cid"])
  }

  @Test func `that move a purchase back and forth are all in the history`() {
    let claims = [
      claim("ada", on: 1, .confirmed), claim("bob", on: 2, .presented),
      claim("cid", on: 3, .confirmed), claim("bob", on: 4, .presented),
      claim("cid", on: 5, .presented), claim("ada", on: 6, .confirmed),
    ]
    let history = OwnerChange.history(of: ID("chain"), claims)
    #expect(
      history.map { "\($0.outcome) \($0.to.raw)" }
        == ["began ada", "refused bob", "moved cid", "refused bob", "moved ada"]
    )
  }

  @Test func `change something if the user is new, or it transfers the purchase`() {
    let rule = OwnershipRule(policy: .keep, identities: merged(("ada", "bob", 1)))
    func isChanged(_ claims: [Claim], by user: String, _ basis: Claim.Basis = .trusted) -> Bool {
      let claim = PurchaseClaim(
        ID("apple:production:app:1"),
        of: ID(user),
        at: .restore,
        basis,
        evidence: ID("restore"),
        at: day(9)
      )
      return rule.isChanged(record(claims), by: claim)
    }
    let claims = [claim("ada", on: 1), claim("cid", on: 2)]
    #expect(isChanged(claims, by: "dan"))
    #expect(!isChanged(claims, by: "ada"))
    #expect(!isChanged(claims, by: "bob"))
    #expect(!isChanged(claims, by: "cid"))
    #expect(isChanged(claims, by: "cid", .transferred))
    #expect(isChanged([claim("dan", on: 1, strength: .assumed)], by: "dan"))
  }

  @Test func `let their owner have the purchase, under every name`() {
    let identities = merged(("ada", "bob", 1))
    func holders(_ policy: OwnershipPolicy, _ holder: AccountHolder? = nil) -> [String] {
      let rule = OwnershipRule(policy: policy, identities: identities)
      let record = record([claim("bob", on: 1), claim("cid", on: 2)], holder: holder)
      return ["ada", "bob", "cid", "dan"].filter { rule.holds(record, ID($0)) }
    }
    #expect(holders(.keep) == ["ada", "bob"])
    #expect(holders(.transfer) == ["cid"])
    #expect(holders(.share) == ["ada", "bob", "cid"])
    #expect(holders(.keep, AccountHolder(ID("dan"))) == ["dan"])
    #expect(holders(.keep, AccountHolder(ID("dan"), knownAt: day(9))) == ["ada", "bob"])
  }

  @Test func `made at PlayFab's endpoints are of one purchase, all others of the account`() {
    #expect(ClaimEndpoint.allCases.filter { !$0.coversAccount } == [.playfab])
    let claim = PurchaseClaim(
      ID("chain"),
      of: ID("ada"),
      at: .playfab,
      .confirmed,
      evidence: ID("receipt"),
      at: day(1)
    ).claim
    #expect(!claim.coversAccount)
    #expect((claim.basis, claim.strength) == (.confirmed, .named))
  }

  @Test func `know the spellings of an app's accounts, and no others`() {
    let uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    let spellings = ["plain", "md5", "md5-uuid", "sha256", "uuid5:\(uuid)"]
    let forms = AccountForm.list(spellings.joined(separator: " "))
    #expect(forms.map(\.spelling) == spellings)
    for spelling in ["", "MD5", "uuid4:\(uuid)", "uuid5", "uuid5:", "uuid5:x\(uuid)"] {
      #expect(AccountForm(spelling) == nil)
    }
  }
}
