package dev.rosa.router;

import dev.rosa.bundle.BundleException;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.CodeSource.Answer;
import dev.rosa.router.CodeSource.Outcome;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the fast path does not hold yet: code and secrets are fetched once each while the packets
 * that need them are parked (PROTOCOL §5 steps 6 and 10). Owned by one worker; only the answers
 * arrive from other threads, through a queue.
 */
final class SlowPath {

  /** Turns a bundle's bytes into code that runs: digest compared, verified, loaded. */
  public interface CodeLoader {
    /** Loads a bundle, or says why not. */
    LoadedCode load(byte[] bundle, CodeDigest expected) throws BundleException;
  }

  /** How a fetch stands. */
  private static final class Fetch {
    DropReason failure;

    /** What was in force when it was asked for: a refusal says nothing about what came later. */
    Catalogue askedUnder;

    long notBeforeNanos;
    boolean underWay;
  }

  /** An answer on its way to the worker; of the two values at most one is there. */
  private record Arrival(
      Need need, Outcome outcome, CodeSecret secret, LoadedCode code, String detail) {}

  private static final Logger LOG = LoggerFactory.getLogger(SlowPath.class);
  private static final long RETRY_NANOS = 250_000_000L;

  /** How long a refusal is believed before the Code Server is asked again. */
  private static final long FAILURE_NANOS = 1_000_000_000L;

  /** Fetches per code at a time: its bundle and a few epochs; more is nobody's honest traffic. */
  private static final int FETCHES_PER_CODE = 5;

  /** Fetches under way, above which none is begun ahead of its packets. */
  private static final int MOST_AHEAD = 8;

  private final CodeSource source;
  private final CodeLoader loader;
  private final Executor loading;
  private final Runnable wakeUp;
  private final Parking parking;
  private final RouterCounters counters;
  private final Map<Need.Secret, CodeSecret> secrets = new HashMap<>();
  private final Map<CodeDigest, LoadedCode> codes = new HashMap<>();
  private final Map<Need, Fetch> fetches = new HashMap<>();
  private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
  private final Queue<Parking.Parked> ready = new ArrayDeque<>();
  private final FetchAhead ahead = new FetchAhead();
  private Catalogue seen = Catalogue.EMPTY;
  private volatile int parkedNow;

  /**
   * A slow path.
   *
   * @param wakeUp lets the worker notice an answer
   */
  SlowPath(
      RouterWorker.Supplies supplies, Parking parking, Runnable wakeUp, RouterCounters counters) {
    this.source = supplies.source();
    this.loader = supplies.loader();
    this.loading = supplies.loading();
    this.parking = parking;
    this.wakeUp = wakeUp;
    this.counters = counters;
  }

  /** Kci, or null if it is not held. */
  CodeSecret secret(CodeDigest code, int epoch) {
    return secrets.get(new Need.Secret(code, epoch));
  }

  /** The code, or null if it is not loaded. */
  LoadedCode code(CodeDigest code) {
    return codes.get(code);
  }

  /**
   * Parks a packet until what it needs has come, and sees to it that it is fetched.
   *
   * @return null if it is parked, else why it must be dropped
   */
  DropReason await(Need need, PacketJob job, long nowNanos) {
    Fetch fetch = fetches.get(need);
    if (fetch == null) {
      if (fetchesFor(need.code()) >= FETCHES_PER_CODE) {
        return DropReason.UNKNOWN_EPOCH;
      }
      fetch = new Fetch();
      fetches.put(need, fetch);
      start(need, fetch);
    } else if (fetch.failure != null) {
      if (fetch.askedUnder == source.catalogue()) {
        return fetch.failure;
      }
      start(need, fetch);
    }
    parking.park(need, job, nowNanos, overflow -> counters.drop(DropReason.PARKED_OVERFLOW));
    parkedNow = parking.size();
    return null;
  }

  private long fetchesFor(CodeDigest code) {
    long count = 0;
    for (Need need : fetches.keySet()) {
      count += need.code().equals(code) ? 1 : 0;
    }
    return count;
  }

  private void start(Need need, Fetch fetch) {
    fetch.underWay = true;
    fetch.failure = null;
    fetch.askedUnder = source.catalogue();
    if (need instanceof Need.Secret secret) {
      source
          .fetchSecret(secret.code(), secret.epoch())
          .thenAccept(
              answer ->
                  arrive(
                      new Arrival(need, answer.outcome(), answer.value(), null, answer.detail())));
    } else {
      source
          .fetchCode(need.code())
          .thenAcceptAsync(answer -> arrive(loaded(need, answer)), loading);
    }
  }

  // Whatever else loading brings about: without an arrival nobody would ever ask again.
  @SuppressWarnings("CatchThrowable")
  private Arrival loaded(Need need, Answer<byte[]> answer) {
    if (answer.outcome() != Outcome.FOUND) {
      return new Arrival(need, answer.outcome(), null, null, answer.detail());
    }
    try {
      LoadedCode code = loader.load(answer.value(), need.code());
      return new Arrival(need, Outcome.FOUND, null, code, "");
    } catch (BundleException e) {
      return new Arrival(need, Outcome.CORRUPT, null, null, e.getMessage());
    } catch (Throwable e) {
      return new Arrival(need, Outcome.CORRUPT, null, null, "loading failed: " + e);
    }
  }

