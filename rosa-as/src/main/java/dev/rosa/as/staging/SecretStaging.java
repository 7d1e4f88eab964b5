package dev.rosa.as.staging;

import dev.rosa.as.records.Epochs;
import dev.rosa.as.state.StatePublication;
import dev.rosa.domainstate.DomainState;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over epochs and the domain's state: it makes secrets that are missing or due, lets them
 * become active and ends them, has the state signed anew, and keeps one {@link SecretStagingClient}
 * per Code Server going. Owns its threads; one slow Code Server holds up no other.
 */
public final class SecretStaging implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SecretStaging.class);
  private static final long TICK_MILLIS = 250;
  private static final long UPKEEP_MILLIS = 1_000;
  private static final long DELETION_MILLIS = 60_000;
  private static final int STOP_SECONDS = 6;

  private final List<SecretStagingClient> clients;
  private final ScheduledExecutorService threads;

  private SecretStaging(List<SecretStagingClient> clients, ScheduledExecutorService threads) {
    this.clients = clients;
    this.threads = threads;
  }

  public static SecretStaging start(
      StagingRecords records, RefreshPolicy policy, List<SecretStagingClient> clients) {
    ScheduledExecutorService threads =
        Executors.newScheduledThreadPool(
            clients.size() + 2, work -> new Thread(work, "secret-staging"));
    SecretStaging staging = new SecretStaging(List.copyOf(clients), threads);
    staging.repeat(records.epochs()::openMissing, TICK_MILLIS);
    staging.repeat(() -> tend(records, policy), UPKEEP_MILLIS);
    staging.repeat(() -> sign(records.state()), UPKEEP_MILLIS);
    staging.repeat(records.revocations()::deleteEnded, DELETION_MILLIS);
    clients.forEach(client -> staging.repeat(client::tick, TICK_MILLIS));
    return staging;
  }

  private static void tend(StagingRecords records, RefreshPolicy policy) {
    if (!policy.every().isZero()) {
      int unused = records.epochs().openDue(policy.every());
    }
    records.epochs().activateReady();
    List<Epochs.Epoch> unused = records.ends().retireEnded();
  }

  /** A Code Server that is waited for does not ask for it. */
  private static void sign(StatePublication state) {
    DomainState unused = state.newest();
  }

  private void repeat(Runnable task, long millis) {
    // Never fails: guarded lets nothing through.
    ScheduledFuture<?> unused =
        threads.scheduleWithFixedDelay(() -> guarded(task), 0, millis, TimeUnit.MILLISECONDS);
  }

  /** A task that throws would never run again. */
  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.error("staging of code secrets failed, repeating: {}", e.toString());
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
