package dev.rosa.as.records;

import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The users, codes and rules of a configuration file as they were declared last, by any server on
 * the database. Servers that declare different ones undo each other's at each start.
 */
public final class DeclaredConfiguration {

  private DeclaredConfiguration() {}

  private record Stored(String server, String digest) {}

  /**
   * Notes that a server declares these now.
   *
   * @param digest SHA-256 of all that it declares, in hexadecimal digits
   * @return another server that has declared different ones before
   */
  public static Optional<String> declare(Handle handle, String server, String digest) {
    Optional<Stored> before =
        handle
            .createQuery("SELECT server, digest FROM declared_configuration WHERE id = 1")
            .map((row, context) -> new Stored(row.getString("server"), row.getString("digest")))
            .findOne();
    handle.execute(
        "INSERT INTO declared_configuration (id, server, digest) VALUES (1, ?, ?)"
            + " ON CONFLICT (id) DO UPDATE SET server = excluded.server, digest = excluded.digest",
        server,
        digest);
    return before
        .filter(last -> !last.server().equals(server))
        .filter(last -> !last.digest().equals(digest))
        .map(Stored::server);
  }
}
