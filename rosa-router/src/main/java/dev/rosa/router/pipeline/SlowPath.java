package dev.rosa.router.pipeline;

import dev.rosa.bundle.BundleException;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.router.evidence.DropRecorder;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.pipeline.Fetcher.Arrival;
import dev.rosa.serving.MinuteRates;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slow path of a worker: it holds code and secrets, and fetches missing ones while their packets
 * are parked. Each is fetched once while the packets that need it are parked (PROTOCOL §5 steps 6
 * and 10). Owned by one worker; only the answers arrive from other threads, through a queue.
 */
public final class SlowPath {

  /** Loader that turns a bundle's bytes into code that runs: digest compared, verified, loaded. */
  public interface CodeLoader {
    /** Loads a bundle, or says why not. */
    LoadedCode load(byte[] bundle, CodeDigest expected) throws BundleException;
  }

  /** The state of a fetch that has brought nothing yet. */
  private static final class Fetch {
    Catalogue askedUnder;
    Object askedOf;
    long notBeforeNanos;
    boolean underWay;
  }

  /**
   * A refusal, the catalogue in force, and the Code Server: it says nothing about what comes with a
   * later catalogue, or from another server or a new stream of it.
   */
  private record Refusal(DropReason reason, Catalogue under, Object from) {

    boolean isOf(CodeSource source) {
      return under == source.catalogue() && from == source.server();
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(SlowPath.class);
  private static final long RETRY_NANOS = 250_000_000L;
  private static final int LINES_PER_MINUTE = 60;

  /** Fetches per code at a time: its bundle and a few epochs; no honest traffic needs more. */
  private static final int FETCHES_PER_CODE = 5;

  /** Fetches under way, above which none is begun ahead of its packets. */
  private static final int MOST_AHEAD = 8;

  private final CodeSource source;
  private final Fetcher fetcher;
  private final Runnable wakeUp;
  private final Parking parking;

  /** Packets of epochs to come, until the catalogue that announces them is here. */
  private final Parking unannounced;

  private final RouterCounters counters;

  /** Null: no firewall wants evidence. */
  private final DropRecorder evidence;

  private final HeldSecrets secrets = new HeldSecrets();
  private final Map<CodeDigest, LoadedCode> codes = new HashMap<>();
  private final MinuteRates<String> lines = new MinuteRates<>();
  private final Map<AwaitedItem, Fetch> fetches = new HashMap<>();
  private final Map<AwaitedItem, Refusal> refusals = new HashMap<>();
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
    this.fetcher = new Fetcher(supplies, this::arrive);
    this.parking = parking;
    this.unannounced = parking.ofUnannounced();
    this.wakeUp = wakeUp;
    this.counters = counters;
    this.evidence = supplies.evidence();
  }

  /** Kci, or null if it is not held. */
  CodeSecret secret(CodeDigest code, int epoch) {
    return secrets.find(new AwaitedItem.Secret(code, epoch));
  }

  /** The code, or null if it is not loaded. */
  LoadedCode code(CodeDigest code) {
    return codes.get(code);
  }

  /**
   * Parks a packet until what it needs has come, and sees to it that it is fetched. A secret that
   * the catalogue does not announce is not fetched: a Code Server announces it before its epoch is
   * used, so the packet waits for the announcement. A refused need is fetched again under another
   * catalogue, or from another Code Server.
   *
   * @return null if it is parked, else why it must be dropped
   */
  DropReason await(AwaitedItem awaited, PacketJob job, long nowNanos) {
    Catalogue inForce = source.catalogue();
    if (awaited instanceof AwaitedItem.Secret secret && !inForce.announces(secret)) {
      park(unannounced, awaited, job, nowNanos, DropReason.UNKNOWN_EPOCH);
      return null;
    }
    Refusal refusal = refusals.get(awaited);
    if (refusal != null && refusal.isOf(source)) {
      return refusal.reason();
    }
    if (!fetches.containsKey(awaited)) {
      if (fetchesFor(awaited.code()) >= FETCHES_PER_CODE) {
        return DropReason.UNKNOWN_EPOCH;
      }
      begin(awaited);
    }
    park(parking, awaited, job, nowNanos, DropReason.PARKED_OVERFLOW);
    return null;
  }

  private void park(
      Parking room, AwaitedItem awaited, PacketJob job, long nowNanos, DropReason whenDisplaced) {
    room.park(awaited, job, nowNanos, displaced -> drop(displaced, whenDisplaced));
    countParked();
  }

  private void drop(Parking.Parked parked, DropReason reason) {
    counters.drop(reason);
    if (evidence != null && reason.isEvidence(parked.accepted())) {
      evidence.record(parked.buffer(), reason.ordinal());
    }
  }

  private void countParked() {
    parkedNow = parking.size() + unannounced.size();
  }

  private long fetchesFor(CodeDigest code) {
    long count = 0;
    for (AwaitedItem awaited : fetches.keySet()) {
      count += awaited.code().equals(code) ? 1 : 0;
    }
    return count;
  }

  private void begin(AwaitedItem awaited) {
    Fetch fetch = new Fetch();
    fetches.put(awaited, fetch);
    start(awaited, fetch);
  }

  private void start(AwaitedItem awaited, Fetch fetch) {
    fetch.underWay = true;
    fetch.askedUnder = source.catalogue();
    fetch.askedOf = source.server();
    fetcher.fetch(awaited);
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
      takeUpCatalogue();
    }
    if (!fetches.isEmpty()) {
      retry(nowNanos);
    }
    if (ahead.isWanting()) {
      fetchAhead();
    }
    if (parkedNow > 0) {
      parking.expire(nowNanos, parked -> drop(parked, DropReason.PARKED_TIMEOUT));
      unannounced.expire(nowNanos, parked -> drop(parked, DropReason.UNKNOWN_EPOCH));
    }
    countParked();
  }

