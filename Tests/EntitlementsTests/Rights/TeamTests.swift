import Entitlements
import Testing

@Suite struct `The operators of a team` {
  @Test func `each role includes those before it`() {
    #expect(OperatorRole.allCases == OperatorRole.allCases.sorted())
    #expect(OperatorRole.read < .note && OperatorRole.note < .act && OperatorRole.act < .money)
    #expect(!(OperatorRole.money < .money))
  }

  @Test func `without operators in the settings everybody may do everything`() {
    #expect(Team().person(account: "eve").role == .money)
  }

  @Test func `an account that the settings do not name may only read`() {
    var team = Team()
    team.operators = [Operator(account: "ada", name: "Ada", role: .act)]
    #expect(team.person(account: "ada") == team.operators[0])
    #expect(team.person(account: "Ada").role == .read, "the account counts, not the name")
    #expect(team.person(account: "eve") == Operator(account: "eve", name: "eve", role: .read))
  }
}
