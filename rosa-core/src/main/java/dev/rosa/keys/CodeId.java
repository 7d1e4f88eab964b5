package dev.rosa.keys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * Short name Ci of active code: the first 16 bytes of its {@link CodeDigest}, as packets carry
 * them.
 *
 * @param high bytes 0–7, big-endian
 * @param low bytes 8–15, big-endian
 */
public record CodeId(long high, long low) {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  static CodeId of(byte[] digest) {
    return new CodeId((long) LONG.get(digest, 0), (long) LONG.get(digest, 8));
  }

  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
