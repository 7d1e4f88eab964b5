package dev.rosa.metering.instrument;

import dev.rosa.metering.Meter;

/**
 * Cost of an instruction, or of a part of a method.
 *
 * @param units of fuel, those for {@code bytes} included
 * @param bytes that it allocates, of a number that is known when it is instrumented
 * @param words of stack that callees take that do not count theirs
 * @param charges it charges the meter itself, or calls what does
 */
record Weight(int units, int bytes, int words, boolean charges) {

  static final Weight NONE = new Weight(0, 0, 0, false);

  private static final int MOST = 1 << 30;

  static Weight units(int units) {
    return new Weight(units, 0, 0, false);
  }

  static Weight charging(int units) {
    return new Weight(units, 0, 0, true);
  }

  static Weight allocating(int units, long bytes) {
    int most = (int) Math.min(bytes, MOST);
    return new Weight(units + most / Meter.BYTES_PER_UNIT, most, 0, false);
  }

  /** Both, one after the other. */
  Weight and(Weight next) {
    return new Weight(
        sum(units, next.units),
        sum(bytes, next.bytes),
        Math.max(words, next.words),
        charges || next.charges);
  }

  static int sum(int one, int other) {
    return (int) Math.min((long) one + other, MOST);
  }
}
