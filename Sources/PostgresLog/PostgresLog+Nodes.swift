package import Foundation
package import Persistence

extension PostgresLog {
  package func lease(
    _ name: String,
    for holder: String,
    seconds: Int
  ) throws(SharedLogError) -> Int64? {
    var parameters = Parameters()
    parameters.add(name)
    parameters.add(holder)
    parameters.add(Int64(seconds))
    // A lease that ended gets another token even for its last holder, whose work may have been taken
    // for dead.
    return try perform { connection in
      let rows = try connection.run(
        """
        INSERT INTO purser_lease (name, holder, token, until)
        VALUES ($1, $2, 1, now() + $3 * interval '1 second')
        ON CONFLICT (name) DO UPDATE SET
          token = purser_lease.token + CASE WHEN purser_lease.until < now() THEN 1 ELSE 0 END,
          holder = excluded.holder,
          until = excluded.until
        WHERE purser_lease.until < now() OR purser_lease.holder = excluded.holder
        RETURNING token
        """,
        parameters
      )
      return rows.count == 0 ? nil : try rows.integer(0, 0)
    }
  }

  package func leaseCount(prefix: String) throws(SharedLogError) -> Int {
    var parameters = Parameters()
    parameters.add(prefix)
    return try perform { connection in
      let rows = try connection.run(
        """
        SELECT count(*) FROM purser_lease WHERE until > now() AND left(name, length($1)) = $1
        """,
        parameters
      )
      return Int(try rows.integer(0, 0))
    }
  }

  // A lease of the node's own, whose holder is the text: it ends by itself when the node dies.
  package func exchange(
    presences text: String,
    of node: String,
    seconds: Int
  ) throws(SharedLogError) -> [String] {
    var parameters = Parameters()
    let prefix = "presence:\(part):"
    parameters.add(prefix + node)
    parameters.add(text)
    parameters.add(Int64(text.isEmpty ? 0 : seconds))
    var others = Parameters()
    others.add(prefix)
    others.add(prefix + node)
    let (own, rest) = (parameters, others)
    return try perform { connection in
      _ = try connection.run(
        """
        INSERT INTO purser_lease (name, holder, token, until)
        VALUES ($1, $2, 1, now() + $3 * interval '1 second')
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE purser_lease.holder <> excluded.holder OR excluded.holder <> ''
        """,
        own
      )
      let rows = try connection.run(
        """
        SELECT holder FROM purser_lease
        WHERE left(name, length($1)) = $1 AND name <> $2 AND until > now() AND holder <> ''
        ORDER BY name LIMIT 100
        """,
        rest
      )
      return try (0..<rows.count).map { try rows.text($0, 0) }
    }
  }

  package func now() throws(SharedLogError) -> Date {
    try perform { connection in
      let rows = try connection.run("SELECT (extract(epoch FROM now()) * 1000)::bigint")
      return Date(timeIntervalSince1970: Double(try rows.integer(0, 0)) / 1000)
    }
  }

  package func report(_ node: LogNode) throws(SharedLogError) {
    var parameters = Parameters()
    parameters.add(node.name)
    parameters.add(part)
    parameters.add(node.position)
    parameters.add(node.version)
    _ = try perform { connection in
      try connection.run(
        """
        INSERT INTO purser_node (name, part, seq, version, seen) VALUES ($1, $2, $3, $4, now())
        ON CONFLICT (part, name) DO UPDATE SET seq = excluded.seq,
          version = excluded.version, seen = excluded.seen
        """,
        parameters
      )
    }
  }

  package func nodes() throws(SharedLogError) -> [LogNode] {
    var parameters = Parameters()
    parameters.add(part)
    return try perform { connection in
      let rows = try connection.run(
        """
        SELECT name, seq, version, (extract(epoch FROM now() - seen) * 1000)::bigint FROM purser_node
        WHERE part = $1 ORDER BY name
        """,
        parameters
      )
      return try (0..<rows.count).map { row in
        LogNode(
          name: try rows.text(row, 0),
          position: try rows.integer(row, 1),
          version: try rows.text(row, 2),
          age: Double(try rows.integer(row, 3)) / 1000
        )
      }
    }
  }
}
