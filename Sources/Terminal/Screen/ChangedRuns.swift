import Dashboard

extension Frame {
  /// Whether the number of cells matches `size`, so that computed indices are valid.
  var isWhole: Bool {
    size.columns > 0 && size.rows > 0
      && cells.count == size.columns.multipliedReportingOverflow(by: size.rows).partialValue
  }

  /// The characters of a cell with several; nil for cells of one and for an index out of range.
  func cluster(of cell: Cell) -> String? {
    guard cell.glyph & Cell.clusterBit != 0 else { return nil }
    let index = Int(cell.glyph & ~Cell.clusterBit)
    return clusters.indices.contains(index) ? clusters[index] : nil
  }

  /// The links that the old frame does not show in the same form.
  func newLinks(from old: Frame?) -> [Link] {
    guard let old else { return visibleLinks }
    let known = old.visibleLinks
    return visibleLinks.filter { link in
      !known.contains(link)
        || changedRuns(in: link.row, from: old).contains { $0.overlaps(link.columns) }
    }
  }

  /// The columns of a row that differ from the old frame, as ranges that never split a wide
  /// character, old or new. Both frames must be whole and equal in size.
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

  /// Whether the cells are the same bytes, as in most rows of most frames. Rows with clusters are
  /// compared cell by cell.
  private func isSame(_ range: Range<Int>, in old: Frame) -> Bool {
    guard clusters.isEmpty, old.clusters.isEmpty else { return false }
    return cells.withUnsafeBytes { new in
      old.cells.withUnsafeBytes { old in
        range.allSatisfy { cell in
          let offset = cell * MemoryLayout<Cell>.stride
          return new.load(fromByteOffset: offset, as: UInt64.self)
            == old.load(fromByteOffset: offset, as: UInt64.self)
        }
      }
    }
  }

  private func differs(at index: Int, from old: Frame) -> Bool {
    let cell = cells[index]
    let before = old.cells[index]
    // Cluster numbers are specific to a frame.
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
