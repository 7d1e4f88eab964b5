package dev.rosa.firewall.assistant;

import dev.rosa.config.BadValueException;
import java.util.regex.Pattern;

/**
 * Packet mark by which nft rules tell packets that return from a role from those that are to go
 * there. No rule sees it but those at ingress. No packet from a wire has one, and what another
 * network namespace sends loses it ({@link ForeignMarks}). Stateless.
 */
public final class ReturnMark {

  /** The mark if the configuration names no other one. */
  public static final int DEFAULT = 0x524f0001;

  /** The mark of packets that return from a proxy. */
  public static final int PROXY = 0x524f0002;

  /** The first of all marks of ROSA's own, unless the configuration names another one. */
  private static final int FIRST = 0x524f0000;

  /** The bits in which these are alike. */
  private static final int ALIKE = 0xfffffff8;

  private static final Pattern TEXT = Pattern.compile("0x[0-9a-fA-F]{1,8}");

  private ReturnMark() {}

  /** As nft and the configuration have it. */
  public static String text(int mark) {
    return "0x%08x".formatted(mark);
  }

  /** True if it is one of ROSA's own, which no configuration has named. */
  public static boolean isOwn(int mark) {
    return (mark & ALIKE) == FIRST;
  }

  /** Match of nft for ROSA's own ones. */
  static String ownText() {
    return "& %s == %s".formatted(text(ALIKE), text(FIRST));
  }

  /**
   * Reads one; null is the default.
   *
   * @throws BadValueException with a sentence for the operator
   */
  public static int parse(String text) {
    if (text == null) {
      return DEFAULT;
    }
    int mark = TEXT.matcher(text).matches() ? Integer.parseUnsignedInt(text.substring(2), 16) : 0;
    if (mark == 0) {
      throw new BadValueException(
          "return-mark", "is '%s', expected a number from 0x1 to 0xffffffff".formatted(text));
    }
    return mark;
  }
}
