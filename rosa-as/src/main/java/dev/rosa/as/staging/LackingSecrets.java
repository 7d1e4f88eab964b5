package dev.rosa.as.staging;

import dev.rosa.as.records.Epochs;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.config.HostPort;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over the coming secrets that one Code Server lacks, which decides whether its lease is
 * renewed. A refresh waits for every Code Server with a lease. So one that answers, but does not
 * take or spread a secret that another one has spread, gets no further lease after a time. The
 * refresh goes on without it. Owned by one thread.
 */
final class LackingSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(LackingSecrets.class);

  private final HostPort codeServer;
  private final Epochs epochs;
  private final Duration patience;
  private final LongSupplier nanos;

  /** Monotonic times at which a secret was first missing. */
  private final Map<Epoch, Long> since = new HashMap<>();

  private final Set<Epoch> named = new HashSet<>();

  LackingSecrets(HostPort codeServer, Epochs epochs, RefreshPolicy policy) {
    this(codeServer, epochs, policy.lease().plus(policy.routersWait()), System::nanoTime);
  }

  LackingSecrets(HostPort codeServer, Epochs epochs, Duration patience, LongSupplier nanos) {
    this.codeServer = codeServer;
    this.epochs = epochs;
    this.patience = patience;
    this.nanos = nanos;
  }

  /**
   * Tells whether the Code Server may have a further lease.
   *
   * @param missing coming secrets that it has not spread to its routers
   */
  boolean allowsLease(List<Epoch> missing) {
    since.keySet().retainAll(missing);
    named.retainAll(missing);
    missing.forEach(epoch -> since.putIfAbsent(epoch, nanos.getAsLong()));
    List<Epoch> overdue = missing.stream().filter(this::isOverdue).toList();
    if (overdue.isEmpty()) {
      return true;
    }
    Set<Epoch> elsewhere = new HashSet<>(epochs.activation().spreadByOthers(codeServer));
    List<Epoch> refused = overdue.stream().filter(elsewhere::contains).toList();
    refused.forEach(this::name);
    return refused.isEmpty();
  }

  private boolean isOverdue(Epoch epoch) {
    return nanos.getAsLong() - since.get(epoch) >= patience.toNanos();
  }

  private void name(Epoch epoch) {
    if (named.add(epoch)) {
      LOG.warn(
          "code-server={} has not spread the secret of {} for {} s: it gets no further lease, and"
              + " the refresh goes on without it",
          codeServer,
          epoch,
          patience.toSeconds());
    }
  }
}