  private void arrive(Arrival arrival) {
    arrivals.add(arrival);
    wakeUp.run();
  }

  /** Takes in what has come, and sees to what waits: to be called often, also when idle. */
  void tend(long nowNanos) {
    for (Arrival arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
      settle(arrival, nowNanos);
    }
    if (source.catalogue() != seen) {
      seen = source.catalogue();
      forgetWhatLeft();
      if (ahead.isOn()) {
        ahead.want(seen);
      }
    }
    if (!fetches.isEmpty()) {
      retry(nowNanos);
    }
    if (ahead.isWanting()) {
      fetchAhead();
    }
    if (parking.size() > 0) {
      parking.expire(nowNanos, parked -> counters.drop(DropReason.PARKED_TIMEOUT));
    }
    parkedNow = parking.size();
  }

  /** Every code that this router may have is fetched before its packets come, from now on. */
  void beginFetchingAhead() {
    ahead.begin();
    seen = Catalogue.EMPTY;
  }

  private void fetchAhead() {
    while (ahead.isWanting() && fetches.size() < MOST_AHEAD) {
      Need need = ahead.next();
      if (!isHeld(need) && !fetches.containsKey(need)) {
        Fetch fetch = new Fetch();
        fetches.put(need, fetch);
        start(need, fetch);
      }
    }
  }

  private boolean isHeld(Need need) {
    return need instanceof Need.Secret secret
        ? secrets.containsKey(secret)
        : codes.containsKey(need.code());
  }

  /** Whether every fetch has been answered, and none is to be begun. */
  boolean isSettled() {
    return !ahead.isWanting() && fetches.values().stream().noneMatch(fetch -> fetch.underWay);
  }

  /** Code that is loaded: a packet of it waits for no more than its secret. */
  Collection<LoadedCode> loadedCodes() {
    return codes.values();
  }

  /** Lets go of code: whoever wants it has to load it again. */
  void forget(CodeDigest code) {
    codes.remove(code);
  }

  private void settle(Arrival arrival, long nowNanos) {
    Need need = arrival.need();
    Fetch fetch = fetches.get(need);
    fetch.underWay = false;
    switch (arrival.outcome()) {
      case FOUND -> {
        hold(arrival);
        fetches.remove(need);
        parking.release(need, ready::add);
      }
      case UNAVAILABLE -> fetch.notBeforeNanos = nowNanos + RETRY_NANOS;
      case UNKNOWN, REFUSED, CORRUPT -> {
        if (fetch.askedUnder == source.catalogue()) {
          refuse(arrival, fetch, nowNanos);
        } else {
          fetch.notBeforeNanos = nowNanos;
        }
      }
    }
  }

  private void refuse(Arrival arrival, Fetch fetch, long nowNanos) {
    Need need = arrival.need();
    fetch.failure = reason(arrival);
    fetch.notBeforeNanos = nowNanos + FAILURE_NANOS;
    LOG.warn("code {}: {}: {}", need.code(), fetch.failure, arrival.detail());
    parking.release(need, parked -> counters.drop(fetch.failure));
  }

  private static DropReason reason(Arrival arrival) {
    return switch (arrival.outcome()) {
      case REFUSED -> DropReason.CODE_REFUSED;
      case CORRUPT -> DropReason.CODE_INVALID;
      default ->
          arrival.need() instanceof Need.Secret
              ? DropReason.UNKNOWN_EPOCH
              : DropReason.UNKNOWN_CODE;
    };
  }

  private void hold(Arrival arrival) {
    if (arrival.need() instanceof Need.Secret secret) {
      secrets.put(secret, arrival.secret());
    } else {
      codes.put(arrival.need().code(), arrival.code());
    }
  }

  private void retry(long nowNanos) {
    var due = new ArrayDeque<Need>();
    for (Map.Entry<Need, Fetch> entry : fetches.entrySet()) {
      if (!entry.getValue().underWay && nowNanos - entry.getValue().notBeforeNanos >= 0) {
        due.add(entry.getKey());
      }
    }
    for (Need need : due) {
      Fetch fetch = fetches.remove(need);
      if (fetch.failure == null && parking.isAwaited(need)) {
        fetches.put(need, fetch);
        start(need, fetch);
      }
    }
  }

  /** Secrets and code that the catalogue no longer names are not kept. */
  private void forgetWhatLeft() {
    secrets
        .entrySet()
        .removeIf(
            held -> {
              boolean gone = !isNamed(held.getKey().code(), held.getKey().epoch());
              if (gone) {
                held.getValue().destroy();
              }
              return gone;
            });
    codes.keySet().removeIf(code -> !isNamed(code));
  }

  private boolean isNamed(CodeDigest code) {
    Catalogue.Entry entry = seen.find(code.codeId().high(), code.codeId().low());
    return entry != null && entry.permitted();
  }

  private boolean isNamed(CodeDigest code, int epoch) {
    return isNamed(code) && seen.find(code.codeId().high(), code.codeId().low()).mayKnow(epoch);
  }

  /** The next packet that need not wait any longer, or null. */
  Parking.Parked nextReady() {
    return ready.poll();
  }

  /** Whether packets need not wait any longer. */
  boolean hasReady() {
    return !ready.isEmpty();
  }

  /** Packets parked. From any thread. */
  int parkedNow() {
    return parkedNow;
  }
}
