import Entitlements
import Foundation
import Testing

@Suite struct `A purchase that vanished` {
  static let monthly = Story.sale("1", from: 0, until: 30)

  @Test(arguments: [
    DiagnosisCase(
      "another user presented it",
      .vanished,
      Story.file(
        [Story.sale("1", from: 0, until: 30, user: "bob")],
        claims: [Story.chain(): [Story.claim("ada", on: 0), Story.claim("bob", on: 5)]]
      ),
      at: 6,
      .movedToOtherUser,
      ["vanished-moved": .fail, "vanished-refused": .pass]
    ),
    DiagnosisCase(
      "an operator moved it",
      .vanished,
      Story.file(
        [Story.sale("1", from: 0, until: 30, user: "bob")],
        acts: [
          OperatorAction(
            .transfer(Story.chain(), to: ID("bob")),
            by: "eve",
            statementSource: StatementSource(ID("t"), at: Story.day(5))
          )
        ],
        claims: [Story.chain(): [Story.claim("ada", on: 0), Story.claim("bob", on: 5, "t")]]
      ),
      at: 6,
      .transferredByOperator
    ),
    DiagnosisCase(
      "it moved and came back",
      .vanished,
      Story.file(
        [monthly],
        claims: [
          Story.chain(): [
            Story.claim("ada", on: 0), Story.claim("bob", on: 5), Story.claim("ada", on: 6),
          ]
        ]
      ),
      at: 7,
      .accessIsActive,
      ["vanished-moved": .pass]
    ),
    DiagnosisCase(
      "the first owner keeps it",
      .vanished,
      Story.file(
        [Story.sale("1", from: 0, until: 30, user: "bob")],
        claims: [Story.chain(): [Story.claim("bob", on: 0), Story.claim("ada", on: 5)]],
        policy: .keep
      ),
      at: 6,
      .ownedByOtherUser,
      ["vanished-refused": .fail]
    ),
    DiagnosisCase(
      "the user was merged away",
      .vanished,
      Story.file(
        acts: [
          OperatorAction(
            .merge(into: ID("bob"), ID("ada")),
            by: "eve",
            statementSource: StatementSource(ID("m"), at: Story.day(2))
          )
        ]
      ),
      at: 6,
      .mergedIntoOtherUser,
      ["vanished-merged": .fail]
    ),
    DiagnosisCase(
      "it only expired",
      .vanished,
      Story.file(
        [monthly],
        renewalStatuses: [Story.said(.ended(.voluntary), on: 30)],
        claims: [Story.chain(): [Story.claim("ada", on: 0)]]
      ),
      at: 31,
      .subscriptionExpired,
      ["vanished-moved": .pass]
    ),
    DiagnosisCase(
      "somebody else bought with the same store account",
      .vanished,
      {
        var file = Story.file([monthly], claims: [Story.chain(): [Story.claim("ada", on: 0)]])
        file.otherUsers = [ID("bob"), ID("ada")]
        return file
      }(),
      at: 6,
      .accessIsActive,
      ["vanished-others": .fail, "vanished-moved": .pass]
    ),
    DiagnosisCase(
      "nobody ever said whose it is",
      .vanished,
      Story.file([monthly]),
      at: 6,
      .ownershipUnknown,
      ["vanished-moved": .unknown]
    ),
  ])
  func `tells where a purchase went`(story: DiagnosisCase) { story.run() }
}
