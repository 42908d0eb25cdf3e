import Entitlements
import Foundation

/// Puts an act to the operator, or says why there is nothing to be done.
struct ProposalMaker {
  let action: Action
  let targets: Targets
  /// The stores that can be asked; `nil` where nobody said.
  var stores: Set<Store>?
  var isDemo = false
  /// Who asked for what is to be done.
  var asker: ID<User>?

  struct Refusal: Error, Equatable {
    var words: String

    init(_ words: String) { self.words = words }
  }

  func proposal() throws(Refusal) -> Proposal {
    switch action {
    case .restore: try restore()
    case .transfer: try transfer()
    case .grant: try grant()
    case .revoke: try revoke()
    case .note: try note()
    case .cancelJob: try cancel()
    case .retryJob: try retry()
    case .refund, .answerApple, .deliver: try sale()
    default: try reverify()
    }
  }

  var person: Targets.Person? { targets.people.count == 1 ? targets.people[0] : nil }

  private func reverify() throws(Refusal) -> Proposal {
    let real = targets.purchases.filter { $0.name?.environment != .xcode }
    let left = targets.purchases.count - real.count
    let unasked = Store.allCases.filter { store in
      stores?.contains(store) == false && real.contains { $0.name?.store == store }
    }
    let asked = real.filter { purchase in !unasked.contains { purchase.name?.store == $0 } }
    guard !asked.isEmpty else { throw nothingToVerify(left, unasked) }
    var proposal = Proposal(
      title: "Re-verify \(SafeText.plural(asked.count, "purchase"))",
      verb: "Re-verify \(SafeText.grouped(asked.count))",
      draft: .reverify(asked)
    )
    proposal.person = person
    proposal.add(asked)
    for store in Store.allCases where asked.contains(where: { $0.name?.store == store }) {
      let each: SafeText = asked.count > 1 ? " of each" : ""
      proposal.statements.append("sent to \(store.title): \(store.handle)\(each)")
    }
    if left > 0 {
      proposal.statements.append(
        "left out: \(SafeText.plural(left, "purchase")) of Xcode's, which no store knows"
      )
    }
    for store in unasked {
      let count = real.count { $0.name?.store == store }
      proposal.statements.append(
        "left out: \(SafeText.plural(count, "purchase")) of \(store.title)'s, which cannot be asked here"
      )
    }
    proposal.statements += [
      "Nothing changes at the store. What it answers is filed here.",
      "Each purchase is a job: closing this does not call it off.",
    ]
    proposal.confirmIfMany(asked.count, isProduction: proposal.touchesProduction)
    return proposal
  }

  /// Why stores cannot be asked, in a sentence's end.
  static func whyUnasked(_ stores: [Store], isDemo: Bool) -> String {
    let names = stores.map { Wording.name(of: $0) }.joined(separator: " and ")
    return isDemo
      ? "the demo has an App Store, and no \(names)." : "[stores] in config.toml lacks \(names)."
  }

  private func nothingToVerify(_ left: Int, _ unasked: [Store]) -> Refusal {
    if !unasked.isEmpty {
      return Refusal("Nothing to re-verify: \(Self.whyUnasked(unasked, isDemo: isDemo))")
    }
    return Refusal(
      left == 0
        ? "Nothing to re-verify: nothing was bought."
        : "Nothing to re-verify: Xcode's purchases have no store to ask."
    )
  }

  private func restore() throws(Refusal) -> Proposal {
    guard let person else {
      throw Refusal("A restore is for one user: put the cursor on one, or a t on the purchase.")
    }
    let plan = RestorePlan(text: "", source: .file(bytes: 0))
    var proposal = Proposal(title: "Restore", verb: "Restore", draft: .restore(plan, to: person.id))
    proposal.person = person
    proposal.isSearching = true
    proposal.inputs = [.init(.named, "what", "a purchase's ID, or a receipt's file")]
    proposal.statements = [
      "A purchase's ID moves that purchase to this user.",
      "The path of a receipt's file files it as theirs, if it is genuine.",
    ]
    return proposal
  }

  private func transfer() throws(Refusal) -> Proposal {
    let purchases = targets.purchases
    guard !purchases.isEmpty else { throw Refusal("Nothing to transfer: nothing was bought.") }
    var proposal = Proposal(
      title: "Transfer \(SafeText.plural(purchases.count, "purchase"))",
      verb: "Transfer \(SafeText.grouped(purchases.count))",
      draft: .transfer(purchases, to: ID(""))
    )
    proposal.add(purchases)
    let heir = asker.map(\.raw) ?? ""
    let isTheirs = purchases.allSatisfy { $0.owner == asker }
    proposal.inputs = [
      .init(.user, "to user", "the ID of whoever is to have it", isTheirs ? "" : heir)
    ]
    let owners = Set(purchases.compactMap(\.owner)).map(\.raw).sorted()
    let names = owners.prefix(3).joined(separator: ", ")
    let more: SafeText = owners.count > 3 ? ", and \(owners.count - 3) more" : ""
    proposal.statements = [
      "now with: \(owners.isEmpty ? "nobody" : SafeText(names))\(more)",
      "All renewals go with a purchase. Nothing is sent to a store.",
      "The audit log tells who did it. A transfer back undoes it.",
    ]
    proposal.confirmIfMany(purchases.count, isProduction: proposal.touchesProduction)
    return proposal
  }

