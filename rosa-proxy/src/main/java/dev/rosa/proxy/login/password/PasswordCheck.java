package dev.rosa.proxy.login.password;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Comparison of passwords with their hashes, one after the other in a thread of its own: a flood of
 * logins takes one core and the memory of one hash. A user that is not known takes as long as one
 * that is. Thread-safe; owns its thread.
 */
public final class PasswordCheck implements AutoCloseable {

  /** Some seconds of work. */
  private static final int MOST_WAITING = 32;

  private final Passwords passwords;
  private final Runnable refresh;
  private final PasswordHash nobody;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), PasswordCheck::daemon);

  /**
   * A check with the passwords in force.
   *
   * @param refresh takes passwords that have changed; is run before each comparison, so that a
   *     password counts as soon as it is in the file
   */
  public PasswordCheck(Passwords passwords, Runnable refresh, SecureRandom random) {
    this.passwords = passwords;
    this.refresh = refresh;
    this.nobody = PasswordHash.ofNobody(random);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "passwords");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Compares a password, and wipes it.
   *
   * @param result gets what tells whether it is the user's, in the check's thread: a comparison
   *     takes long, and the password may be another one since it began. The caller asks at the
   *     moment of use.
   * @return false if too many wait: there will be no result
   */
  public boolean check(String name, char[] password, Consumer<BooleanSupplier> result) {
    try {
      thread.execute(() -> result.accept(compare(name, password)));
      return true;
    } catch (RejectedExecutionException e) {
      Arrays.fill(password, '\0');
      return false;
    }
  }

  private BooleanSupplier compare(String name, char[] password) {
    try {
      refresh.run();
      PasswordHash compared = passwords.of(name).orElse(nobody);
      return compared.matches(password) ? () -> isOf(name, compared) : () -> false;
    } catch (RuntimeException e) {
      // It is too long for a password, or those that have changed cannot be taken.
      return () -> false;
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  private boolean isOf(String name, PasswordHash compared) {
    return passwords.of(name).filter(compared::isSameAs).isPresent();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
