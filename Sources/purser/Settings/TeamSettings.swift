import ArgumentParser
import Basics
import Entitlements
import Foundation

extension Team {
  /// Reads `[[operator]]` and `second-person`.
  init(_ table: SettingsTable) throws {
    self.init()
    operators = try table.tables("operator").map { (section) throws in
      let account = try section.required("account")
      let word = try section.required("role")
      guard let role = OperatorRole(rawValue: word) else {
        throw section.fault("role", "read, note, act or money")
      }
      return Operator(account: account, name: try section.text("name") ?? account, role: role)
    }
    let names = operators.map(\.name)
    guard Set(names).count == names.count, Set(operators.map(\.account)).count == names.count else {
      throw table.fault("operator", "tables with names and accounts of their own")
    }
    wantsSecondPerson = try table.value("second-person", "true or false", \.bool) ?? false
    let deciders = operators.count { $0.role == .money }
    guard !wantsSecondPerson || deciders >= 2 else {
      throw table.fault("second-person", "true only with two operators of the role money")
    }
  }
}

extension OperatorOptions {
  /// The operator who runs the command, by the Unix account. Where the settings name operators,
  /// nobody may sign with another one's name.
  func person(in team: Team) throws -> Operator {
    var person = team.person(account: Self.account)
    guard team.operators.isEmpty else {
      guard by == nil || by == person.name else {
        throw ValidationError(
          "--by takes only your own name, \(person.name): the settings name the operators."
        )
      }
      return person
    }
    person.name = name
    return person
  }

  /// The operator whose assistant runs the command, and the assistant's name. Where the settings name
  /// operators, the name is the operator's with `'s assistant`; else `--by` may give another one.
  func assistant(in team: Team) throws -> (person: Operator, name: String) {
    var own = self
    own.by = nil
    let person = try own.person(in: team)
    let assistant = "\(person.name)'s assistant"
    if team.operators.isEmpty { return (person, by ?? assistant) }
    guard by == nil || by == assistant || by == person.name else {
      throw ValidationError(
        "--by takes only \(assistant): the settings name the operators."
      )
    }
    return (person, assistant)
  }

  /// The name to sign with, if the operator's role suffices.
  ///
  /// - Throws: Exit status 2 if it does not.
  func name(for role: OperatorRole, in team: Team) throws -> String {
    let person = try person(in: team)
    try person.expect(role)
    return person.name
  }

  /// The Unix account that runs the program, whatever the environment says.
  private static var account: String {
    guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else {
      return "\(geteuid())"
    }
    return String(cString: name)
  }
}

extension Operator {
  /// - Throws: Exit status 2 unless the role suffices.
  func expect(_ role: OperatorRole) throws(ExitFault) {
    guard self.role < role else { return }
    throw ExitFault(
      status: 2,
      lines: [
        "\(name) has the role \(self.role.rawValue); this needs \(role.rawValue). The settings say who has which."
      ]
    )
  }
}
