package dev.rosa.firewall.plane;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.Policy;
import dev.rosa.firewall.plane.record.PlaneRecord;
import dev.rosa.firewall.plane.record.RecordChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recording of what the policy has decided. What the disk does not take is tried again, and bans
 * stay in force meanwhile; reporters are told either way. The deciding thread's, but for {@link
 * #unrecorded}.
 */
final class Recording {

  private static final Logger LOG = LoggerFactory.getLogger(Recording.class);

  /** Sources tried again in one write. */
  private static final int RETRIED_TOGETHER = 1_000;

  /** Sources that the disk is given before it has answered: a slow one must not fill the memory. */
  private static final int MOST_UNDER_WAY = 10_000;

  /** Sources that wait to be tried again, beyond those that the policy knows something of. */
  private static final int MOST_FORGOTTEN = 100_000;

  private final PlaneRecord record;
  private final Policy policy;
  private final BanNews news;

  /** Sources whose state the record may not have, the last tried last; guarded by itself. */
  private final Set<Source> failed = new LinkedHashSet<>();

  private final List<Ban> noted = new ArrayList<>();
  private final AtomicInteger unrecorded = new AtomicInteger();

  /** Failed sources that are being tried again. */
  private final AtomicInteger retrying = new AtomicInteger();

  /** Sources that the disk has not answered for. */
  private final AtomicInteger underWay = new AtomicInteger();

  private int mostFailed = MOST_FORGOTTEN;
  private boolean isFailing;

  private CompletableFuture<Void> retried = CompletableFuture.completedFuture(null);

  Recording(PlaneRecord record, Policy policy, BanNews news) {
    this.record = record;
    this.policy = policy;
    this.news = news;
  }

  /** Records bans, then tells of them; while the disk is behind, it tells first. */
  CompletableFuture<Void> banned(List<Ban> bans) {
    if (isDiskBehind()) {
      bans.forEach(news::tell);
      return later(dropped(bans));
    }
    noteBanned(bans);
    return flush();
  }

  private boolean isDiskBehind() {
    return underWay.get() >= MOST_UNDER_WAY;
  }

  private CompletableFuture<Void> later(Collection<Source> sources) {
    synchronized (failed) {
      failed.addAll(sources);
      unrecorded.set(failed.size() + retrying.get());
    }
    return CompletableFuture.completedFuture(null);
  }

  /** Records that bans have made way for others, and tells of that. */
  void evicted(Collection<Source> sources, List<Ban> bans) {
    if (isDiskBehind()) {
      dropped(bans).forEach(news::tellLifted);
      CompletableFuture<Void> unused = later(sources);
    } else {
      CompletableFuture<Void> unused = lifted(sources, bans);
    }
  }

  /** Has bans recorded with the next {@link #flush}. */
  void noteBanned(List<Ban> bans) {
    noted.addAll(bans);
  }

  /** Records what is noted. */
  CompletableFuture<Void> flush() {
    List<Ban> bans = new ArrayList<>(noted);
    noted.clear();
    return write(dropped(bans), () -> bans.forEach(news::tell));
  }

  /** Sources that are banned, limits left out. */
  private static List<Source> dropped(List<Ban> bans) {
    return bans.stream()
        .filter(ban -> ban.action() == Ban.Action.DROP)
        .map(Ban::source)
        .distinct()
        .toList();
  }

  /**
   * Records the state of sources after bans were lifted, then tells of those bans. Reporters know
   * of no limits.
   */
  CompletableFuture<Void> lifted(Collection<Source> sources, List<Ban> bans) {
    return write(sources, () -> dropped(bans).forEach(news::tellLifted));
  }

  /** Records that bans have ended, which reporters know themselves. */
  void ended(List<Ban> bans) {
    CompletableFuture<Void> unused = write(dropped(bans), () -> {});
  }

  /**
   * Tries a part of what the disk did not take again, if the part before has an answer. Commands
   * wait for what is written before them.
   */
  void retry() {
    CompletableFuture<Void> unused = flush();
    forget();
    if (retried.isDone()) {
      retried = writeAgain(takeOldestFailed());
    }
  }

  /** Goes on with what was left for later, if the disk takes what it is given. */
  void catchUp() {
    boolean hasWork;
    synchronized (failed) {
      hasWork = !isFailing && !failed.isEmpty();
    }
    if (hasWork && !isDiskBehind()) {
      retry();
    }
  }

  /**
   * Leaves out sources that nothing is known of any more, where there are very many: if the disk
   * had them, a restart bans them again for the time that they had left.
   */
  private void forget() {
    synchronized (failed) {
      if (failed.size() > mostFailed) {
        long now = record.clock().millis();
        failed.removeIf(
            source -> policy.held(source).isEmpty() && policy.offence(source, now).isEmpty());
        mostFailed = failed.size() + MOST_FORGOTTEN;
        unrecorded.set(failed.size() + retrying.get());
      }
    }
  }

  private List<Source> takeOldestFailed() {
    synchronized (failed) {
      List<Source> oldest = failed.stream().limit(RETRIED_TOGETHER).toList();
      oldest.forEach(failed::remove);
      retrying.set(oldest.size());
      return oldest;
    }
  }

  private CompletableFuture<Void> write(Collection<Source> sources, Runnable then) {
    if (sources.isEmpty()) {
      then.run();
      return CompletableFuture.completedFuture(null);
    }
    return written(sources)
        .handle(
            (unused, failure) -> {
              underWay.addAndGet(-sources.size());
              then.run();
              settle(sources, failure);
              return null;
            });
  }

  private CompletableFuture<Void> writeAgain(Collection<Source> sources) {
    if (sources.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return written(sources)
        .handle(
            (unused, failure) -> {
              underWay.addAndGet(-sources.size());
              // At once: they must not be left out of those that are unrecorded.
              synchronized (failed) {
                retrying.set(0);
                settle(sources, failure);
              }
              return null;
            });
  }

  private CompletableFuture<Boolean> written(Collection<Source> sources) {
    long now = record.clock().millis();
    List<RecordChange> changes = new ArrayList<>(sources.size());
    for (Source source : sources) {
      changes.add(new RecordChange(source, policy.held(source), policy.offence(source, now)));
    }
    underWay.addAndGet(sources.size());
    return record.write(changes).toCompletableFuture();
  }

  private void settle(Collection<Source> sources, Throwable failure) {
    synchronized (failed) {
      boolean hadFailed = isFailing;
      if (failure != null) {
        failed.addAll(sources);
      }
      unrecorded.set(failed.size() + retrying.get());
      isFailing = failure != null || (hadFailed && unrecorded.get() > 0);
      if (failure != null && !hadFailed) {
        LOG.error(
            "bans are in force but cannot be recorded, trying again: {}",
            ConfigException.oneLine(failure));
      } else if (hadFailed && !isFailing) {
        LOG.info("all bans are recorded again");
      }
    }
    if (failure != null) {
      throw new IllegalStateException("in force, but not recorded", failure);
    }
  }

  /** Sources whose state is not recorded. */
  int unrecorded() {
    return unrecorded.get();
  }
}
