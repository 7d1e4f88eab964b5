package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
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
 * @param authority of that domain as {@link StorageOwner} has it; empty until a server has started
 *     that knows of it
 * @param name random, 32 hexadecimal digits
 * @param keySample sealed under the storage key, in hexadecimal digits: a wrong key does not open
 *     it
 * @param erased false while files may have secrets that were not sealed
 * @param restoredAt time of a restore from a backup that its server has not seen yet
 */
record StorageIdentity(
    String role,
    Optional<Integer> domain,
    Optional<String> authority,
    String name,
    String keySample,
    boolean erased,
    Optional<Instant> restoredAt) {

  private static final int NAME_BYTES = 16;
  private static final String AUTHORITY = "authority";

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
        authority(row),
        row.getString("name"),
        row.getString("key_sample"),
        row.getInt("erased") == 1,
        number(row, "restored_at").map(Instant::ofEpochSecond));
  }

  /** Backups of earlier versions have no such column. */
  private static Optional<String> authority(ResultSet row) throws SQLException {
    ResultSetMetaData columns = row.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (columns.getColumnName(i).equalsIgnoreCase(AUTHORITY)) {
        return Optional.ofNullable(row.getString(i));
      }
    }
    return Optional.empty();
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
  void requireOwner(String database, StorageOwner expected) throws ConfigException {
    if (domain.isPresent() && domain.get() != expected.domain()) {
      throw new ConfigException(
          "%s: is a storage of domain %s, expected one of domain %s"
              .formatted(
                  database,
                  Integer.toUnsignedString(domain.get()),
                  Integer.toUnsignedString(expected.domain())));
    }
    if (authority.isPresent() && !authority.get().equals(expected.authority())) {
      throw new ConfigException(
          "%s: is a storage of another domain %s, whose authority has the key %s, expected one of %s"
              .formatted(
                  database,
                  Integer.toUnsignedString(expected.domain()),
                  StorageOwner.shown(authority.get()),
                  StorageOwner.shown(expected.authority())));
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

  static void setOwner(Handle handle, StorageOwner owner) {
    handle.execute(
        "UPDATE storage_identity SET domain = ?, authority = ?",
        Integer.toUnsignedLong(owner.domain()),
        owner.authority());
  }

  static void setRestoredAt(Handle handle, Instant at) {
    handle.execute("UPDATE storage_identity SET restored_at = ?", at.getEpochSecond());
  }

  static void clearRestoredAt(Handle handle) {
    handle.execute("UPDATE storage_identity SET restored_at = NULL");
  }
}
