package dev.rosa.metering.twin;

/**
 * Twins of methods that look at the sign of a number. What is not a number has none here: JVMs give
 * it one or the other. Stateless.
 */
public final class Signs {

  private static final int CALL = 5;

  private Signs() {}

  /** Twin of {@link Math#copySign(double, double)}. */
  public static double copySign(double magnitude, double sign) {
    Toll.pay(CALL);
    return StrictMath.copySign(magnitude, sign);
  }

  /** Twin of {@link Math#copySign(float, float)}. */
  public static float copySign(float magnitude, float sign) {
    Toll.pay(CALL);
    return StrictMath.copySign(magnitude, sign);
  }
}
