package dev.rosa.transparency;

import java.util.Base64;

/**
 * Strict decoder of Base64 (RFC 4648, section 4), which accepts one text only for each sequence of
 * bytes.
 */
final class CanonicalBase64 {

  private CanonicalBase64() {}

  /** The JDK's decoder ignores the bits that no byte needs, and missing padding. */
  static byte[] decode(String text, String what) throws TransparencyException {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      if (Base64.getEncoder().encodeToString(bytes).equals(text)) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // The same sentence: the text may be long, and is not quoted.
    }
    throw new TransparencyException(what + " is not in Base64 with padding");
  }
}
