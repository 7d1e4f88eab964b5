package dev.rosa.firewall.keeper;

import dev.rosa.network.Failures;
import dev.rosa.network.NamespaceLock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks that a keeper process takes before it keeps a plan of firewall rules, released together.
 * One thread at a time.
 */
public final class PlanLocks implements AutoCloseable {

  private final List<NamespaceLock> locks = new ArrayList<>();

  private PlanLocks() {}

  /** Action that takes locks. */
  public interface Taking {
    /** Takes all of them. */
    void into(PlanLocks locks) throws IOException;
  }

  /**
   * Takes all locks, or none.
   *
   * @throws IOException in one line if another process has one of them
   */
  public static PlanLocks take(Taking taking) throws IOException {
    PlanLocks locks = new PlanLocks();
    try {
      taking.into(locks);
    } catch (IOException e) {
      locks.close();
      throw e;
    }
    return locks;
  }

  /** Adds one that was taken. */
  public void add(NamespaceLock lock) {
    locks.add(lock);
  }

  @Override
  public void close() throws IOException {
    Failures failures = new Failures();
    locks.forEach(lock -> failures.collect(lock::close));
    failures.throwFirst();
  }
}
