import Dashboard

extension Frame {
  /// Whether cells lie where `size` says, so that indices computed from it are good.
  var isWhole: Bool {
    size.columns > 0 && size.rows > 0
      && cells.count == size.columns.multipliedReportingOverflow(by: size.rows).partialValue
  }

  /// The characters of a cell that has several; nil for cells of one and for an index out of range.
  func cluster(of cell: Cell) -> String? {
    guard cell.glyph & Cell.clusterBit != 0 else { return nil }
    let index = Int(cell.glyph & ~Cell.clusterBit)
    return clusters.indices.contains(index) ? clusters[index] : nil
  }

  /// The links that are not on the screen as they are here.
  func newLinks(from old: Frame?) -> [Link] {
    guard let old else { return visibleLinks }
    let known = old.visibleLinks
    return visibleLinks.filter { link in
      !known.contains(link)
        || changedRuns(in: link.row, from: old).contains { $0.overlaps(link.columns) }
    }
  }

  /// The columns of a row that differ from what is on the screen, as ranges that never cut a wide
  /// character in half, be it an old one or a new one. Both frames must be whole and equal in size.
  func changedRuns(in row: Int, from old: Frame) -> [Range<Int>] {
    let start = row * size.columns
    guard !isSame(start..<start + size.columns, in: old) else { return [] }
    var runs: [Range<Int>] = []
    var column = 0
    while column < size.columns {
      guard differs(at: start + column, from: old) else {
        column += 1
        continue
      }
      var first = column
      while first > 0 && isRightHalf(start + first, old) { first -= 1 }
      var end = column + 1
      while end < size.columns
        && (differs(at: start + end, from: old) || isRightHalf(start + end, old))
      {
        end += 1
      }
      if let last = runs.last, last.upperBound >= first {
        runs[runs.count - 1] = last.lowerBound..<end
      } else {
        runs.append(first..<end)
      }
      column = end
    }
    return runs
  }

  /// Whether the cells are the same bytes; most rows of most frames are. What has clusters is looked
  /// at one by one.
  private func isSame(_ range: Range<Int>, in old: Frame) -> Bool {
    guard clusters.isEmpty, old.clusters.isEmpty else { return false }
    return cells.withUnsafeBytes { new in
      old.cells.withUnsafeBytes { old in
        range.allSatisfy { cell in
          let place = cell * MemoryLayout<Cell>.stride
          return new.load(fromByteOffset: place, as: UInt64.self)
            == old.load(fromByteOffset: place, as: UInt64.self)
        }
      }
    }
  }

  private func differs(at index: Int, from old: Frame) -> Bool {
    let cell = cells[index]
    let before = old.cells[index]
    // The numbers of clusters are a frame's own.
    if cell.glyph & before.glyph & Cell.clusterBit != 0 {
      return cell.role != before.role || cell.isSelected != before.isSelected
        || cluster(of: cell) != old.cluster(of: before)
    }
    return cell != before
  }

  private func isRightHalf(_ index: Int, _ old: Frame) -> Bool {
    cells[index].glyph == 0 || old.cells[index].glyph == 0
  }
}
