/// A name with its namespace resolved (Namespaces in XML 1.0 §3, §6). Names and namespaces are
/// ASCII, so text comparison is byte comparison.
struct XMLName: Equatable {
  /// Empty without a prefix.
  var prefix: String
  var local: String
  /// Empty in no namespace.
  var namespace = ""

  /// The name as written.
  var qualified: String { prefix.isEmpty ? local : "\(prefix):\(local)" }

  func isSame(as other: XMLName) -> Bool {
    local == other.local && namespace == other.namespace
  }
}

struct XMLAttribute: Equatable {
  var name: XMLName
  /// After replacing references and normalising white space (XML 1.0 §3.3.3).
  var value: String
}

/// One element of a document without comments: the reader drops them and joins the texts around
/// them, as canonicalisation does.
struct XMLElement: Equatable {
  enum Node: Equatable {
    case element(XMLElement)
    /// Line ends are single LFs (XML 1.0 §2.11).
    case text(String)
  }

  var name: XMLName
  /// Without namespace declarations.
  var attributes: [XMLAttribute] = []
  /// The element's namespace declarations: prefix (empty for the default) to namespace.
  var declarations: [String: String] = [:]
  var children: [Node] = []
  /// The byte offset of the element.
  var offset: Int

  var elements: [XMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// All text directly in the element, joined.
  var text: String {
    children.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  var hasOnlySpace: Bool { text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

  /// The attribute of this name in no namespace.
  subscript(attribute: String) -> String? {
    attributes.first { $0.name.local == attribute && $0.name.namespace.isEmpty }?.value
  }

  func isNamed(_ local: String, in namespace: String) -> Bool {
    name.local == local && name.namespace == namespace
  }

  /// The number of elements of this name, including this one and all descendants.
  func count(of local: String, in namespace: String) -> Int {
    elements.reduce(isNamed(local, in: namespace) ? 1 : 0) {
      $0 + $1.count(of: local, in: namespace)
    }
  }
}
