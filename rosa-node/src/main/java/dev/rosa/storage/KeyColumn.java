package dev.rosa.storage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Column with one private key of 32 bytes that is sealed like the code secrets, in a table of its
 * own with one row. Earlier versions may have stored it as it is.
 */
public record KeyColumn(String table, String column) {

  /** The other form of a stored key. */
  interface Replacement {
    byte[] of(byte[] stored);
  }

  /** Name of the place, which a sealed key is bound to. */
  byte[] name() {
    return (table + "." + column).getBytes(StandardCharsets.US_ASCII);
  }

  /** Tells whether a key is there that is not sealed. */
  boolean hasClear(Handle handle) {
    return handle
        .createQuery("SELECT 1 FROM %s%s".formatted(table, clear()))
        .mapTo(Integer.class)
        .findFirst()
        .isPresent();
  }

  private String clear() {
    return " WHERE length(" + column + ") = " + SecretCipher.SECRET_BYTES;
  }

  /** Replaces the key, if there is one; returns how many there are. */
  int replaceAll(Handle handle, Replacement replacement) {
    return replace(handle, "", replacement);
  }

  /** The same for a key that is not sealed. */
  int replaceClear(Handle handle, Replacement replacement) {
    return replace(handle, clear(), replacement);
  }

  private int replace(Handle handle, String which, Replacement replacement) {
    List<byte[]> rows =
        handle
            .createQuery("SELECT %s FROM %s%s".formatted(column, table, which))
            .mapTo(byte[].class)
            .list();
    for (byte[] stored : rows) {
      handle.execute("UPDATE %s SET %s = ?".formatted(table, column), replacement.of(stored));
      Arrays.fill(stored, (byte) 0);
    }
    return rows.size();
  }
}
