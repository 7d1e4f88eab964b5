package dev.rosa.transparency;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bundle of an audit log's entries as one file: each behind its length in two bytes, big-endian
 * (C2SP tlog-tiles).
 *
 * @param entries those that could be read
 * @param isWhole nothing but they was there
 */
public record EntryBundle(List<byte[]> entries, boolean isWhole) {

  /** Largest entry. */
  public static final int MAX_ENTRY_BYTES = 0xFFFF;

  /** Largest bundle. */
  public static final int MAX_BYTES = Tile.FULL * (2 + MAX_ENTRY_BYTES);

  /**
   * The bytes of a bundle.
   *
   * @throws IllegalArgumentException if an entry is too large
   */
  public static byte[] write(List<byte[]> entries) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] entry : entries) {
      if (entry.length > MAX_ENTRY_BYTES) {
        throw new IllegalArgumentException("an entry of " + entry.length + " bytes is too large");
      }
      bytes.write(entry.length >> 8);
      bytes.write(entry.length);
      bytes.writeBytes(entry);
    }
    return bytes.toByteArray();
  }

  /** Reads as many entries as there are, at most those of a full bundle. */
  public static EntryBundle read(byte[] bytes) {
    List<byte[]> entries = new ArrayList<>();
    int at = 0;
    while (at + 2 <= bytes.length && entries.size() < Tile.FULL) {
      int length = (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
      if (at + 2 + length > bytes.length) {
        break;
      }
      entries.add(Arrays.copyOfRange(bytes, at + 2, at + 2 + length));
      at += 2 + length;
    }
    return new EntryBundle(List.copyOf(entries), at == bytes.length);
  }
}
