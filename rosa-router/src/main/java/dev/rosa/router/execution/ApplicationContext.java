package dev.rosa.router.execution;

import dev.rosa.api.Counter;
import dev.rosa.api.RouterContext;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Context in which one worker's instance of active code sees its router ({@link
 * dev.rosa.api.RouterContext}): the router's name, and the code's counters. Written by one worker,
 * read by any thread.
 */
public final class ApplicationContext implements RouterContext {

  /** Written by the application's worker only. */
  private static final class LongCounter implements Counter {
    private final AtomicLong value = new AtomicLong();

    @Override
    public void add(long amount) {
      if (amount < 0) {
        throw new IllegalArgumentException("a counter only grows: " + amount);
      }
      value.setRelease(sum(value.getPlain(), amount));
    }
  }

  private static final int MOST_COUNTERS = 32;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,39}");

  private final String routerName;
  private final Map<String, LongCounter> counters = new ConcurrentHashMap<>();

  public ApplicationContext(String routerName) {
    this.routerName = routerName;
  }

  @Override
  public String routerName() {
    return routerName;
  }

  @Override
  public Counter counter(String name) {
    if (!NAME.matcher(name).matches()) {
      // Without the name: code may keep the exception, and has not paid for a copy.
      throw new IllegalArgumentException(
          "no counter's name; expected up to 40 of a-z, 0-9 and _, a letter first");
    }
    LongCounter counter = counters.get(name);
    if (counter == null) {
      if (counters.size() >= MOST_COUNTERS) {
        throw new IllegalArgumentException("an application has at most 32 counters");
      }
      counter = new LongCounter();
      counters.put(name, counter);
    }
    return counter;
  }

  /** The sum of two counts that are not negative, at most {@link Long#MAX_VALUE}. */
  static long sum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }

  SortedMap<String, Long> counters() {
    SortedMap<String, Long> values = new TreeMap<>();
    counters.forEach((name, counter) -> values.put(name, counter.value.getAcquire()));
    return values;
  }
}
