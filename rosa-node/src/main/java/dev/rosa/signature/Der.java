package dev.rosa.signature;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writer of ECDSA signatures as valid and invalid DER, for trials of providers. Stateless. */
final class Der {

  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int INTEGER = 0x02;
  private static final int ONE_BYTE_OF_LENGTH = 0x81;
  private static final int INDEFINITE = 0x80;

  /** Most bytes of a signature that a peer can send, and many more than one has. */
  private static final int LONG = 256;

  private Der() {}

  /** The two numbers, which may be out of range, in DER. */
  static byte[] signature(BigInteger r, BigInteger s) {
    return element(SEQUENCE, integers(r, s));
  }

  private static byte[] integers(BigInteger r, BigInteger s) {
    return join(element(INTEGER, r.toByteArray()), element(INTEGER, s.toByteArray()));
  }

  private static byte[] element(int tag, byte[] content) {
    return join(new byte[] {(byte) tag, (byte) content.length}, content);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** The numbers of a valid signature in forms that DER does not have, by their description. */
  static Map<String, byte[]> oddFormsOf(BigInteger r, BigInteger s) {
    byte[] valid = signature(r, s);
    byte[] numbers = integers(r, s);
    byte[] zero = {0};
    Map<String, byte[]> odd = new LinkedHashMap<>();
    odd.put("no bytes", new byte[0]);
    odd.put("one byte", new byte[] {SEQUENCE});
    odd.put("its last byte missing", Arrays.copyOf(valid, valid.length - 1));
    odd.put("a byte after it", join(valid, zero));
    odd.put("256 bytes", Arrays.copyOf(valid, LONG));
    odd.put("a byte within it, after s", element(SEQUENCE, join(numbers, zero)));
    odd.put("a third number", element(SEQUENCE, join(numbers, element(INTEGER, zero))));
    odd.put("r alone", element(SEQUENCE, element(INTEGER, r.toByteArray())));
    odd.put("another tag", element(SET, numbers));
    odd.put("a longer length", longerLength(numbers));
    odd.put("an open length", openLength(numbers));
    odd.put("a zero before r", element(SEQUENCE, zeroBefore(r, s)));
    odd.put("r and s without DER", join(fixed(r), fixed(s)));
    return odd;
  }

  private static byte[] longerLength(byte[] numbers) {
    byte[] head = {SEQUENCE, (byte) ONE_BYTE_OF_LENGTH, (byte) numbers.length};
    return join(head, numbers);
  }

  private static byte[] openLength(byte[] numbers) {
    return join(new byte[] {SEQUENCE, (byte) INDEFINITE}, numbers, new byte[2]);
  }

  private static byte[] zeroBefore(BigInteger r, BigInteger s) {
    byte[] padded = element(INTEGER, join(new byte[1], r.toByteArray()));
    return join(padded, element(INTEGER, s.toByteArray()));
  }

  private static byte[] fixed(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] fixed = new byte[32];
    int taken = Math.min(bytes.length, fixed.length);
    System.arraycopy(bytes, bytes.length - taken, fixed, fixed.length - taken, taken);
    return fixed;
  }
}
