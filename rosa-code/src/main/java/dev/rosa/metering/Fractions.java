package dev.rosa.metering;

/**
 * Texts of numbers with a fraction, where a record has one: hexadecimal, as JDKs differ in the
 * decimal ones. Called by instrumented code. Stateless.
 */
public final class Fractions {

  /** Memory that the JDK takes for a text. */
  private static final int BYTES = 512;

  private static final int UNITS = 400;

  private Fractions() {}

  /** The hexadecimal text of a number. */
  public static String toString(float number) throws Exhausted {
    pay();
    return Float.toHexString(number);
  }

  /** The hexadecimal text of a number. */
  public static String toString(double number) throws Exhausted {
    pay();
    return Double.toHexString(number);
  }

  private static void pay() throws Exhausted {
    Meter.charge(UNITS);
    Meter.allocate(BYTES);
  }
}
