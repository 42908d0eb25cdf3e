import Basics
import Foundation
import Testing

/// Rows of database dumps.
@Suite struct `SQL dumps` {
  /// The rows as text, with the table before them, read in parts of this size.
  private func rows(
    _ text: String,
    table: String? = nil,
    by size: Int
  ) throws(SQLDump.Fault) -> [String] {
    var dump = SQLDump(table: table, limit: 1 << 20)
    let bytes = Array(text.utf8)
    var found: [String] = []
    func take() throws(SQLDump.Fault) {
      while let row = try dump.next() {
        let values = row.values.map { value in
          value.map { String(decoding: $0, as: UTF8.self) } ?? "NULL"
        }
        found.append("\(row.table)(\(row.columns.joined(separator: ","))): \(values)")
      }
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      dump.feed(bytes[start..<min(start + size, bytes.count)])
      try take()
    }
    dump.finish()
    try take()
    return found
  }

  /// What the table's rows are, whatever dumped them.
  private static func rows(of table: String, _ columns: String, _ second: String) -> [String] {
    let head = "\(table)(\(columns)): "
    let note = "it's \"q\"; -- and\nmore\\ back\ttab (x),(y)"
    return [
      head + "\(["1", "ada", note, "BYTES", "NULL"])",
      head + "\(["2", "NULL", "", "NULL", second])",
      head + "\(["3", "Łódź", "\\.", "EMPTY", "NULL"])",
    ]
  }

  @Test(arguments: [1, 7, 4_096])
  func `that the programs wrote have the values of the table`(size: Int) throws {
    let columns = "id,player_id,note,receipt,order"
    let json = #"{"x": "a\"b\\\\c", "orderId": "GPA.1"}"#
    func plain(_ rows: [String], _ bytes: String, _ empty: String) -> [String] {
      rows.map {
        $0.replacing("\"\(bytes)\"", with: "\"BYTES\"").replacing(
          "\"\(empty)\"]",
          with: "\"EMPTY\"]"
        )
        .replacing("\"\(empty)\", \"NULL\"]", with: "\"EMPTY\", \"NULL\"]")
      }
    }
    let copied = try rows(RealDumps.copied, by: size)
    #expect(
      plain(copied, #"\\x30820a5c0927"#, #"\\x"#)
        == Self.rows(of: "public.Purchases", columns, json)
    )
    let inserted = try rows(RealDumps.inserted, by: size)
    #expect(
      plain(inserted, #"\\x30820a5c0927"#, #"\\x"#)
        == Self.rows(of: "public.Purchases", "", json)
    )
    let others = try rows(RealDumps.mariaDB, by: size)
    #expect(others.count == 3)
    #expect(others[0].contains(#""ada", "it\'s \"q\"; -- and\nmore\\ back\ttab (x),(y)""#))
    #expect(
      others[1].hasSuffix(#""NULL", "", "NULL", "{\"orderId\":\"GPA.1\",\"x\":\"a\\\"b\"}"]"#)
    )
    #expect(others[2].hasSuffix(#""3", "Łódź", "\\.", "", "NULL"]"#))
  }

  private static let postgres = #"""
    --
    -- PostgreSQL database dump
    --
    \restrict abc'def
    SET standard_conforming_strings = on;
    SELECT pg_catalog.set_config('search_path', '', false);
    CREATE FUNCTION public.f() RETURNS void LANGUAGE plpgsql AS $_$
    BEGIN INSERT INTO receipts VALUES ('never;'); END $_$;
    CREATE TABLE public.receipts (
        id bigint NOT NULL,
        "user" text DEFAULT 'a,b)'::text,
        price numeric(10,2),
        data bytea,
        CONSTRAINT positive CHECK ((id > 0))
    );
    COPY public.other (a) FROM stdin;
    INSERT INTO x VALUES (1);
    \.
    COPY public.receipts (id, "user", price, data) FROM stdin;
    1	ada\tb\\c	\N	\\x3082
    2		1.50	\101\x
    \.

    INSERT INTO public.receipts VALUES (3, 'o''hara \n', -4.5, '\x3082'::bytea), (4, E'a\'\n', NULL, NULL);
    INSERT INTO public.receipts (data, id) VALUES ('(a),;', 5) ON CONFLICT DO NOTHING;

