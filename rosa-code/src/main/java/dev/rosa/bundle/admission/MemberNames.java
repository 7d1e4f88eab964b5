package dev.rosa.bundle.admission;

/**
 * Check of the names of fields and methods in a bundle (JVMS §4.2.2, with two further rules). Names
 * have no parentheses, so that a name with a descriptor reads in one way only. They have printable
 * characters only, because names end up in logs.
 */
public final class MemberNames {

  private static final String NEVER = ".;[/()";

  private static final int MOST_CHARACTERS = 255;

  private MemberNames() {}

  /** Refuses a field of this name, or passes it. */
  public static void checkField(String name) {
    check(name, "field", NEVER);
  }

  /** Refuses a method of this name, or passes it. */
  public static void checkMethod(String name) {
    if (!name.equals("<init>") && !name.equals("<clinit>")) {
      check(name, "method", NEVER + "<>");
    }
  }

  private static void check(String name, String kind, String never) {
    if (name.length() > MOST_CHARACTERS) {
      throw new Refusal(
          "has a %s whose name has %d characters, at most %d are taken"
              .formatted(kind, name.length(), MOST_CHARACTERS));
    }
    if (!name.codePoints().allMatch(PrintableText::isPrintable)) {
      throw new Refusal("has a " + kind + " whose name cannot be printed: " + name);
    }
    if (name.isEmpty() || name.chars().anyMatch(c -> never.indexOf(c) >= 0)) {
      throw new Refusal(
          "has a %s named '%s', expected a name without any of %s".formatted(kind, name, never));
    }
  }
}
