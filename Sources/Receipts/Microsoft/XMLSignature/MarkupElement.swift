/// A name with its namespace resolved (Namespaces in XML 1.0 §3, §6). Names and namespaces are
/// ASCII here, so that comparing them as text is comparing their bytes.
struct MarkupName: Equatable {
  /// Empty without a prefix.
  var prefix: String
  var local: String
  /// Empty in no namespace.
  var namespace = ""

  /// As it was written.
  var qualified: String { prefix.isEmpty ? local : "\(prefix):\(local)" }

  func isSame(as other: MarkupName) -> Bool {
    local == other.local && namespace == other.namespace
  }
}

struct MarkupAttribute: Equatable {
  var name: MarkupName
  /// After references were replaced and white space normalised (XML 1.0 §3.3.3).
  var value: String
}

/// One element of a document without comments: they are dropped while reading, and the text on
/// both sides of one is one text, as canonicalisation has it.
struct MarkupElement: Equatable {
  enum Node: Equatable {
    case element(MarkupElement)
    /// Line ends are one LF each (XML 1.0 §2.11).
    case text(String)
  }

  var name: MarkupName
  /// Without namespace declarations.
  var attributes: [MarkupAttribute] = []
  /// What is declared on this element: prefix (empty for the default one) to namespace.
  var declarations: [String: String] = [:]
  var children: [Node] = []
  /// The byte at which the element begins.
  var offset: Int

  var elements: [MarkupElement] {
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

  /// How often an element of this name stands here or below.
  func count(of local: String, in namespace: String) -> Int {
    elements.reduce(isNamed(local, in: namespace) ? 1 : 0) {
      $0 + $1.count(of: local, in: namespace)
    }
  }
}
