package dev.rosa.metering.prices;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** Callbacks of an interface that do next to nothing. */
final class Callbacks {

  private static final Map<Class<?>, Object> ALL =
      Map.ofEntries(
          Map.entry(Consumer.class, (Consumer<Object>) one -> {}),
          Map.entry(BiConsumer.class, (BiConsumer<Object, Object>) (one, other) -> {}),
          Map.entry(IntConsumer.class, (IntConsumer) one -> {}),
          Map.entry(LongConsumer.class, (LongConsumer) one -> {}),
          Map.entry(Supplier.class, (Supplier<Object>) () -> null),
          Map.entry(IntSupplier.class, (IntSupplier) () -> 1),
          Map.entry(LongSupplier.class, (LongSupplier) () -> 1),
          Map.entry(BooleanSupplier.class, (BooleanSupplier) () -> true),
          Map.entry(UnaryOperator.class, (UnaryOperator<Object>) one -> one),
          Map.entry(Runnable.class, (Runnable) () -> {}),
          Map.entry(IntFunction.class, (IntFunction<Object>) Object[]::new),
          Map.entry(ToIntFunction.class, (ToIntFunction<Object>) one -> 1),
          Map.entry(ToLongFunction.class, (ToLongFunction<Object>) one -> 1),
          Map.entry(ToDoubleFunction.class, (ToDoubleFunction<Object>) one -> 1));

  private Callbacks() {}

  /** One of this interface, or null if none is known. */
  static Object doingNothing(Class<?> type) {
    return ALL.get(type);
  }
}
