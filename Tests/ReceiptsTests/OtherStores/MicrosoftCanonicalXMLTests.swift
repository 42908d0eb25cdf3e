import Testing

@testable import Receipts

@Suite struct `Canonical XML of Microsoft receipts` {
  private func root(_ text: String) throws -> XMLElement {
    try XMLReader.root(of: Array(text.utf8))
  }

  private func canonical(_ text: String, _ way: Canonicalisation = .inclusive) throws -> String {
    String(decoding: way.bytes(of: [try root(text)]), as: UTF8.self)
  }

  /// The two documents of Exclusive XML Canonicalization 1.0 §2.2.
  @Test func `a part of a document takes along what its way demands`() throws {
    let document = try root(
      """
      <n0:local xmlns:n0="foo:bar" xmlns:n3="ftp://example.org"><n1:elem2 \
      xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/>\
      </n1:elem2></n0:local>
      """
    )
    let part = try #require(document.elements.first)
    let inclusive = Canonicalisation.inclusive.bytes(of: [document, part])
    #expect(
      String(decoding: inclusive, as: UTF8.self) == """
        <n1:elem2 xmlns:n0="foo:bar" xmlns:n1="http://example.net" \
        xmlns:n3="ftp://example.org" xml:lang="en"><n3:stuff></n3:stuff></n1:elem2>
        """
    )
    let exclusive = Canonicalisation.exclusive.bytes(of: [document, part])
    #expect(
      String(decoding: exclusive, as: UTF8.self) == """
        <n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff \
        xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>
        """
    )
  }

  @Test func `only the inclusive way inherits attributes of xml, the nearest first`() throws {
    let document = try root("<a xml:lang='de' xml:space='x'><b xml:lang='en'><c/></b></a>")
    let middle = try #require(document.elements.first)
    let part = try #require(middle.elements.first)
    let path = [document, middle, part]
    #expect(
      Canonicalisation.inclusive.bytes(of: path)
        == Array("<c xml:lang=\"en\" xml:space=\"x\"></c>".utf8)
    )
    #expect(Canonicalisation.exclusive.bytes(of: path) == Array("<c></c>".utf8))
  }

  @Test func `attributes are sorted by namespace, then by name`() throws {
    let text = "<e xmlns:b='urn:1' xmlns:a='urn:2' z='3' a:y='1' b:x='2' c='4' xmlns='urn:0'/>"
    let sorted = """
      <e xmlns="urn:0" xmlns:a="urn:2" xmlns:b="urn:1" c="4" z="3" b:x="2" a:y="1"></e>
      """
    #expect(try canonical(text) == sorted)
    #expect(try canonical(text, .exclusive) == sorted)
  }

  @Test func `declarations that say nothing new are left out`() throws {
    let text = "<a xmlns='urn:0'><b xmlns='urn:0'/><c xmlns=''><d xmlns=''/></c></a>"
    let short = "<a xmlns=\"urn:0\"><b></b><c xmlns=\"\"><d></d></c></a>"
    #expect(try canonical(text) == short)
    #expect(try canonical(text, .exclusive) == short)
    #expect(try canonical("<a xmlns=''/>") == "<a></a>")
    #expect(try canonical("<a xmlns:u='urn:1'/>", .exclusive) == "<a></a>")
  }

  /// Canonical XML 1.0 §2.3, and the line ends of XML 1.0 §2.11.
  @Test func `characters are written in one way`() throws {
    #expect(
      try canonical("<a>&lt;&gt;&amp;&quot;&#x27;&#13;\r\n\r\t</a>")
        == "<a>&lt;&gt;&amp;\"'&#xD;\n\n\t</a>"
    )
    #expect(
      try canonical("<a b='&lt;>&amp;\"&#9;&#10;&#13;\r\n\t.'/>")
        == "<a b=\"&lt;>&amp;&quot;&#x9;&#xA;&#xD;  .\"></a>"
    )
    #expect(try canonical("<!-- x --><a>b<!-- y -->c</a><!-- z -->") == "<a>bc</a>")
    #expect(try canonical("<a>&#x1F600;ä</a>") == "<a>\u{1F600}ä</a>")
  }
}
