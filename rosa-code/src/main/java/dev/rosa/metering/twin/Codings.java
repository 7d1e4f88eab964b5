package dev.rosa.metering.twin;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Random;

/** Twins of codings of bytes as text, and of random bytes. Stateless. */
public final class Codings {

  private static final int CALL = 160;

  private static final HexFormat LOWER = HexFormat.of();

  /** One object: a JDK makes another one each time, or does not. */
  private static final HexFormat UPPER = LOWER.withUpperCase();

  private Codings() {}

  /** Twin of {@link HexFormat#withLowerCase}. Code has formats of two kinds only. */
  public static HexFormat withLowerCase(HexFormat format) {
    return either(format, LOWER);
  }

  /** Twin of {@link HexFormat#withUpperCase}. */
  public static HexFormat withUpperCase(HexFormat format) {
    return either(format, UPPER);
  }

  private static HexFormat either(HexFormat format, HexFormat wanted) {
    Toll.pay(CALL);
    Objects.requireNonNull(format);
    return wanted;
  }

  /** Twin of {@link HexFormat#formatHex(byte[])}. */
  public static String formatHex(HexFormat format, byte[] bytes) {
    return formatHex(format, bytes, 0, bytes.length);
  }

  /** Twin of {@link HexFormat#formatHex(byte[], int, int)}. */
  public static String formatHex(HexFormat format, byte[] bytes, int from, int to) {
    int count = Texts.within(to - from, bytes.length);
    Toll.pay(CALL + 2L * count);
    Toll.text(4L * count);
    return format.formatHex(bytes, from, to);
  }

  /** Twin of {@link HexFormat#parseHex(CharSequence)}. */
  public static byte[] parseHex(HexFormat format, CharSequence digits) {
    String text = Texts.text(digits);
    Toll.pay(CALL + 6L * text.length());
    Toll.array(text.length(), Byte.BYTES);
    try {
      return format.parseHex(text);
    } catch (IllegalArgumentException e) {
      throw unreadable();
    }
  }

  /** Twin of {@link Base64.Encoder#encode(byte[])}. */
  public static byte[] encode(Base64.Encoder encoder, byte[] bytes) {
    payForBase64(bytes.length);
    return encoder.encode(bytes);
  }

  /** Twin of {@link Base64.Encoder#encodeToString}. */
  public static String encodeToString(Base64.Encoder encoder, byte[] bytes) {
    payForBase64(bytes.length);
    Toll.text(bytes.length);
    return encoder.encodeToString(bytes);
  }

  /** Twin of {@link Base64.Decoder#decode(byte[])}. */
  public static byte[] decode(Base64.Decoder decoder, byte[] letters) {
    payForBase64(letters.length);
    try {
      return decoder.decode(letters);
    } catch (IllegalArgumentException e) {
      throw unreadable();
    }
  }

  /** Twin of {@link Base64.Decoder#decode(String)}. */
  public static byte[] decode(Base64.Decoder decoder, String letters) {
    payForBase64(2L * letters.length());
    try {
      return decoder.decode(letters);
    } catch (IllegalArgumentException e) {
      throw unreadable();
    }
  }

  /** The JDK makes the result, and at times a shorter copy of it. */
  private static void payForBase64(long length) {
    Toll.pay(CALL + 2 * length);
    Toll.array(length, 4 * Byte.BYTES);
  }

  private static IllegalArgumentException unreadable() {
    Throwables.pay();
    return new IllegalArgumentException("not in the expected coding");
  }

  /** Twin of {@link Random#nextBytes}. */
  public static void nextBytes(Random random, byte[] bytes) {
    Toll.pay(CALL + 6L * bytes.length);
    random.nextBytes(bytes);
  }
}
