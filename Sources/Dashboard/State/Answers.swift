import Entitlements

extension Listing {
  /// Takes the answer to a request; one that nobody waits for any more is dropped.
  mutating func answer(_ number: Int, _ outcome: Outcome<Page<Row>>, height: Int) {
    guard pending?.number == number else { return }
    switch outcome {
    case .value(let page): accept(page, height: height)
    case .failure(let reason): fail(reason)
    }
  }
}

extension State {
  mutating func accept(_ request: Int, _ outcome: Outcome<Page<DocumentRow>>) {
    for index in above.indices {
      guard case .receipts(var screen) = above[index] else { continue }
      screen.listing.answer(request, outcome, height: layout.listHeight())
      above[index] = .receipts(screen)
    }
  }

  mutating func accept(_ request: Int, _ outcome: Outcome<Dossier?>) {
    for index in above.indices {
      guard case .user(var screen) = above[index], screen.pending?.number == request else {
        continue
      }
      screen.pending = nil
      screen.failure = nil
      switch outcome {
      case .value(let dossier?):
        screen.isMissing = false
        screen.accept(dossier, height: layout.listHeight(below: layout.tabRows))
      case .value(nil):
        screen.isMissing = true
        screen.dossier = nil
      case .failure(let reason): screen.failure = reason
      }
      above[index] = .user(screen)
    }
  }

  mutating func accept(_ request: Int, _ outcome: Outcome<Inspection?>) {
    for index in above.indices {
      guard case .receipt(var screen) = above[index], screen.pending?.number == request else {
        continue
      }
      screen.pending = nil
      screen.failure = nil
      switch outcome {
      case .value(let inspection?):
        var tree = TreeState(inspection.tree)
        if let old = screen.tree { tree.adopt(old) }
        screen.inspection = inspection
        screen.tree = tree
        screen.isMissing = false
      case .value(nil): screen.isMissing = true
      case .failure(let reason): screen.failure = reason
      }
      above[index] = .receipt(screen)
    }
  }
}
