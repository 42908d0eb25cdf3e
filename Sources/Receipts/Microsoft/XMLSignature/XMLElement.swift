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

/// Canonical XML without comments: the signed bytes. Supports the two algorithms known to occur in
/// receipts (microsoft.md §6): Canonical XML 1.0, and Exclusive XML Canonicalization 1.0 without a
/// list of inclusive prefixes.
enum Canonicalisation: String {
  case inclusive = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
  case exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"

  /// Serialises the last element of `path`, which leads to it from the root.
  ///
  /// `without` names an element to leave out with its content: the enveloped signature.
  func bytes(of path: [XMLElement], without: (local: String, namespace: String)? = nil) -> [UInt8] {
    guard var apex = path.last else { return [] }
    var scope: [String: String] = [:]
    for ancestor in path.dropLast() { scope.merge(ancestor.declarations) { $1 } }
    if self == .inclusive { inheritXMLAttributes(&apex, from: path.dropLast()) }
    var output: [UInt8] = []
    write(apex, scope: scope, written: [:], without: without, into: &output)
    return output
  }

  /// Canonical XML 1.0 §2.4: the apex of a document subset inherits its ancestors' xml:lang,
  /// xml:space and so on, the nearest first.
  private func inheritXMLAttributes(
    _ apex: inout XMLElement,
    from ancestors: ArraySlice<XMLElement>
  ) {
    for ancestor in ancestors.reversed() {
      for attribute in ancestor.attributes
      where attribute.name.namespace == XMLReader.xmlNamespace
        && !apex.attributes.contains(where: { $0.name.isSame(as: attribute.name) })
      {
        apex.attributes.append(attribute)
      }
    }
  }

  /// `scope` are the ancestors' declarations, `written` those already in the output.
  private func write(
    _ element: XMLElement,
    scope: [String: String],
    written: [String: String],
    without: (local: String, namespace: String)?,
    into output: inout [UInt8]
  ) {
    let scope = scope.merging(element.declarations) { $1 }
    var written = written
    let name = element.name.qualified.utf8
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: name)
    for prefix in prefixes(of: element, scope).sorted() {
      let namespace = scope[prefix] ?? ""
      guard written[prefix] ?? "" != namespace else { continue }
      written[prefix] = namespace
      attribute(prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", namespace, into: &output)
    }
    let sorted = element.attributes.sorted {
      ($0.name.namespace, $0.name.local) < ($1.name.namespace, $1.name.local)
    }
    for item in sorted { attribute(item.name.qualified, item.value, into: &output) }
    output.append(UInt8(ascii: ">"))
    for child in element.children {
      switch child {
      case .text(let text): escape(text, inAttribute: false, into: &output)
      case .element(let child):
        if let without, child.isNamed(without.local, in: without.namespace) { continue }
        write(child, scope: scope, written: written, without: without, into: &output)
      }
    }
    output.append(contentsOf: "</".utf8)
    output.append(contentsOf: name)
    output.append(UInt8(ascii: ">"))
  }

  /// The prefixes to declare here unless they are declared already: all in scope, or those that the
  /// element itself and its attributes use (Exclusive XML Canonicalization §3).
  private func prefixes(of element: XMLElement, _ scope: [String: String]) -> Set<String> {
    var prefixes: Set<String>
    switch self {
    case .inclusive: prefixes = Set(scope.keys)
    case .exclusive:
      let used = element.attributes.map(\.name.prefix).filter { !$0.isEmpty }
      prefixes = Set(used + [element.name.prefix])
    }
    prefixes.remove("xml")
    return prefixes
  }

  private func attribute(_ name: String, _ value: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: name.utf8)
    output.append(contentsOf: "=\"".utf8)
    escape(value, inAttribute: true, into: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Canonical XML 1.0 §2.3.
  private func escape(_ text: String, inAttribute: Bool, into output: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">") where !inAttribute: output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\"") where inAttribute: output.append(contentsOf: "&quot;".utf8)
      case 0x09 where inAttribute: output.append(contentsOf: "&#x9;".utf8)
      case 0x0A where inAttribute: output.append(contentsOf: "&#xA;".utf8)
      case 0x0D: output.append(contentsOf: "&#xD;".utf8)
      default: output.append(byte)
      }
    }
  }
}
