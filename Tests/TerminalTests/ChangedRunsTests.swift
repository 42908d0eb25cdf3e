import Testing

@testable import Dashboard
@testable import Terminal

@Suite struct ChangedRunsTests {
  @Test func `equal rows have no changes`() {
    #expect(frame("abc", "def").changedRuns(in: 1, from: frame("xxx", "def")) == [])
  }

  @Test func `changes are found where they are`() {
    let old = frame("abcdefgh")
    #expect(frame("Xbcdefgh").changedRuns(in: 0, from: old) == [0..<1])
    #expect(frame("abcdefgX").changedRuns(in: 0, from: old) == [7..<8])
    #expect(frame("aXXdeXgh").changedRuns(in: 0, from: old) == [1..<3, 5..<6])
  }

  @Test func `a role or the selection is a change as well`() {
    let old = frame("abc")
    var new = old
    new.cells[1].role = .bad
    #expect(new.changedRuns(in: 0, from: old) == [1..<2])
    new = old
    new.cells[2].isSelected = true
    #expect(new.changedRuns(in: 0, from: old) == [2..<3])
  }

  @Test func `a wide character is never cut in half`() {
    // 中 in columns 1 and 2 becomes two letters, and the other way round.
    let wide = frame("a中\u{0}d")
    #expect(frame("axyd").changedRuns(in: 0, from: wide) == [1..<3])
    #expect(wide.changedRuns(in: 0, from: frame("axyd")) == [1..<3])
    // Only the left half changes: another wide character in the same place.
    #expect(frame("a国\u{0}d").changedRuns(in: 0, from: wide) == [1..<3])
    // Only the right half's selection changes.
    var selected = wide
    selected.cells[2].isSelected = true
    #expect(selected.changedRuns(in: 0, from: wide) == [1..<3])
    // A wide character moves by one column over another's half.
    #expect(frame("中\u{0}cd").changedRuns(in: 0, from: wide) == [0..<3])
  }

  @Test func `clusters are compared by what they say, not by their number`() {
    var old = frame("ab")
    old.clusters = ["e\u{301}", "o\u{308}"]
    old.cells[0].glyph = Cell.clusterBit | 0
    var new = frame("ab")
    new.clusters = ["x\u{302}", "e\u{301}"]
    new.cells[0].glyph = Cell.clusterBit | 1
    #expect(new.changedRuns(in: 0, from: old) == [])
    new.cells[0].glyph = Cell.clusterBit | 0
    #expect(new.changedRuns(in: 0, from: old) == [0..<1])
  }

  @Test func `a cluster that is out of range is none`() {
    var frame = frame("a")
    frame.cells[0].glyph = .max
    #expect(frame.cluster(of: frame.cells[0]) == nil)
  }

  @Test func `a frame without cells is not drawn`() {
    #expect(!Frame(size: Size(columns: 0, rows: 10)).isWhole)
    #expect(!Frame(size: Size(columns: -2, rows: -3)).isWhole)
    #expect(Frame(size: Size(columns: 2, rows: 3)).isWhole)
  }

  @Test func `links are new that are elsewhere, or that something was drawn over`() {
    func linked(_ rows: String..., in row: Int) -> Frame {
      var frame = frame(rows[0], rows[1])
      frame.link(1..<4, row, to: "x:y")
      return frame
    }
    let old = linked("abcde", "ix:yn", in: 1)
    #expect(old.newLinks(from: nil).count == 1)
    #expect(old.newLinks(from: old).isEmpty)
    #expect(linked("abcde", "ix:yX", in: 1).newLinks(from: old).isEmpty, "it changed beside it")
    var selected = old
    selected.cells[5 + 2].isSelected = true
    #expect(selected.newLinks(from: old) == selected.links)
    let moved = linked("ax:ye", "ijkln", in: 0)
    #expect(moved.newLinks(from: old) == moved.links)
    #expect(linked("abcde", "iXXXn", in: 1).newLinks(from: nil).isEmpty)
  }

  private func frame(_ rows: String...) -> Frame {
    var frame = Frame(size: Size(columns: rows[0].unicodeScalars.count, rows: rows.count))
    frame.cells = rows.flatMap { row in
      row.unicodeScalars.map { Cell(glyph: $0.value, role: .text) }
    }
    return frame
  }
}
