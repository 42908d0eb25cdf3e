import Entitlements
import Testing

@testable import Dashboard

@Suite struct TreeTests {
  private static let tree = TreeState(Sample.inspection.tree)

  @Test func `folding hides what is below and keeps the rest`() {
    var tree = Self.tree
    let count = tree.visible.count
    tree.scroll.index = 6
    tree.fold()
    #expect(tree.visible.count == count - 4)
    tree.unfold()
    #expect(tree.visible.count == count)
  }

  @Test func `folding a leaf goes to its parent`() {
    var tree = Self.tree
    tree.scroll.index = 8
    tree.fold()
    #expect(tree.scroll.index == 6)
  }

  @Test func `a search opens what hides the match, and goes round`() {
    var tree = Self.tree
    tree.foldAll()
    tree.find("EXPIRES", from: 0)
    #expect(tree.matches.count == 2)
    let first = tree.current
    tree.nextMatch()
    #expect(tree.current != first)
    tree.nextMatch()
    #expect(tree.current == first)
    tree.previousMatch()
    #expect(tree.current == tree.matches.last)
  }

  @Test func `a secret is not found by its value`() {
    var tree = Self.tree
    tree.find("c0ffee1122", from: 0)
    #expect(tree.matches.isEmpty)
  }

  @Test func `a document nested too deep is cut and not followed`() {
    var node = Node(label: "deepest", type: "SET")
    for depth in 0..<200 { node = Node(label: "\(depth)", type: "SET", children: [node]) }
    let tree = TreeState(node)
    #expect(tree.entries.count == 65)
  }
}
