package dev.rosa.metering.twin;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Shadow of {@link java.util.Optional}. Immutable, as far as its value is. */
public final class Maybe<T> implements Metered {

  private static final int BYTES = 16;
  private static final Maybe<?> EMPTY = new Maybe<>(null);

  private final T value;

  private Maybe(T value) {
    this.value = value;
  }

  @SuppressWarnings("unchecked")
  public static <T> Maybe<T> empty() {
    return (Maybe<T>) EMPTY;
  }

  public static <T> Maybe<T> of(T value) {
    Toll.allocate(BYTES);
    return new Maybe<>(Objects.requireNonNull(value));
  }

  public static <T> Maybe<T> ofNullable(T value) {
    return value == null ? empty() : of(value);
  }

  public T get() {
    return orElseThrow();
  }

  public boolean isPresent() {
    return value != null;
  }

  public boolean isEmpty() {
    return value == null;
  }

  public void ifPresent(Consumer<? super T> action) {
    if (value != null) {
      action.accept(value);
    }
  }

  public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise) {
    if (value != null) {
      action.accept(value);
    } else {
      otherwise.run();
    }
  }

  public Maybe<T> filter(Predicate<? super T> condition) {
    Objects.requireNonNull(condition);
    return value == null || condition.test(value) ? this : empty();
  }

  public <U> Maybe<U> map(Function<? super T, ? extends U> change) {
    Objects.requireNonNull(change);
    return value == null ? empty() : ofNullable(change.apply(value));
  }

  @SuppressWarnings("unchecked")
  public <U> Maybe<U> flatMap(Function<? super T, ? extends Maybe<? extends U>> change) {
    Objects.requireNonNull(change);
    return value == null ? empty() : (Maybe<U>) Objects.requireNonNull(change.apply(value));
  }

  @SuppressWarnings("unchecked")
  public Maybe<T> or(Supplier<? extends Maybe<? extends T>> otherwise) {
    Objects.requireNonNull(otherwise);
    return value != null ? this : (Maybe<T>) Objects.requireNonNull(otherwise.get());
  }

  public T orElse(T otherwise) {
    return value != null ? value : otherwise;
  }

  public T orElseGet(Supplier<? extends T> otherwise) {
    return value != null ? value : otherwise.get();
  }

  public T orElseThrow() {
    if (value == null) {
      Throwables.pay();
      throw new NoSuchElementException("No value present");
    }
    return value;
  }

  public <X extends Throwable> T orElseThrow(Supplier<? extends X> otherwise) throws X {
    if (value == null) {
      throw otherwise.get();
    }
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Maybe<?> second && Values.equals(value, second.value);
  }

  @Override
  public int hashCode() {
    return Values.hashCode(value);
  }

  @Override
  public String toString() {
    return value == null
        ? "Optional.empty"
        : new TextBuilder().append("Optional[").append((Object) value).append(']').toString();
  }
}
