package dev.rosa.metering.twin;

import dev.rosa.metering.Meter;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Twins for throwables. Making one costs by the depth of the stack, which the JVM walks. The text
 * of a throwable is told where code wrote it: the JVM's own texts differ between JDKs. Stateless.
 */
public final class Throwables {

  private static final int MAKING = 2_000;

  /** The object and its trace, for which a JVM has room for 32 frames at once. */
  private static final int BYTES = 800;

  /** Words of stack that the smallest frame takes. */
  private static final int SMALLEST_FRAME = 8;

  /** The JVM notes no more frames than these. */
  private static final int MOST_FRAMES = 1024;

  private static final int UNITS_PER_FRAME = 40;
  private static final int BYTES_PER_FRAME = 24;

  /** Classes of the JDK that neither the JVM nor a permitted member of the JDK throws. */
  private static final Set<Class<?>> OF_CODE =
      Set.of(
          Throwable.class,
          Exception.class,
          RuntimeException.class,
          IllegalArgumentException.class,
          IllegalStateException.class,
          UnsupportedOperationException.class,
          NoSuchElementException.class,
          Error.class,
          AssertionError.class);

  private Throwables() {}

  /** Pays for a throwable that is about to be made. */
  public static void pay() {
    int words = Meter.STACK_WORDS - Meter.current().stack;
    int frames = Math.max(0, Math.min(words / SMALLEST_FRAME, MOST_FRAMES));
    Toll.pay(MAKING + (long) UNITS_PER_FRAME * frames);
    Toll.allocate(BYTES + (long) BYTES_PER_FRAME * frames);
  }

  /** Twin of {@link AssertionError#AssertionError(Object)}. */
  public static AssertionError make(Object detail) {
    pay();
    Toll.pay(MAKING);
    return new AssertionError(Values.toString(detail));
  }

  /** Twin of {@link Throwable#getMessage}: null if the JDK wrote it. */
  public static String getMessage(Throwable thrown) {
    Toll.pay(12);
    boolean ofJdk = thrown.getClass().getClassLoader() == null;
    if (ofJdk && !OF_CODE.contains(thrown.getClass())) {
      return null;
    }
    Toll.enter();
    String message = thrown.getMessage();
    Toll.leave();
    return message;
  }

  /** Name of the class and message, as {@link Throwable#toString} gives them. */
  static String text(Throwable thrown) {
    String name = thrown.getClass().getName();
    String message = getMessage(thrown);
    return message == null ? name : Texts.concat(Texts.concat(name, ": "), message);
  }
}
