package dev.rosa.metering.twin;

/**
 * Twins of {@link Character}'s methods that ask for the kind of a letter. They know ASCII only: the
 * tables of Unicode differ between JDKs. Stateless.
 */
public final class Letters {

  private static final int CALL = 4;
  private static final int CASE = 'a' - 'A';

  private Letters() {}

  public static boolean isDigit(char letter) {
    return isDigit((int) letter);
  }

  public static boolean isDigit(int letter) {
    Toll.pay(CALL);
    return letter >= '0' && letter <= '9';
  }

  public static boolean isLetter(char letter) {
    return isLetter((int) letter);
  }

  public static boolean isLetter(int letter) {
    return isUpperCase(letter) || isLowerCase(letter);
  }

  public static boolean isLetterOrDigit(char letter) {
    return isLetterOrDigit((int) letter);
  }

  public static boolean isLetterOrDigit(int letter) {
    return isDigit(letter) || isLetter(letter);
  }

  public static boolean isUpperCase(char letter) {
    return isUpperCase((int) letter);
  }

  public static boolean isUpperCase(int letter) {
    Toll.pay(CALL);
    return letter >= 'A' && letter <= 'Z';
  }

  public static boolean isLowerCase(char letter) {
    return isLowerCase((int) letter);
  }

  public static boolean isLowerCase(int letter) {
    Toll.pay(CALL);
    return letter >= 'a' && letter <= 'z';
  }

  public static boolean isWhitespace(char letter) {
    return isWhitespace((int) letter);
  }

  /** Blank, tabulators, ends of lines, and the separators 28 to 31, as in the JDK. */
  public static boolean isWhitespace(int letter) {
    Toll.pay(CALL);
    return letter == ' ' || (letter >= '\t' && letter <= '\r') || (letter >= 28 && letter <= 31);
  }

  public static char toUpperCase(char letter) {
    return (char) toUpperCase((int) letter);
  }

  public static int toUpperCase(int letter) {
    return isLowerCase(letter) ? letter - CASE : letter;
  }

  public static char toLowerCase(char letter) {
    return (char) toLowerCase((int) letter);
  }

  public static int toLowerCase(int letter) {
    return isUpperCase(letter) ? letter + CASE : letter;
  }

  public static int digit(char letter, int radix) {
    return digit((int) letter, radix);
  }

  /** The value of a digit, or −1. */
  public static int digit(int letter, int radix) {
    int value = -1;
    if (isDigit(letter)) {
      value = letter - '0';
    } else if (isLetter(letter)) {
      value = toLowerCase(letter) - 'a' + 10;
    }
    boolean valid = radix >= Character.MIN_RADIX && radix <= Character.MAX_RADIX;
    return valid && value < radix ? value : -1;
  }
}