  private func grant() throws(Refusal) -> Proposal {
    guard !targets.people.isEmpty else { throw Refusal("Nobody is here to be granted anything.") }
    let count = targets.people.count
    var proposal = Proposal(
      title: person == nil ? "Grant to \(SafeText.plural(count, "user"))" : "Grant",
      verb: count == 1 ? "Grant" : "Grant to \(SafeText.grouped(count))",
      draft: .grant(
        Grant(key: "", environment: .production, until: nil, reason: ""),
        to: targets.people.map(\.id)
      )
    )
    proposal.add(targets.people)
    let known = Set(targets.rights.map(\.key)).sorted().prefix(3).joined(separator: ", ")
    let hint: SafeText = known.isEmpty ? "the entitlement's name" : "such as \(SafeText(known))"
    proposal.inputs = [
      .init(.key, "right", hint, targets.keys.count == 1 ? targets.keys[0] : "", of: targets.keys),
      .init(.until, "until", "30d, 3mo, 2027-01-31; nothing is no end"),
      .init(
        .environment,
        "where",
        "production, sandbox or xcode",
        "production",
        of: Environment.allCases.map(\.rawValue)
      ),
      .init(.reason, "reason", "kept as a note"),
    ]
    proposal.statements = ["Nothing is sent to a store. Revoking it (a k) undoes it."]
    proposal.confirmIfMany(count, isProduction: true)
    return proposal
  }

  private func revoke() throws(Refusal) -> Proposal {
    let rights = targets.rights
    guard !rights.isEmpty else {
      throw Refusal("Nothing to revoke: what was bought ends at its store, by hand only a grant.")
    }
    var proposal = Proposal(
      title: "Revoke \(SafeText.plural(rights.count, "grant"))",
      verb: "Revoke \(SafeText.grouped(rights.count))",
      draft: .revoke(rights, because: "")
    )
    proposal.person = person
    proposal.targets = rights.map {
      let mark = $0.environment == .production ? "" : " \($0.environment.rawValue)"
      return .init(title: SafeText($0.key + mark), detail: SafeText($0.user.raw))
    }
    proposal.inputs = [.init(.reason, "reason", "kept as a note")]
    proposal.statements = [
      "The right ends now. What a store sold is not touched.",
      "Granting it again (a g) undoes it.",
    ]
    let isProduction = rights.contains { $0.environment == .production }
    proposal.confirmIfMany(rights.count, isProduction: isProduction)
    return proposal
  }

  private func note() throws(Refusal) -> Proposal {
    guard !targets.people.isEmpty else { throw Refusal("Nobody is here to be noted about.") }
    let count = targets.people.count
    var proposal = Proposal(
      title: person == nil ? "Note about \(SafeText.plural(count, "user"))" : "Note",
      verb: count == 1 ? "Note" : "Note about \(SafeText.grouped(count))",
      draft: .note("", about: targets.people.map(\.id))
    )
    proposal.add(targets.people)
    proposal.inputs = [.init(.text, "note", "what the next one at this desk should know")]
    proposal.statements = ["Kept for good, with your name; only an erasure removes it."]
    proposal.confirmIfMany(count, isProduction: true)
    return proposal
  }

  private func cancel() throws(Refusal) -> Proposal {
    let waiting = targets.jobs.filter { $0.state == .waiting }
    guard !waiting.isEmpty else {
      throw Refusal("Nothing to call off: only what waits can be, what runs goes on to its end.")
    }
    var proposal = Proposal(
      title: "Call off \(SafeText.plural(waiting.count, "job"))",
      verb: "Call off \(waiting.count)",
      draft: .cancel(waiting.map(\.id))
    )
    proposal.add(waiting)
    proposal.leave(targets.jobs.count - waiting.count, "which do not wait")
    proposal.statements.append("Its store is not asked. Asked for again it is another job.")
    proposal.confirmIfMany(waiting.count, isProduction: true)
    return proposal
  }

  private func retry() throws(Refusal) -> Proposal {
    let failed = targets.jobs.filter { $0.state == .failed }
    guard !failed.isEmpty else { throw Refusal("Nothing to retry: no job here has failed.") }
    var proposal = Proposal(
      title: "Retry \(SafeText.plural(failed.count, "job"))",
      verb: "Retry \(SafeText.grouped(failed.count))",
      draft: .retry(failed.map(\.id))
    )
    proposal.add(failed)
    proposal.leave(targets.jobs.count - failed.count, "which did not fail")
    let deeds = failed.filter { $0.kind == "deed" }
    if deeds.isEmpty {
      proposal.statements.append("The store is asked once more. Nothing changes there.")
      proposal.confirmIfMany(failed.count, isProduction: true)
    } else {
      proposal.statements.append("It changes something at the store, which cannot be undone.")
      let id = "\(deeds[0].id)"
      if failed.count > 1 {
        proposal.confirm(by: "\(failed.count)", "the number of jobs")
      } else {
        proposal.confirm(by: String(id.suffix(4)), "the end of the job's number")
      }
    }
    return proposal
  }
}
