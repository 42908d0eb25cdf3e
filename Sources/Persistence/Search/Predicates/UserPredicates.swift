import Entitlements

/// Conditions on users.
enum UserPredicates {
  static func id(_ matches: [Query.TextMatch]) -> SearchPredicate {
    PredicateTable.user.predicate(TextColumn("user.id"), matches, in: .user)
  }

  static func email(_ matches: [Query.TextMatch]) -> [SearchPredicate] {
    matches.flatMap { match in
      if case .contains(let part) = match { return [contains(part, in: .email, emailColumn)] }
      return [
        PredicateTable.user.predicate(emailColumn, [match], in: .email),
        handle(.email, match, in: .email),
      ]
    }
  }

  /// By a further name, address or app account that the team states.
  static func handle(
    _ kind: UserHandle.Kind,
    _ match: Query.TextMatch,
    in field: Query.TextField
  ) -> SearchPredicate {
    let column = TextColumn("handle.value", ignoringCase: true)
    let isKind: Fragment = "handle.kind = \(kind.rawValue)"
    guard let isFound = column.indexed(match, in: field) else { return .never(.user) }
    return SearchPredicate(
      .user,
      hasHandle(isKind, column.meets([match], in: field)),
      ["SELECT handle.user AS n FROM handle WHERE \(isFound) AND \(isKind)"],
      .few,
      isExact: true
    )
  }

  /// The first condition is evaluated once, and saves the second one for each row where no profile
  /// is on file.
  private static func hasHandle(_ isKind: Fragment, _ test: Fragment) -> Fragment {
    """
    (EXISTS (SELECT 1 FROM handle) AND EXISTS (
      SELECT 1 FROM handle WHERE handle.user = user.n AND \(isKind) AND \(test)))
    """
  }

  private static let emailColumn = TextColumn("user.email", ignoringCase: true)
  private static let nameColumn = TextColumn("user.name", ignoringCase: true)

  static func name(_ matches: [Query.TextMatch]) -> [SearchPredicate] {
    matches.flatMap { match in
      switch match {
      case .contains(let part): [contains(part, in: .name, nameColumn)]
      case .prefix(""): [PredicateTable.user.predicate(nameColumn, [match], in: .name)]
      case .exact:
        [
          PredicateTable.user.predicate(nameColumn, [match], in: .name),
          handle(.name, match, in: .name),
        ]
      case .prefix(let beginning):
        [word(beginning, ["user.name"], [.name], column: "name : ")]
      }
    }
  }

  /// The start of a user's ID, or of a word in the name or e-mail address.
  static func word(_ text: String) -> [SearchPredicate] {
    let column = TextColumn("user.id", ignoringCase: true)
    return [
      PredicateTable.user.predicate(column, [.prefix(text)], in: .user),
      word(text, ["user.name", "user.email"], [.name, .email]),
    ]
  }

  /// Searches both columns at once, or the one that `column` names.
  private static func word(
    _ text: String,
    _ names: [Fragment],
    _ kinds: [UserHandle.Kind],
    column: String = ""
  ) -> SearchPredicate {
    guard !text.utf8.contains(0), WordMatch.hasLetters(text) else { return .never(.user) }
    let phrase = column + WordMatch.phrase(text)
    return SearchPredicate(
      .user,
      .any(
        names.map { "beginsWord(\($0), \(text))" } + [
          hasHandle(
            "handle.kind IN (\(kinds.map(\.rawValue)))",
            "beginsWord(handle.value, \(text))"
          )
        ]
      ),
      ["SELECT rowid AS n FROM userWord WHERE userWord MATCH \(phrase)"]
    )
  }

  private static func contains(
    _ part: String,
    in field: Query.TextField,
    _ column: TextColumn
  ) -> SearchPredicate {
    guard !part.utf8.contains(0) else { return .never(.user) }
    return SearchPredicate(
      .user,
      .any([
        column.meets([.contains(part)], in: field),
        hasHandle(
          "handle.kind = \(field == .email ? UserHandle.Kind.email.rawValue : UserHandle.Kind.name.rawValue)",
          TextColumn("handle.value", ignoringCase: true).meets([.contains(part)], in: field)
        ),
      ]),
      WordMatch.parts(part).map { ["SELECT rowid AS n FROM userPart WHERE userPart MATCH \($0)"] }
    )
  }

  static func note(_ matches: [Query.TextMatch]) -> [SearchPredicate] {
    matches.map { match in
      switch match {
      case .exact(let text), .contains(let text), .prefix(let text):
        note(text, isWhole: match == .exact(text))
      }
    }
  }

  /// Words of a note, the last of which may be incomplete, or a whole note.
  private static func note(_ text: String, isWhole: Bool) -> SearchPredicate {
    guard !text.utf8.contains(0) else { return .never(.user) }
    let column = TextColumn("act.note", ignoringCase: true)
    let test: Fragment =
      isWhole || text.isEmpty
      ? (isWhole ? column.equals([text]) : .always) : "beginsWord(act.note, \(text))"
    let hasWords = WordMatch.hasLetters(text)
    let source: Fragment =
      hasWords
      ? """
      SELECT user.n AS n FROM noteWord CROSS JOIN act ON act.document = noteWord.rowid
      CROSS JOIN user ON user.id = act.user WHERE noteWord MATCH \(WordMatch.phrase(text))
      """
      : """
      SELECT user.n AS n FROM act CROSS JOIN user ON user.id = act.user
      WHERE act.deed = 'note' AND \(test)
      """
    return SearchPredicate(.user, isNoted(test), [source, mergedNotes(test)])
  }

