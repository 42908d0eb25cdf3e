import Entitlements

extension State {
  /// `:timeline`: the timeline of what the argument names, else of the record under the cursor.
  mutating func openTimeline(_ argument: String) {
    if !argument.isEmpty {
      push(AnyScreen(TimelineScreen(argument)))
    } else if let record = front.records.first {
      push(AnyScreen(TimelineScreen(record.primaryID)))
    } else {
      toast(.error, ":timeline needs an ID, or what the customer wrote.")
    }
  }

  /// The timeline of the record under the cursor, unless the screen has its own.
  mutating func openTimeline() -> [Effect] {
    let own = inFront { $0.perform(.timeline, &$1) }
    if !own.didWork, let record = front.records.first {
      push(AnyScreen(TimelineScreen(record.primaryID)))
    }
    return own.effects
  }

  /// `:diff a b`: compares two documents or two users by their IDs.
  mutating func openDifference(_ argument: String) {
    let names = argument.split(separator: " ").map(String.init)
    guard names.count == 2 || names.isEmpty else {
      return toast(.error, ":diff needs two IDs: of documents, or of users.")
    }
    guard !names.isEmpty else { return openDifference() }
    let areDocuments = names.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) }
    push(
      AnyScreen(
        areDocuments
          ? DiffScreen(documents: ID(names[0]), ID(names[1]))
          : DiffScreen(users: ID(names[0]), ID(names[1]))
      )
    )
  }

  /// Compares the two marked rows.
  mutating func openDifference() {
    let records = front.records
    let documents = records.compactMap(\.document)
    let users = records.compactMap(\.user)
    if records.count == 2, documents.count == 2, documents[0] != documents[1] {
      push(AnyScreen(DiffScreen(documents: documents[0], documents[1])))
    } else if records.count == 2, users.count == 2, users[0] != users[1] {
      push(AnyScreen(DiffScreen(users: users[0], users[1])))
    } else {
      toast(.warning, "Mark two documents or two users to compare them.")
    }
  }
}