    """#

  @Test(arguments: [1, 13, 100_000])
  func `rows of pg_dump are read however they arrive`(size: Int) throws {
    let all = try rows(Self.postgres, table: "receipts", by: size)
    let columns = "public.receipts(id,user,price,data)"
    #expect(
      all == [
        "\(columns): \(["1", "ada\tb\\c", "NULL", "\\x3082"])",
        "\(columns): \(["2", "", "1.50", "Ax"])",
        "\(columns): \(["3", "o'hara \\n", "-4.5", "\\x3082"])",
        "\(columns): \(["4", "a'\n", "NULL", "NULL"])",
        "public.receipts(data,id): \(["(a),;", "5"])",
      ]
    )
    #expect(try rows(Self.postgres, by: size).count == 6)
  }

  private static let mysql = #"""
    -- MySQL dump 10.13  Distrib 8.0.36
    /*!40101 SET NAMES utf8mb4 */;
    /*!50503 SET character_set_client = 'a;b' */;
    DROP TABLE IF EXISTS `receipts`;
    CREATE TABLE `receipts` (
      `id` int NOT NULL AUTO_INCREMENT COMMENT 'it''s, (really)',
      `key` varchar(20),
      `data` longblob,
      PRIMARY KEY (`id`),
      KEY `k` (`key`)
    ) ENGINE=InnoDB /*!50100 PARTITION BY KEY (id) */;
    LOCK TABLES `receipts` WRITE;
    /*!40000 ALTER TABLE `receipts` DISABLE KEYS */;
    INSERT INTO `receipts` VALUES (1,'a\'b\\',_binary '0\0\Z\n'),(2,NULL,0x4142),
    (3,"c""d",x'43');
    UNLOCK TABLES;
    DELIMITER ;;
    /*!50003 CREATE TRIGGER t AFTER INSERT ON `receipts` FOR EACH ROW BEGIN
      INSERT INTO `receipts` VALUES (9,'never',NULL);
    END */;;
    DELIMITER ;
    REPLACE INTO `receipts` (`data`) VALUES (_utf8mb4'z');

    """#

  @Test(arguments: [1, 17, 100_000])
  func `rows of mysqldump are read however they arrive`(size: Int) throws {
    let columns = "receipts(id,key,data)"
    #expect(
      try rows(Self.mysql, by: size) == [
        "\(columns): \(["1", "a'b\\", "0\0\u{1A}\n"])",
        "\(columns): \(["2", "NULL", "AB"])",
        "\(columns): \(["3", "c\"d", "C"])",
        "receipts(data): \(["z"])",
      ]
    )
  }

  @Test func `a dump in two pieces is the dump, wherever the second begins`() throws {
    let casts = "INSERT INTO t VALUES ('x'::varchar(9)[][], _binary 0x41, 3 -- (\n);\n"
    for text in [Self.postgres, Self.mysql, casts] {
      let (bytes, whole) = (Array(text.utf8), try rows(text, by: 1 << 20))
      for count in bytes.indices {
        var dump = SQLDump()
        var found = 0
        for piece in [bytes[..<count], bytes[count...]] {
          dump.feed(piece)
          if piece.endIndex == bytes.count { dump.finish() }
          while try dump.next() != nil { found += 1 }
        }
        #expect(found == whole.count, "cut after \(count) bytes of \(text)")
      }
    }
  }

  @Test func `a cut dump and one without an end of a quotation are refused`() throws {
    for text in [Self.postgres, Self.mysql] {
      for count in stride(from: 1, to: text.utf8.count, by: 5) {
        // Cut anywhere, it may be whole statements, but it never traps and never makes up a row.
        let part = String(decoding: text.utf8.prefix(count), as: UTF8.self)
        let some = (try? rows(part, by: 64)) ?? []
        #expect(try rows(text, by: 64).starts(with: some.dropLast()))
      }
    }
    #expect(throws: SQLDump.Fault.cut) {
      try rows("INSERT INTO t VALUES (1, 'a", by: 10)
    }
    let endless = "INSERT INTO t VALUES ('" + String(repeating: "a", count: 1 << 21)
    #expect(throws: SQLDump.Fault.tooLong(limit: 1 << 20)) { try rows(endless, by: 65_536) }
    #expect(throws: SQLDump.Fault.malformed(line: 2)) {
      try rows("-- a\nINSERT INTO t VALUES (now());\n", by: 10)
    }
  }
}
