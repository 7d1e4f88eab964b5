package dev.rosa.bench.cold;

import dev.rosa.provider.Candidates;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Main class of a process that does one operation for the first time in its JVM, and then often:
 * {@code FirstCall OPERATION PROVIDER DROP-INS}. Prints four times in nanoseconds, or what is
 * missing.
 */
public final class FirstCall {

  /** First word of a line with results. */
  static final String TIMES = "times";

  /** First word of a line with the reason why there are none. */
  static final String ABSENT = "absent";

  private static final long WARM_NANOS = 300_000_000L;
  private static final int LEAST_CALLS = 12_000;
  private static final int MEASURED = 2_001;

  private FirstCall() {}

  /** Runs one. */
  public static void main(String[] arguments) {
    Operation operation = Operation.valueOf(arguments[0]);
    Optional<Provider> provider = provider(operation, arguments[1], Path.of(arguments[2]));
    if (provider.isEmpty()) {
      System.out.println(ABSENT);
      return;
    }
    try {
      System.out.println(TIMES + " " + times(operation, provider.get()));
    } catch (GeneralSecurityException | RuntimeException e) {
      System.out.println(ABSENT);
    }
  }

  /** Digests of the JDK are in a provider of their own. */
  private static Optional<Provider> provider(Operation operation, String name, Path dropIns) {
    if (name.equals(Primitives.JDK)) {
      boolean hash = operation.kind() == Operation.Kind.HASH;
      return Optional.of(Security.getProvider(hash ? "SUN" : name));
    }
    return Candidates.known(dropIns).named(name).flatMap(candidate -> candidate.jce());
  }

  private static String times(Operation operation, Provider provider)
      throws GeneralSecurityException {
    long began = System.nanoTime();
    Operation.Work work = operation.open(provider);
    long open = System.nanoTime();
    int result = work.run();
    long first = System.nanoTime();
    result += work.run();
    long second = System.nanoTime();
    long steady = steady(work, result);
    return String.format(
        Locale.ROOT, "%d %d %d %d", open - began, first - open, second - first, steady);
  }

  /** The median of calls when there is nothing left to warm. */
  private static long steady(Operation.Work work, int before) throws GeneralSecurityException {
    int result = before;
    long began = System.nanoTime();
    for (int i = 0; i < LEAST_CALLS || System.nanoTime() - began < WARM_NANOS; i++) {
      result += work.run();
    }
    long[] nanos = new long[MEASURED];
    for (int i = 0; i < MEASURED; i++) {
      long at = System.nanoTime();
      result += work.run();
      nanos[i] = System.nanoTime() - at;
    }
    Arrays.sort(nanos);
    // Uses the result, so that the compiler cannot remove its computation.
    return nanos[MEASURED / 2] + (result == Integer.MIN_VALUE ? 1 : 0);
  }
}
