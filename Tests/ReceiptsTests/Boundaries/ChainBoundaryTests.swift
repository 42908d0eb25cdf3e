import Foundation
import Testing

@testable import Mint
@testable import Receipts

@Suite struct `Chains at their bounds` {
  let workshop: Workshop

  init() throws { workshop = try Workshop.shared.get() }

  private func chain(_ authority: TestAuthority, roots: [[UInt8]]) throws -> SignerChain {
    let policy = try ChainPolicy(storeRoots: [], addedRoots: roots)
    let certificates = authority.certificatesDER
    return try policy.chain(from: certificates[0], among: certificates)
  }

  private func refusal(_ authority: TestAuthority, roots: [[UInt8]]) throws -> Rejection? {
    do {
      _ = try chain(authority, roots: roots)
      return nil
    } catch let rejection as Rejection {
      return rejection
    }
  }

  @Test func `are valid from the first to the last second of each certificate`() throws {
    let valid = try chain(workshop.authority, roots: [workshop.authority.rootDER])
    let (first, last) = (Workshop.now, Workshop.now.addingTimeInterval(60))
    for (index, role) in ["signer's", "intermediate", "root"].enumerated() {
      var chain = valid
      (chain.path[index].notBefore, chain.path[index].notAfter) = (first, last)
      #expect(chain.fault(at: first) == nil)
      #expect(chain.fault(at: last) == nil)
      for instant in [first.addingTimeInterval(-1), last.addingTimeInterval(1)] {
        #expect(chain.fault(at: instant)?.hasPrefix("the \(role) certificate is valid") == true)
      }
    }
  }

  @Test func `do not lead through a trust root to another one`() throws {
    let authority = workshop.authority
    let roots = [authority.rootDER, authority.certificatesDER[1]]
    let refusal = try refusal(authority, roots: roots)
    #expect(refusal?.detail == "the certificate that issued the signer's is missing")
  }

  @Test func `end at an authority that may have one more below it`() throws {
    var plan = Workshop.plan
    var lower = plan.intermediates[0]
    lower.subject = CertificateName("lower")
    plan.intermediates.append(lower)
    let authority = try TestAuthority(plan)
    let upper = authority.certificatesDER[2]
    #expect(try refusal(authority, roots: [upper]) == nil)
  }

  @Test func `of certificates without a key usage are for all uses (RFC 5280 §4.2.1.3)`() throws {
    for change in [
      { (plan: inout ChainPlan) in plan.leaf.hasKeyUsage = false },
      { $0.intermediates[0].hasKeyUsage = false }, { $0.root.hasKeyUsage = false },
    ] {
      var plan = Workshop.plan
      change(&plan)
      let authority = try TestAuthority(plan, keyOf: workshop.authority)
      #expect(try refusal(authority, roots: [authority.rootDER]) == nil)
    }
  }

  @Test func `an unreadable root is named by its place in its own list`() {
    let (root, other) = (workshop.authority.rootDER, workshop.authority.certificatesDER[1])
    #expect(throws: RootsError.unreadable(index: 1)) {
      try ChainPolicy(storeRoots: [root], addedRoots: [other, [0x30, 0x00]])
    }
    #expect(throws: RootsError.unreadable(index: 0)) {
      try ChainPolicy(storeRoots: [[0x30, 0x00]], addedRoots: [])
    }
  }

  @Test func `end at Apple's roots unless others are given`() throws {
    let standard = try LazyChainPolicy(storeRoots: AppleRoots.all, addedRoots: [])
    #expect(standard.value.roots.map(\.der) == AppleRoots.all)
    let own = try LazyChainPolicy(storeRoots: [], addedRoots: [workshop.authority.rootDER])
    #expect(own.value.roots.map(\.der) == [workshop.authority.rootDER])
  }

  // MARK: The cache

  @Test func `are found again by all certificates and the signer's place, and by nothing else`()
    throws
  {
    let chain = try chain(workshop.authority, roots: [workshop.authority.rootDER])
    let cache = ChainCache(capacity: 2)
    cache.remember(chain, bag: [1, 2, 3], signer: 0..<1)
    #expect(cache.known(bag: [1, 2, 3], signer: 0..<1) != nil)
    #expect(cache.known(bag: [1, 2, 3], signer: 1..<2) == nil)
    #expect(cache.known(bag: [1, 2, 4], signer: 0..<1) == nil)
  }

  @Test func `are evaluated once while they are kept, and all removed when there are too many`()
    throws
  {
    let chain = try chain(workshop.authority, roots: [workshop.authority.rootDER])
    func evaluations(_ capacity: Int, _ bags: [UInt8]) throws -> Int {
      let cache = ChainCache(capacity: capacity)
      var count = 0
      for bag in bags {
        _ = try cache.chain(bag: [bag], signer: 0..<1) { () throws(Rejection) -> SignerChain in
          count += 1
          return chain
        }
      }
      return count
    }
    #expect(try evaluations(0, [1, 1, 1]) == 3)
    #expect(try evaluations(1, [1, 1, 2, 2, 1]) == 3)
    #expect(try evaluations(2, [1, 2, 1, 2]) == 2)
    #expect(try evaluations(2, [1, 2, 3, 1, 3]) == 4)
  }
}
