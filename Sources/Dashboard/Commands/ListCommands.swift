import Entitlements

extension State {
  /// `:sort purchased reverse`.
  mutating func sort(_ argument: String) {
    let words = argument.split(separator: " ").map(String.init)
    let table = front as? TableScreen
    guard var screen = table, let sorts = screen.list.searched?.sorts else {
      return toast(.error, ":sort takes a list: users, orders, subs, ent, receipts or events.")
    }
    let sort = words.first.flatMap(RowSort.init)
    let isReversed = words.dropFirst() == ["reverse"]
    guard let sort, sorts.contains(sort), words.count == 1 || isReversed else {
      let names = sorts.map(\.rawValue).joined(separator: " or ")
      return toast(.error, "\(screen.list.rawValue) are sorted by \(names), or that and reverse.")
    }
    screen.sort(by: sort, isReversed: isReversed)
    front = screen
  }

  /// `:export csv FILE`.
  mutating func export(_ argument: String) -> [Effect] {
    let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard let form = words.first.flatMap(Export.Form.init) else {
      toast(.error, ":export takes csv, tsv, json, jsonl, md or html, and a file's path.")
      return []
    }
    let path = words.dropFirst().first
    let export = inFront { $0.export(form, to: path, &$1) }
    if !export.didWork {
      toast(.error, ":export takes a list: users, orders, subs, ent, receipts or events.")
    }
    return export.effects
  }
}
