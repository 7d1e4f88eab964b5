package dev.rosa.storage;

import dev.rosa.keys.CodeDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Names of the table and columns in which a role keeps its sealed code secrets (Kci), for sealing
 * them anew.
 *
 * @param table the table
 * @param digest the code's digest, as bytes or 64 hexadecimal digits
 * @param epoch the epoch, a number from 1 to 4294967295
 * @param secret the sealed secret; null: destroyed
 */
public record SecretTable(String table, String digest, String epoch, String secret) {

  /** The other form of a row's secret. */
  interface Replacement {
    byte[] of(CodeDigest code, int epoch, byte[] stored);
  }

  /** A row with a sealed secret. */
  private static final class Row {
    private final Object digest;
    private final long epoch;
    private final byte[] stored;

    Row(ResultSet row) throws SQLException {
      this.digest = row.getObject(1);
      this.epoch = row.getLong(2);
      this.stored = row.getBytes(3);
    }

    CodeDigest code() {
      return digest instanceof byte[] bytes
          ? CodeDigest.of(bytes)
          : CodeDigest.ofHex(digest.toString());
    }
  }

  /** Replaces all secrets; returns how many there are. */
  int replaceAll(Handle handle, Replacement replacement) {
    List<Row> rows =
        handle
            .createQuery(
                "SELECT %s, %s, %s FROM %s WHERE %s IS NOT NULL"
                    .formatted(digest, epoch, secret, table, secret))
            .map((row, context) -> new Row(row))
            .list();
    rows.forEach(row -> replace(handle, row, replacement));
    return rows.size();
  }

  private void replace(Handle handle, Row row, Replacement replacement) {
    handle.execute(
        "UPDATE %s SET %s = ? WHERE %s = ? AND %s = ?".formatted(table, secret, digest, epoch),
        replacement.of(row.code(), (int) row.epoch, row.stored),
        row.digest,
        row.epoch);
    // It may be a secret that no version sealed.
    Arrays.fill(row.stored, (byte) 0);
  }
}
