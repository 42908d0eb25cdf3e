import Entitlements

extension State {
  /// `:timeline`: of what is named, else of the record under the cursor.
  mutating func openTimeline(_ argument: String) {
    if !argument.isEmpty {
      push(Screen(TimelineScreen(argument)))
    } else if let record = front.records.first {
      push(Screen(TimelineScreen(record.quoted)))
    } else {
      toast(.error, ":timeline needs an ID, or what the customer wrote.")
    }
  }

  /// The key: of the record under the cursor, unless the screen has a timeline of its own.
  mutating func openTimeline() -> [Effect] {
    let own = inFront { $0.perform(.timeline, &$1) }
    if !own.didWork, let record = front.records.first {
      push(Screen(TimelineScreen(record.quoted)))
    }
    return own.effects
  }

  /// `:diff a b`: two documents by their IDs, or two users.
  mutating func openDifference(_ argument: String) {
    let names = argument.split(separator: " ").map(String.init)
    guard names.count == 2 || names.isEmpty else {
      return toast(.error, ":diff needs two IDs: of documents, or of users.")
    }
    guard !names.isEmpty else { return openDifference() }
    let areDocuments = names.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) }
    push(
      Screen(
        areDocuments
          ? DiffScreen(documents: ID(names[0]), ID(names[1]))
          : DiffScreen(users: ID(names[0]), ID(names[1]))
      )
    )
  }

  /// Of the two marked rows.
  mutating func openDifference() {
    let records = front.records
    let documents = records.compactMap(\.document)
    let users = records.compactMap(\.user)
    if records.count == 2, documents.count == 2, documents[0] != documents[1] {
      push(Screen(DiffScreen(documents: documents[0], documents[1])))
    } else if records.count == 2, users.count == 2, users[0] != users[1] {
      push(Screen(DiffScreen(users: users[0], users[1])))
    } else {
      toast(.warning, "Mark two documents or two users to compare them.")
    }
  }
}
