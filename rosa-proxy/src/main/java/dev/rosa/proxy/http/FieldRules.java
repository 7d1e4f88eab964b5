package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;

/**
 * Rules for fields that decide how a request is read, beside its length: those that can replace the
 * method or target, a change of the protocol, and look-alikes of the length's fields. Reused; owned
 * by one thread.
 */
final class FieldRules {
  private static final byte[] CONNECTION = AsciiBytes.of("connection");
  private static final byte[][] UPGRADES = {
    AsciiBytes.of("upgrade"), AsciiBytes.of("http2-settings")
  };

  /** They decide about the message and are for the server itself. */
  private static final byte[][] DECIDING = {
    AsciiBytes.of("host"), AsciiBytes.of("content-length"), AsciiBytes.of("transfer-encoding")
  };

  /** Frameworks take method or target from them. */
  private static final byte[][] REPLACING = {
    AsciiBytes.of("x-http-method-override"),
    AsciiBytes.of("x-http-method"),
    AsciiBytes.of("x-method-override"),
    AsciiBytes.of("x-original-url"),
    AsciiBytes.of("x-rewrite-url")
  };

  private boolean asksForUpgrade;

  /** Checks all fields; null if none is ambiguous. */
  Ambiguity check(HeaderFields fields, byte[] head) {
    asksForUpgrade = false;
    for (byte[] upgrade : UPGRADES) {
      asksForUpgrade |= fields.find(upgrade, 0) >= 0;
    }
    for (byte[] replacing : REPLACING) {
      if (fields.find(replacing, 0) >= 0) {
        return Ambiguity.HIDDEN_TARGET;
      }
    }
    for (int i = 0; i < fields.count(); i++) {
      if (isLookAlike(head, fields.nameBegin(i), fields.nameEnd(i))) {
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

  /** A name with an underscore is, behind some gateways, the one with a hyphen. */
  private static boolean isLookAlike(byte[] head, int begin, int end) {
    for (byte[] name : DECIDING) {
      if (end - begin == name.length && differsByUnderscoreOnly(head, begin, name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean differsByUnderscoreOnly(byte[] head, int begin, byte[] name) {
    boolean hasUnderscore = false;
    for (int i = 0; i < name.length; i++) {
      byte b = AsciiBytes.lower(head[begin + i]);
      boolean isUnderscore = b == '_' && name[i] == '-';
      hasUnderscore |= isUnderscore;
      if (!isUnderscore && b != name[i]) {
        return false;
      }
    }
    return hasUnderscore;
  }

  boolean asksForUpgrade() {
    return asksForUpgrade;
  }
}
