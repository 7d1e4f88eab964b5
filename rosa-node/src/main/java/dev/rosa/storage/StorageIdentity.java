package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Row in which a storage names its owner: role, domain, and a random name of its own.
 *
 * @param role schema of its {@link Tables}
 * @param domain number of its domain; empty until a server has started
 * @param name random, 32 hexadecimal digits
 * @param keySample sealed under the storage key, in hexadecimal digits: a wrong key does not open
 *     it
 * @param erased false while files may have secrets that were not sealed
 * @param restoredAt time of a restore from a backup that its server has not seen yet
 */
record StorageIdentity(
    String role,
    Optional<Integer> domain,
    String name,
    String keySample,
    boolean erased,
    Optional<Instant> restoredAt) {

  private static final int NAME_BYTES = 16;

  static String newName(SecureRandom random) {
    byte[] name = new byte[NAME_BYTES];
    random.nextBytes(name);
    return HexFormat.of().formatHex(name);
  }

  /** The row; empty before the first start with a key. */
  static Optional<StorageIdentity> find(Handle handle) {
    return handle
        .createQuery("SELECT * FROM storage_identity")
        .map((row, context) -> of(row))
        .findOne();
  }

  private static StorageIdentity of(ResultSet row) throws SQLException {
    Optional<Long> domain = number(row, "domain");
    return new StorageIdentity(
        row.getString("role"),
        domain.map(Long::intValue),
        row.getString("name"),
        row.getString("key_sample"),
        row.getInt("erased") == 1,
        number(row, "restored_at").map(Instant::ofEpochSecond));
  }

  private static Optional<Long> number(ResultSet row, String column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(number);
  }

  /**
   * Checks whose it is.
   *
   * @param database for the message
   * @throws ConfigException in one line if another domain has it
   */
  void requireDomain(String database, int expected) throws ConfigException {
    if (domain.isPresent() && domain.get() != expected) {
      throw new ConfigException(
          "%s: is a storage of domain %s, expected one of domain %s"
              .formatted(
                  database,
                  Integer.toUnsignedString(domain.get()),
                  Integer.toUnsignedString(expected)));
    }
  }

  void insert(Handle handle) {
    handle.execute(
        "INSERT INTO storage_identity (id, role, name, key_sample, erased) VALUES (1, ?, ?, ?, ?)",
        role,
        name,
        keySample,
        erased ? 1 : 0);
  }

  static void setErased(Handle handle, boolean erased) {
    handle.execute("UPDATE storage_identity SET erased = ?", erased ? 1 : 0);
  }

  static void setKeySample(Handle handle, String sample) {
    handle.execute("UPDATE storage_identity SET key_sample = ?", sample);
  }

  static void setDomain(Handle handle, int domain) {
    handle.execute(
        "UPDATE storage_identity SET domain = ? WHERE domain IS NULL",
        Integer.toUnsignedLong(domain));
  }

  static void setRestoredAt(Handle handle, Instant at) {
    handle.execute("UPDATE storage_identity SET restored_at = ?", at.getEpochSecond());
  }

  static void clearRestoredAt(Handle handle) {
    handle.execute("UPDATE storage_identity SET restored_at = NULL");
  }
}
