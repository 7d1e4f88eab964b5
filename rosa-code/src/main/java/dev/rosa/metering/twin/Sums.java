package dev.rosa.metering.twin;

import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Twins of check sums over arrays. Stateless. */
public final class Sums {

  private static final int CALL = 60;
  private static final int BYTES_PER_UNIT = 4;

  private Sums() {}

  public static void update(CRC32 sum, byte[] bytes) {
    update((Checksum) sum, bytes, 0, bytes.length);
  }

  public static void update(CRC32 sum, byte[] bytes, int offset, int length) {
    update((Checksum) sum, bytes, offset, length);
  }

  public static void update(CRC32C sum, byte[] bytes) {
    update((Checksum) sum, bytes, 0, bytes.length);
  }

  public static void update(CRC32C sum, byte[] bytes, int offset, int length) {
    update((Checksum) sum, bytes, offset, length);
  }

  public static void update(Adler32 sum, byte[] bytes) {
    update((Checksum) sum, bytes, 0, bytes.length);
  }

  public static void update(Adler32 sum, byte[] bytes, int offset, int length) {
    update((Checksum) sum, bytes, offset, length);
  }

  private static void update(Checksum sum, byte[] bytes, int offset, int length) {
    Toll.pay(CALL + Texts.within(length, bytes.length) / BYTES_PER_UNIT);
    sum.update(bytes, offset, length);
  }
}
