package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.TreeHash;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Sessions whose keys were told, beside the records of a lab's server and its audit log. */
final class LabAudit {

  private final Lab lab;
  private final Callable<String> url;
  private final Queue<Long> told = new ConcurrentLinkedQueue<>();

  /**
   * Of the server "as".
   *
   * @param url asked for the database at each look
   */
  LabAudit(Lab lab, Callable<String> url) {
    this.lab = lab;
    this.url = url;
  }

  /** A request that the rules of a lab allow alice. */
  static SessionRequest counter() {
    return new SessionRequest(
        "counter",
        SessionRequest.Window.ofSeconds(1),
        address("10.0.1.1"),
        address("10.0.2.1"),
        Optional.empty(),
        SessionRequest.GrantWish.unspecified(),
        List.of());
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Notes a session whose key a client got. */
  void told(long session) {
    told.add(session);
  }

  /** Number of sessions that are stored. */
  long sessions() throws Exception {
    return texts("SELECT session FROM sessions").size();
  }

  /** First column of a query's rows. */
  List<String> texts(String query) throws Exception {
    List<String> texts = new ArrayList<>();
    try (Connection database = DriverManager.getConnection(url.call());
        ResultSet rows = database.createStatement().executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /** No key without its row, no half of a record, and all rows lead to the head of the log. */
  void assertWhole() throws Exception {
    try (Connection database = DriverManager.getConnection(url.call())) {
      // All statements see the same rows, also while a server goes on.
      database.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      database.setAutoCommit(false);
      Set<Long> stored = numbers(database, "SELECT session FROM sessions");
      Set<Long> logged =
          numbers(database, "SELECT session FROM audit_log WHERE session IS NOT NULL");
      assertEquals(logged, stored);
      assertTrue(stored.containsAll(told), "a key was told whose session is not stored");
      assertRowsLeadToHead(database);
      database.rollback();
    }
  }

  private static Set<Long> numbers(Connection database, String query) throws Exception {
    List<Long> numbers = new ArrayList<>();
    try (ResultSet rows = database.createStatement().executeQuery(query)) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return Set.copyOf(numbers);
  }

  private static void assertRowsLeadToHead(Connection database) throws Exception {
    CompactRange range = CompactRange.EMPTY;
    try (ResultSet rows =
        database.createStatement().executeQuery("SELECT entry FROM audit_log ORDER BY leaf")) {
      while (rows.next()) {
        range = range.with(TreeHash.leaf(rows.getBytes(1))).range();
      }
    }
    try (ResultSet head =
        database.createStatement().executeQuery("SELECT size, subtrees FROM audit_head")) {
      assertTrue(head.next());
      assertEquals(range.size(), head.getLong(1));
      assertArrayEquals(range.toBytes(), head.getBytes(2));
    }
  }

  /** An export of the log verifies without the server. */
  void assertVerifies(Path folder) throws Exception {
    Path key = Files.writeString(folder.resolve("audit.key"), administered("audit", "key"));
    Path export = folder.resolve("export");
    String unused = administered("audit", "export", export.toString());
    RunningProgram verify =
        lab.run(
            "verify",
            RoleJars.CLIENT,
            List.of(
                "audit",
                "verify",
                export.toString(),
                "--ca",
                lab.files().file("domain/ca.crt").toString(),
                "--key",
                key.toString()));
    assertEquals(0, verify.awaitExit(), verify::tail);
  }

  private String administered(String... command) throws Exception {
    return lab.administer(command).out();
  }
}