  private void takeUpCatalogue() {
    forgetWhatLeft();
    refusals.values().removeIf(refusal -> refusal.under() != seen);
    unannounced.releaseAll(
        awaited -> awaited instanceof AwaitedItem.Secret secret && seen.announces(secret),
        ready::add);
    ahead.take(seen, secrets.names());
  }

  /** Every code that this router may have is fetched before its packets come, from now on. */
  void beginFetchingAhead() {
    ahead.begin();
    seen = Catalogue.EMPTY;
  }

  private void fetchAhead() {
    while (ahead.isWanting() && fetches.size() < MOST_AHEAD) {
      AwaitedItem awaited = ahead.next();
      if (!isHeld(awaited) && !fetches.containsKey(awaited)) {
        begin(awaited);
      }
    }
  }

  private boolean isHeld(AwaitedItem awaited) {
    return awaited instanceof AwaitedItem.Secret secret
        ? secrets.find(secret) != null
        : codes.containsKey(awaited.code());
  }

  /** True if every fetch has been answered, and none is to be begun. */
  boolean isSettled() {
    return !ahead.isWanting() && fetches.values().stream().noneMatch(fetch -> fetch.underWay);
  }

  /** Code that is loaded: a packet of it waits for no more than its secret. */
  Collection<LoadedCode> loadedCodes() {
    return codes.values();
  }

  /** Removes code: a packet that needs it has it loaded again. */
  void forget(CodeDigest code) {
    codes.remove(code);
  }

  private void settle(Arrival arrival, long nowNanos) {
    AwaitedItem awaited = arrival.awaited();
    Fetch fetch = fetches.get(awaited);
    if (fetch == null || !fetch.underWay) {
      return; // A second answer to one question.
    }
    fetch.underWay = false;
    switch (outcome(arrival)) {
      case FOUND -> {
        hold(arrival);
        fetches.remove(awaited);
        parking.release(awaited, ready::add);
      }
      case UNAVAILABLE, FALSE -> {
        fetch.notBeforeNanos = nowNanos + RETRY_NANOS;
        LOG.debug("code {}: {}", awaited.code(), arrival.detail());
      }
      case UNKNOWN, REFUSED, CORRUPT, UNACCEPTED -> {
        if (fetch.askedUnder == source.catalogue() && fetch.askedOf == source.server()) {
          refuse(arrival, nowNanos);
        } else {
          fetch.notBeforeNanos = nowNanos;
        }
      }
    }
  }

  /** The state that is in force now may have come while the secret was on its way. */
  private Outcome outcome(Arrival arrival) {
    if (arrival.secret() == null || !isFalse(arrival)) {
      return arrival.outcome();
    }
    arrival.secret().destroy();
    return Outcome.FALSE;
  }

  private boolean isFalse(Arrival arrival) {
    return arrival.awaited() instanceof AwaitedItem.Secret name
        && source.catalogue().contradicts(name, arrival.secret());
  }

  private void refuse(Arrival arrival, long nowNanos) {
    AwaitedItem awaited = arrival.awaited();
    DropReason reason = reason(arrival);
    // A Code Server can have the same refused again and again.
    if (lines.take("refusals", LINES_PER_MINUTE, Instant.EPOCH.plusNanos(nowNanos)).isPresent()) {
      LOG.warn("code {}: {}: {}", awaited.code(), reason, arrival.detail());
    }
    fetches.remove(awaited);
    refusals.put(awaited, new Refusal(reason, source.catalogue(), source.server()));
    parking.release(awaited, parked -> drop(parked, reason));
  }

  private static DropReason reason(Arrival arrival) {
    return switch (arrival.outcome()) {
      case REFUSED -> DropReason.CODE_REFUSED;
      case CORRUPT, UNACCEPTED -> DropReason.CODE_INVALID;
      default ->
          arrival.awaited() instanceof AwaitedItem.Secret
              ? DropReason.UNKNOWN_EPOCH
              : DropReason.UNKNOWN_CODE;
    };
  }

  private void hold(Arrival arrival) {
    if (arrival.awaited() instanceof AwaitedItem.Secret secret) {
      secrets.hold(secret, arrival.secret(), source.catalogue());
    } else {
      codes.put(arrival.awaited().code(), arrival.code());
    }
  }

  private void retry(long nowNanos) {
    var due = new ArrayDeque<AwaitedItem>();
    for (Map.Entry<AwaitedItem, Fetch> entry : fetches.entrySet()) {
      if (!entry.getValue().underWay && nowNanos - entry.getValue().notBeforeNanos >= 0) {
        due.add(entry.getKey());
      }
    }
    for (AwaitedItem awaited : due) {
      Fetch fetch = fetches.remove(awaited);
      if (parking.isAwaited(awaited)) {
        fetches.put(awaited, fetch);
        start(awaited, fetch);
      }
    }
  }

  /** Secrets and code that the catalogue no longer names are not kept. */
  private void forgetWhatLeft() {
    secrets.compare(seen);
    codes.keySet().removeIf(code -> !isNamed(code));
  }

  private boolean isNamed(CodeDigest code) {
    Catalogue.Entry entry = seen.find(code.codeId().high(), code.codeId().low());
    return entry != null && entry.permitted();
  }

  /** The next packet that need not wait any longer, or null. */
  Parking.Parked nextReady() {
    return ready.poll();
  }

  /** True if packets need not wait any longer. */
  boolean hasReady() {
    return !ready.isEmpty();
  }

  /** Packets parked. From any thread. */
  int parkedNow() {
    return parkedNow;
  }
}
