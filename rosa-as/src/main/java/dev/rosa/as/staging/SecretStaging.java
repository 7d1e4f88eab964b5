package dev.rosa.as.staging;

import dev.rosa.as.records.Epochs;
import dev.rosa.as.state.StatePublication;
import dev.rosa.domainstate.DomainState;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over epochs and the domain's state: secrets are made, activated and ended in time, and the
 * state is signed anew. It keeps one {@link SecretStagingClient} per Code Server going. Owns its
 * threads; one slow Code Server holds up no other.
 */
public final class SecretStaging implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SecretStaging.class);
  private static final long DELETION_MILLIS = 60_000;
  private static final int STOP_SECONDS = 6;

  private final List<SecretStagingClient> clients;
  private final ScheduledExecutorService threads;
  private final List<Repetition> onChange = new CopyOnWriteArrayList<>();

  private SecretStaging(List<SecretStagingClient> clients, ScheduledExecutorService threads) {
    this.clients = clients;
    this.threads = threads;
  }

  /** Times between regular looks at the storage, in milliseconds. */
  record Periods(long tick, long upkeep) {
    static final Periods DEFAULT = new Periods(250, 1_000);
  }

  public static SecretStaging start(
      StagingRecords records, RefreshPolicy policy, List<SecretStagingClient> clients) {
    return start(records, policy, clients, Periods.DEFAULT);
  }

  static SecretStaging start(
      StagingRecords records,
      RefreshPolicy policy,
      List<SecretStagingClient> clients,
      Periods periods) {
    ScheduledExecutorService threads =
        Executors.newScheduledThreadPool(
            clients.size() + 2, work -> new Thread(work, "secret-staging"));
    SecretStaging staging = new SecretStaging(List.copyOf(clients), threads);
    staging.repeatAndOnChange(records.epochs()::openMissing, periods.tick());
    staging.repeatAndOnChange(() -> tend(records, policy), periods.upkeep());
    staging.repeatAndOnChange(() -> sign(records.state()), periods.upkeep());
    clients.forEach(client -> staging.repeatAndOnChange(client::tick, periods.tick()));
    Repetition unused = staging.repeat(records.revocations()::deleteEnded, DELETION_MILLIS);
    return staging;
  }

  /** Looks early, as another server or command has changed the storage; does not wait. */
  public void look() {
    onChange.forEach(each -> each.soon(threads));
  }

  private static void tend(StagingRecords records, RefreshPolicy policy) {
    if (!policy.every().isZero()) {
      int unused = records.epochs().openDue(policy.every());
    }
    records.epochs().activation().activateReady();
    List<Epochs.Epoch> unused = records.ends().retireEnded();
  }

  /** A Code Server that is waited for does not ask for it. */
  private static void sign(StatePublication state) {
    DomainState unused = state.newest();
  }

  private void repeatAndOnChange(Runnable task, long millis) {
    onChange.add(repeat(task, millis));
  }

  private Repetition repeat(Runnable task, long millis) {
    Repetition repetition = new Repetition(new Guarded(task));
    // Never fails: Guarded lets nothing through.
    ScheduledFuture<?> unused =
        threads.scheduleWithFixedDelay(repetition, 0, millis, TimeUnit.MILLISECONDS);
    return repetition;
  }

  /**
   * Task that throws nothing, as it would never run again. The first of several failures in a row
   * is logged: they come every quarter of a second.
   */
  private static final class Guarded implements Runnable {
    private final Runnable task;

    /** Of the one thread that runs it at a time. */
    private boolean failing;

    Guarded(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      try {
        task.run();
        failing = false;
      } catch (RuntimeException | Error e) {
        if (!failing) {
          LOG.error("staging of code secrets failed, repeating: {}", e.toString());
        }
        failing = true;
      }
    }
  }

  @Override
  public void close() {
    clients.forEach(SecretStagingClient::close);
    threads.shutdownNow();
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
