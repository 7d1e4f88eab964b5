package dev.rosa.audit;

import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;

/**
 * Names of operators in the audit log: an administrator's identity, or a user of the operating
 * system. A user's name has no character that could stand for those of an identity. Stateless.
 */
public final class OperatorName {

  private static final char REPLACEMENT = '?';

  private OperatorName() {}

  /** The user of the operating system who runs this process, as the log names it. */
  public static String ofThisProcess() {
    return ofUser(System.getProperty("user.name"));
  }

  /** A user's name, with a question mark for each character that none may have. */
  static String ofUser(String name) {
    StringBuilder plain = new StringBuilder();
    name.codePoints().forEach(each -> plain.appendCodePoint(isPlain(each) ? each : REPLACEMENT));
    return plain.toString();
  }

  /** True if it can be a user's name. */
  static boolean isUser(String name) {
    return !name.isBlank() && name.codePoints().allMatch(OperatorName::isPlain);
  }

  /** True if it is the identity of an administrator, in its one spelling. */
  static boolean isAdministrator(String name) {
    try {
      RosaId id = RosaId.parse(name);
      return id.role() == Role.ADMIN && id.toString().equals(name);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Letters with cases alone: others have signs that look like a colon or a slash. */
  private static boolean isPlain(int each) {
    if (each < 0x80) {
      return each >= ' ' && each != 0x7f && each != ':' && each != '/';
    }
    int type = Character.getType(each);
    return type == Character.UPPERCASE_LETTER || type == Character.LOWERCASE_LETTER;
  }
}
