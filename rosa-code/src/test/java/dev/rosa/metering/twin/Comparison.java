package dev.rosa.metering.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.metering.Meter;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Test kit: the same random operations on an object of the JDK and on its twin. */
public final class Comparison {

  private static final int RUNS = 200;
  private static final int STEPS = 60;

  /** Operation with arguments that the generator gives, and with a result. */
  public interface Operation<C> {
    Object on(C object, Random arguments);
  }

  private Comparison() {}

  /** Budgets that no test uses up. */
  public static void unlimited() {
    Meter.current().begin(Integer.MAX_VALUE, 1L << 40);
  }

  /**
   * Makes pairs, and requires the same results and contents after each step.
   *
   * @param content what is to be the same, beside the results
   */
  public static <J, T> void requireSame(
      Function<Random, J> jdk,
      Function<Random, T> twin,
      List<Operation<Object>> operations,
      Function<Object, Object> content) {
    for (int run = 0; run < RUNS; run++) {
      unlimited();
      Object expected = jdk.apply(new Random(run));
      Object found = twin.apply(new Random(run));
      Random choice = new Random(run);
      for (int step = 0; step < STEPS; step++) {
        int index = choice.nextInt(operations.size());
        long seed = choice.nextLong();
        String place = "run " + run + ", step " + step + ", operation " + index;
        Operation<Object> operation = operations.get(index);
        assertEquals(result(operation, expected, seed), result(operation, found, seed), place);
        assertEquals(content.apply(expected), content.apply(found), place);
      }
    }
  }

  private static Object result(Operation<Object> operation, Object on, long seed) {
    return result(() -> operation.on(on, new Random(seed)));
  }

  /** A result as a text, or the kind of the exception in its place. */
  public static String result(java.util.function.Supplier<?> call) {
    try {
      return show(call.get());
    } catch (IndexOutOfBoundsException e) {
      return "IndexOutOfBoundsException";
    } catch (RuntimeException e) {
      return e.getClass().getName();
    }
  }

  private static String show(Object result) {
    if (result instanceof Object[] array) {
      return Arrays.toString(array);
    }
    if (result instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    if (result instanceof char[] letters) {
      return Arrays.toString(letters);
    }
    if (result instanceof long[] longs) {
      return Arrays.toString(longs);
    }
    return result instanceof Integer || result instanceof Long || result instanceof Boolean
        ? result.toString()
        : "text " + result;
  }
}
