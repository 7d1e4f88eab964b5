package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;

/**
 * Rules for fields that decide how a request is read, beside its length: those that can replace the
 * method or target, a change of the protocol, and look-alikes of those and the length's fields.
 * Reused; owned by one thread.
 */
final class FieldRules {
  private static final byte[] CONNECTION = AsciiBytes.of("connection");
  private static final byte[][] UPGRADES = {
    AsciiBytes.of("upgrade"), AsciiBytes.of("http2-settings")
  };

  /** They decide about the message and are for the server itself. */
  private static final byte[][] DECIDING = {
    AsciiBytes.of("host"),
    AsciiBytes.of("content-length"),
    AsciiBytes.of("transfer-encoding"),
    AsciiBytes.of("destination")
  };

  /** Frameworks take method or target from them, or stores what they copy there. */
  private static final byte[][] REPLACING = {
    AsciiBytes.of("x-http-method-override"),
    AsciiBytes.of("x-http-method"),
    AsciiBytes.of("x-method-override"),
    AsciiBytes.of("x-original-url"),
    AsciiBytes.of("x-original-uri"),
    AsciiBytes.of("x-original-method"),
    AsciiBytes.of("x-forwarded-uri"),
    AsciiBytes.of("x-forwarded-method"),
    AsciiBytes.of("x-rewrite-url"),
    AsciiBytes.of("x-copy-from")
  };

  /** Ends of such names, which many stores have with words of their own before them. */
  private static final byte[][] REPLACING_ENDS = {
    AsciiBytes.of("-copy-source"), AsciiBytes.of("-rename-source")
  };

  private boolean asksForUpgrade;

  /** Checks all fields; null if none is ambiguous. */
  Ambiguity check(HeaderFields fields, byte[] head) {
    asksForUpgrade = false;
    for (byte[] upgrade : UPGRADES) {
      asksForUpgrade |= fields.find(upgrade, 0) >= 0;
    }
    for (int i = 0; i < fields.count(); i++) {
      int begin = fields.nameBegin(i);
      int end = fields.nameEnd(i);
      if (isSpellingOf(REPLACING, head, begin, end, true) || endsReplacing(head, begin, end)) {
        return Ambiguity.HIDDEN_TARGET;
      }
      if (isSpellingOf(DECIDING, head, begin, end, false)) {
        return Ambiguity.BAD_FIELD_NAME;
      }
    }
    return namesDecidingField(fields) ? Ambiguity.CONNECTION_OPTION : null;
  }

  private static boolean namesDecidingField(HeaderFields fields) {
    int index = fields.find(CONNECTION, 0);
    while (index >= 0) {
      for (byte[] name : DECIDING) {
        if (fields.hasWord(index, name)) {
          return true;
        }
      }
      index = fields.find(CONNECTION, index + 1);
    }
    return false;
  }

  /**
   * True if a gateway may take a name for one of these. CGI has underscores instead of hyphens, and
   * some of its servers put them for every other character, too.
   *
   * @param orItself whether the name as it is counts as well
   */
  private static boolean isSpellingOf(
      byte[][] names, byte[] head, int begin, int end, boolean orItself) {
    for (byte[] name : names) {
      if (end - begin == name.length && isSpelling(name, head, begin, orItself)) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsReplacing(byte[] head, int begin, int end) {
    for (byte[] last : REPLACING_ENDS) {
      if (end - begin > last.length && isSpelling(last, head, end - last.length, true)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSpelling(byte[] name, byte[] head, int begin, boolean orItself) {
    boolean differs = false;
    for (int i = 0; i < name.length; i++) {
      byte b = AsciiBytes.lower(head[begin + i]);
      boolean isOtherSign =
          name[i] == '-' && b != '-' && !AsciiBytes.isLetter(b) && !AsciiBytes.isDigit(b);
      differs |= isOtherSign;
      if (!isOtherSign && b != name[i]) {
        return false;
      }
    }
    return differs || orItself;
  }

  boolean asksForUpgrade() {
    return asksForUpgrade;
  }
}
