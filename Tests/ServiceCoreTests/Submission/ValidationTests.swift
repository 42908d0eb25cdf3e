import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `Validating receipts` {
  let fixture: ServiceFixture
  let ada = ID<User>("ada")

  init() throws { fixture = try ServiceFixture() }

  @Test func `a genuine receipt grants what it shows`() async throws {
    let receipt = try fixture.receipt([fixture.month("1", begun: 10)])
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: ada)
    )
    #expect(validation.outcome == .filed(ada))
    #expect(validation.submission.rejection == nil)
    #expect(try await fixture.keys(of: ada) == ["pro"])
  }

  @Test func `presenting it again changes nothing`() async throws {
    let claim = SubmittedDocument(
      bytes: try fixture.receipt([fixture.month("1", begun: 10)]),
      user: ada
    )
    _ = try await fixture.service.submissions.validate(claim)
    let before = try await fixture.ledger.users.details(of: ada)
    let again = try await fixture.service.submissions.validate(claim)
    #expect(again.outcome == .alreadyFiled(ada))
    #expect(try await fixture.ledger.users.details(of: ada) == before)
  }

  @Test func `a rejected receipt is kept with its reason and grants nothing`() async throws {
    let receipt = try fixture.receipt([fixture.month("1", begun: 10)], as: .tampered)
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: ada)
    )
    #expect(validation.submission.rejection?.code == "bad-signature")
    #expect(try await fixture.keys(of: ada) == [])
    let document = try #require(try await fixture.ledger.documents.find(validation.document))
    guard case .rejected(let code, _, let detail) = document.verdict else {
      Issue.record("the document is filed as genuine")
      return
    }
    #expect(code == "bad-signature")
    #expect(detail.contains("signature"))
    #expect(document.bytes == receipt)
  }

  @Test func `a refund in a newer receipt ends the access an older one gave`() async throws {
    let older = try fixture.receipt([fixture.month("1", begun: 10)], age: 5)
    let newer = try fixture.receipt([fixture.month("1", begun: 10, cancelled: 2)], age: 1)
    for receipt in [newer, older] {
      _ = try await fixture.service.submissions.validate(
        SubmittedDocument(bytes: receipt, user: ada)
      )
    }
    #expect(try await fixture.keys(of: ada) == [], "whichever arrives last")
    let order = try #require(try await fixture.ledger.users.details(of: ada)?.orders.first)
    #expect(order.state(at: ServiceFixture.now) == .refunded)
  }

  @Test func `a receipt without a user goes to whoever owns one of its chains`() async throws {
    let first = try fixture.receipt([fixture.month("1", begun: 40)], age: 30)
    let renewed = try fixture.receipt([fixture.month("2", of: "1", begun: 10)])
    _ = try await fixture.service.submissions.validate(SubmittedDocument(bytes: first, user: ada))
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: renewed, user: nil)
    )
    #expect(validation.outcome == .filed(ada))
    #expect(
      try await fixture.ledger.users.details(of: ada)?.subscriptions.first?.periods.count == 2
    )
  }

  @Test func `a receipt of nobody we know makes a user named after its first sale`() async throws {
    let receipt = try fixture.receipt([
      fixture.month("8", of: "7", begun: 10), fixture.month("7", begun: 40),
    ])
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: nil)
    )
    #expect(validation.outcome == .filed(ID("anonymous-7")))
  }

  @Test func `Xcode counts from zero in every app, and the apps stay apart`() async throws {
    let plan = CertificatePlan(
      subject: CertificateName("StoreKit"),
      validity: ServiceFixture.now.addingTimeInterval(
        -86_400
      )...ServiceFixture.now.addingTimeInterval(86_400),
      isAuthority: true
    )
    let xcode = try TestAuthority(selfSigned: plan)
    let service = EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(addedRoots: [xcode.rootDER]),
      world: Dependencies(now: { ServiceFixture.now })
    )
    for app in ["com.example.one", "com.example.two"] {
      let receipt = try ReceiptMint(xcode).mint(
        .xcode(
          bundleID: app,
          creationDate: ServiceFixture.now,
          purchases: [fixture.month("0", begun: 0)]
        ),
        as: .xcode
      )
      let validation = try await service.submissions.validate(
        SubmittedDocument(bytes: receipt, user: nil)
      )
      #expect(validation.outcome == .filed(ID("anonymous-\(app)-0")))
    }
  }

  @Test func `a receipt without purchases is filed for nobody`() async throws {
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: try fixture.receipt([]), user: nil)
    )
    #expect(validation.outcome == .filed(nil))
  }

  @Test func `many receipts are filed together`() async throws {
    let receipts = try (1...3).map { try fixture.receipt([fixture.month("\($0)", begun: 5)]) }
    let claims = receipts.enumerated().map {
      SubmittedDocument(bytes: $1, user: ID("user-\($0)"), name: "User \($0)")
    }
    let validations = try await fixture.service.submissions.validate(claims)
    #expect(validations.map(\.outcome) == claims.map { .filed($0.user) })
    #expect(try await fixture.ledger.users.details(of: ID("user-1"))?.user.name == "User 1")
  }
}

@Suite struct `Inspecting a filed receipt` {
  @Test func `the tree shows every attribute, unknown types included, and where it stands`()
    async throws
  {
    let fixture = try ServiceFixture()
    var purchase = fixture.month("1", begun: 10)
    purchase.changes.added = [.utf8(1_799, "later")]
    let receipt = try fixture.receipt([purchase])
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: ID("ada"))
    )
    let inspection = try #require(try await fixture.service.inspection.inspect(validation.document))
    let tree = inspection.tree
    let outline = ReceiptOutline(of: receipt)
    #expect(tree.children.count(where: { $0.number != nil }) == outline.attributes.count)
    let bundle = try #require(tree.children.first { $0.label == "bundle_id" })
    #expect(bundle.value == "com.example.reader")
    let offset = try #require(bundle.offset)
    #expect(receipt[offset] == 0x30, "an offset leads to the attribute's SEQUENCE")
    let entry = try #require(tree.children.first { $0.number == 17 })
    let unknown = try #require(entry.children.first { $0.number == 1_799 })
    #expect(!unknown.isKnown)
    #expect(unknown.value == "0c 05 6c 61 74 65 72")
    #expect(unknown.gloss == "reads as “later”")
    #expect(tree.children.last?.label == "envelope")
  }

  @Test func `the panel answers every question in order`() async throws {
    let fixture = try ServiceFixture()
    let receipt = try fixture.receipt([], as: .tampered)
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: nil)
    )
    let panel = try #require(try await fixture.service.inspection.inspect(validation.document))
      .verification
    #expect(
      panel.checks.map(\.name) == [
        "envelope", "content", "signature", "chain", "validity", "environment", "app", "expiry",
      ]
    )
    #expect(panel.checks.map(\.outcome).prefix(4) == [.passed, .passed, .failed, .notChecked])
    #expect(panel.certificates.count == 3)
  }

  @Test func `a document nobody filed is answered with nothing`() async throws {
    #expect(try await ServiceFixture().service.inspection.inspect(ID("00")) == nil)
  }
}
