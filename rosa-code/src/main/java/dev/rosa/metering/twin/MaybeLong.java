package dev.rosa.metering.twin;

import java.util.NoSuchElementException;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Shadow of {@link java.util.OptionalLong}. Immutable. */
public final class MaybeLong implements Metered {

  private static final int BYTES = 24;
  private static final MaybeLong EMPTY = new MaybeLong(false, 0);

  private final boolean present;
  private final long value;

  private MaybeLong(boolean present, long value) {
    this.present = present;
    this.value = value;
  }

  public static MaybeLong empty() {
    return EMPTY;
  }

  public static MaybeLong of(long value) {
    Toll.allocate(BYTES);
    return new MaybeLong(true, value);
  }

  public long getAsLong() {
    return orElseThrow();
  }

  public boolean isPresent() {
    return present;
  }

  public boolean isEmpty() {
    return !present;
  }

  public void ifPresent(LongConsumer action) {
    if (present) {
      action.accept(value);
    }
  }

  public void ifPresentOrElse(LongConsumer action, Runnable otherwise) {
    if (present) {
      action.accept(value);
    } else {
      otherwise.run();
    }
  }

  public long orElse(long otherwise) {
    return present ? value : otherwise;
  }

  public long orElseGet(LongSupplier otherwise) {
    return present ? value : otherwise.getAsLong();
  }

  public long orElseThrow() {
    if (!present) {
      Throwables.pay();
      throw new NoSuchElementException("No value present");
    }
    return value;
  }

  public <X extends Throwable> long orElseThrow(Supplier<? extends X> otherwise) throws X {
    if (!present) {
      throw otherwise.get();
    }
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MaybeLong second && present == second.present && value == second.value;
  }

  @Override
  public int hashCode() {
    return present ? Long.hashCode(value) : 0;
  }

  @Override
  public String toString() {
    return present
        ? new TextBuilder().append("OptionalLong[").append(value).append(']').toString()
        : "OptionalLong.empty";
  }
}
