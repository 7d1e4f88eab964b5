package dev.rosa.metering;

/**
 * Methods that every object has, for objects of a bundle whose class does not declare them: the
 * same on every run, without addresses. Called by instrumented code. Stateless.
 */
public final class Defaults {

  private static final int BYTES_OF_NUMBER = 512;

  private Defaults() {}

  /** The name of the object's class. */
  public static String toString(Object self) {
    return self.getClass().getName();
  }

  /** The name of the throwable's class and its message, which is paid by its length. */
  public static String toString(Throwable self) throws Exhausted {
    String name = self.getClass().getName();
    String message = self.getLocalizedMessage();
    if (message == null) {
      return name;
    }
    long length = (long) name.length() + message.length();
    Meter.allocate(Sizes.HEADER + 2 * (Sizes.HEADER + length * Character.BYTES));
    Meter.charge(length);
    return name.concat(": ").concat(message);
  }

  /** The hexadecimal text of a number. */
  public static String toString(float number) throws Exhausted {
    Meter.allocate(BYTES_OF_NUMBER);
    return Float.toHexString(number);
  }

  /** The hexadecimal text of a number. */
  public static String toString(double number) throws Exhausted {
    Meter.allocate(BYTES_OF_NUMBER);
    return Double.toHexString(number);
  }

  /** Charges an array, before it is made. */
  public static void array(int length, int elementBytes) throws Exhausted {
    Meter.current().array(length, elementBytes);
  }

  /** Charges a copy of an array, before it is made. */
  public static void copy(Object array) throws Exhausted {
    Meter.current().copy(array);
  }
}
