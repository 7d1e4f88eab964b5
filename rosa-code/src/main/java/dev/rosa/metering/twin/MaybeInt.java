package dev.rosa.metering.twin;

import java.util.NoSuchElementException;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Shadow of {@link java.util.OptionalInt}. Immutable. */
public final class MaybeInt implements Metered {

  private static final int BYTES = 24;
  private static final MaybeInt EMPTY = new MaybeInt(false, 0);

  private final boolean present;
  private final int value;

  private MaybeInt(boolean present, int value) {
    this.present = present;
    this.value = value;
  }

  public static MaybeInt empty() {
    return EMPTY;
  }

  public static MaybeInt of(int value) {
    Toll.allocate(BYTES);
    return new MaybeInt(true, value);
  }

  public int getAsInt() {
    return orElseThrow();
  }

  public boolean isPresent() {
    return present;
  }

  public boolean isEmpty() {
    return !present;
  }

  public void ifPresent(IntConsumer action) {
    if (present) {
      action.accept(value);
    }
  }

  public void ifPresentOrElse(IntConsumer action, Runnable otherwise) {
    if (present) {
      action.accept(value);
    } else {
      otherwise.run();
    }
  }

  public int orElse(int otherwise) {
    return present ? value : otherwise;
  }

  public int orElseGet(IntSupplier otherwise) {
    return present ? value : otherwise.getAsInt();
  }

  public int orElseThrow() {
    if (!present) {
      Throwables.pay();
      throw new NoSuchElementException("No value present");
    }
    return value;
  }

  public <X extends Throwable> int orElseThrow(Supplier<? extends X> otherwise) throws X {
    if (!present) {
      throw otherwise.get();
    }
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MaybeInt second && present == second.present && value == second.value;
  }

  @Override
  public int hashCode() {
    return present ? Integer.hashCode(value) : 0;
  }

  @Override
  public String toString() {
    return present
        ? new TextBuilder().append("OptionalInt[").append(value).append(']').toString()
        : "OptionalInt.empty";
  }
}