  private static func isNoted(_ test: Fragment) -> Fragment {
    """
    (EXISTS (SELECT 1 FROM act WHERE act.user = user.id AND act.deed = 'note' AND \(test))
      OR user.n IN (\(mergedNotes(test))))
    """
  }

  /// The users of notes about users who were merged into them.
  private static func mergedNotes(_ test: Fragment) -> Fragment {
    """
    SELECT document.user AS n FROM act AS merge
    CROSS JOIN act ON act.user = merge.other AND +act.deed = 'note' AND \(test)
    CROSS JOIN document ON document.n = act.document AND document.user IS NOT NULL
    WHERE merge.deed = 'merge'
    """
  }

  /// By the operator to whom the case is assigned now: the newest assignment counts.
  static func assigned(_ matches: [Query.TextMatch]) -> [SearchPredicate] {
    let column = TextColumn("act.key", ignoringCase: true)
    return matches.map { match in
      let isMet: Fragment = "act.key IS NOT NULL AND \(column.meets([match], in: .assigned))"
      let isNewest: Fragment = """
        act.deed = 'assign' AND NOT EXISTS (
          SELECT 1 FROM act AS later WHERE later.deed = 'assign' AND later.user = act.user
            AND (later.statedAt, later.document) > (act.statedAt, act.document))
        """
      return SearchPredicate(
        .user,
        "EXISTS (SELECT 1 FROM act WHERE act.user = user.id AND \(isMet) AND \(isNewest))",
        [
          """
          SELECT user.n AS n FROM act CROSS JOIN user ON user.id = act.user
          WHERE \(isMet) AND \(isNewest)
          """
        ]
      )
    }
  }

  static let hasNote = SearchPredicate(
    .user,
    isNoted(.always),
    [
      "SELECT user.n AS n FROM act CROSS JOIN user ON user.id = act.user WHERE act.deed = 'note'",
      mergedNotes(.always),
    ]
  )

  /// Users named by neither a document nor an operator.
  static let isAnonymous = SearchPredicate(
    .user,
    """
    (NOT EXISTS (
      SELECT 1 FROM document AS claim WHERE claim.claimant = user.id AND claim.claim = 'named')
    AND NOT EXISTS (SELECT 1 FROM act WHERE act.user = user.id))
    """
  )

  static func hasEntitlement(at instant: Int64) -> SearchPredicate {
    SearchPredicate(
      .user,
      """
      EXISTS (
        SELECT 1 FROM entitlement AS held
        WHERE held.user = user.n AND held."from" <= \(instant)
          AND (held.until IS NULL OR held.until > \(instant)))
      """
    )
  }
}

/// Conditions on documents.
enum DocumentPredicates {
  static func id(_ values: [String]) -> SearchPredicate {
    let column = TextColumn("document.id")
    return SearchPredicate(
      .document,
      column.walked.equals(values),
      ["SELECT n FROM document WHERE \(column.equals(values))"],
      .one,
      isExact: true
    )
  }

  static func stores(_ stores: [Store]) -> SearchPredicate {
    SearchPredicate(.document, "+document.store IN (\(stores.map(\.rawValue)))")
  }

  static func environments(_ environments: [Environment]) -> SearchPredicate {
    SearchPredicate(.document, "+document.environment IN (\(environments.map(\.rawValue)))")
  }

  static func app(_ matches: [Query.TextMatch]) -> SearchPredicate {
    SearchPredicate(.document, TextColumn("document.app").meets(matches, in: .app))
  }

  static func kind(_ matches: [Query.TextMatch]) -> SearchPredicate {
    SearchPredicate(.document, TextColumn("document.kind").meets(matches, in: .doc))
  }

  static func rejection(_ matches: [Query.TextMatch]) -> SearchPredicate {
    SearchPredicate(
      .document,
      TextColumn("document.rejectionCode").meets(matches, in: .rejection),
      isRejected.sources
    )
  }

  static let isBelieved = SearchPredicate(.document, "+document.rejectionCode IS NULL")

  static let isRejected = SearchPredicate(
    .document,
    "document.rejectionCode IS NOT NULL",
    ["SELECT n FROM document WHERE rejectionCode IS NOT NULL ORDER BY receivedAt DESC"]
  )

  /// Proves nothing: rejected or unsigned.
  static let isUnproven = SearchPredicate(
    .document,
    "(+document.rejectionCode IS NOT NULL OR +document.provenance IN ('sharedSecret', 'none'))"
  )

  static func received(_ ranges: [Query.TimeRange]) -> SearchPredicate {
    PredicateTable.document.predicate("document.receivedAt", in: ranges)
  }

  static func verified(_ ranges: [Query.TimeRange]) -> SearchPredicate {
    let test = Fragment.any(ranges.map { $0.contains("+document.appliedAt") })
    return SearchPredicate(.document, "(+document.rejectionCode IS NULL AND \(test))")
  }
}

extension Query.TimeRange {
  var isBounded: Bool { from != nil || until != nil }

  /// Tests whether the column's instant is in the range.
  func contains(_ column: Fragment) -> Fragment {
    switch (from?.milliseconds, until?.milliseconds) {
    case (nil, nil): "\(column) IS NOT NULL"
    case (let from?, nil): "\(column) >= \(from)"
    case (nil, let until?): "\(column) < \(until)"
    case (let from?, let until?): "(\(column) >= \(from) AND \(column) < \(until))"
    }
  }
}
