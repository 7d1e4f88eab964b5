package dev.rosa.metering.twin;

import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Meter;

/**
 * Payment of twins to the {@link Meter} of the calling thread. {@link Exhausted} is a checked
 * throwable that no interface of the JDK declares, so it is thrown as if it were unchecked.
 * Stateless.
 */
public final class Toll {

  /** Words of stack for a twin that calls back: its frames and those between. */
  private static final int FRAME_WORDS = 24;

  /** Memory that no cache holds: beside what the meter charges for clearing it. */
  private static final int BYTES_PER_UNIT = 4;

  /** Units for an allocation of any size. */
  private static final int ALLOCATION = 16;

  private static final int ARRAY_HEADER = 16;
  private static final int REFERENCE_BYTES = 8;
  private static final int TEXT_BYTES = 56;

  private Toll() {}

  /** Pays units of fuel; 0 or less is free. */
  public static void pay(long units) {
    if (units > 0) {
      try {
        Meter.charge(units);
      } catch (Exhausted e) {
        throw Toll.<RuntimeException>unchecked(e);
      }
    }
  }

  /** Pays for memory that is about to be allocated, its clearing, and for writing it once. */
  public static void allocate(long bytes) {
    pay(ALLOCATION + bytes / BYTES_PER_UNIT);
    try {
      Meter.allocate(bytes);
    } catch (Exhausted e) {
      throw Toll.<RuntimeException>unchecked(e);
    }
  }

  /** Pays for an array of this length, which an allocation then refuses if it is negative. */
  public static void array(long length, int elementBytes) {
    allocate(ARRAY_HEADER + Math.max(0, length) * elementBytes);
  }

  /** Pays for an array of references. */
  public static void references(long length) {
    array(length, REFERENCE_BYTES);
  }

  /** Pays for a text of this many characters, and for writing them once. */
  public static void text(long length) {
    allocate(TEXT_BYTES + 2 * Math.max(0, length));
  }

  /** Takes stack for a call that may come back here. Nothing has to be given back on a throw. */
  public static void enter() {
    try {
      Meter.enter(FRAME_WORDS);
    } catch (Exhausted e) {
      throw Toll.<RuntimeException>unchecked(e);
    }
  }

  /** Gives back what {@link #enter} took. */
  public static void leave() {
    Meter.leave(FRAME_WORDS);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchecked(Exhausted signal) throws T {
    throw (T) signal;
  }
}
