package dev.rosa.firewall.plane;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.intake.ReportedEvidence;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.policy.BanRefusedException;
import dev.rosa.firewall.plane.policy.Decision;
import dev.rosa.firewall.plane.policy.HeldBan;
import dev.rosa.firewall.plane.policy.Offence;
import dev.rosa.firewall.plane.policy.Policy;
import dev.rosa.firewall.plane.policy.PolicySettings;
import dev.rosa.firewall.plane.policy.PolicySize;
import dev.rosa.firewall.plane.policy.SourceState;
import dev.rosa.serving.WatchedPart;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plane: one thread that decides on evidence and does what operators ask for. A ban is first in
 * force, then recorded; only then its asker and the reporters are told. Thread-safe.
 */
final class Plane implements AutoCloseable, WatchedPart {

  private static final Logger LOG = LoggerFactory.getLogger(Plane.class);
  private static final int MOST_AT_ONCE = 1_000;
  private static final long TEND_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** More than a turn takes also on a busy machine. */
  private static final long STUCK_SECONDS = 5;

  private final PlaneParts parts;
  private final Policy policy;
  private final PlaneCounts counts = new PlaneCounts();
  private final InForce inForce;
  private final Recording recording;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final CopyOnWriteArrayList<Consumer<Decision>> watchers = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "plane");

  /** Bans that made way for others since the last turn. */
  private final List<Ban> evicted = new ArrayList<>();

  private long tendedNanos = System.nanoTime();

  /** The last turn's begin. */
  private volatile long turnNanos = System.nanoTime();

  private volatile PolicySize size;
  private volatile boolean closed;

  private Plane(PlaneParts parts, PolicySettings settings) {
    this.parts = parts;
    this.policy = new Policy(settings, new NeverBannedNow(parts.allowed()), evicted::add);
    this.inForce = new InForce(parts.enforcement());
    this.recording = new Recording(parts.record(), policy, parts.news());
    this.size = policy.size();
    thread.setDaemon(true);
  }

  /**
   * Puts recorded bans in force, and begins.
   *
   * @throws IOException in one line if the enforcement cannot begin
   */
  static Plane start(PlaneParts parts, PolicySettings settings) throws IOException {
    Plane plane = new Plane(parts, settings);
    plane.restore(settings);
    plane.inForce.begin(plane.wantedBans());
    plane.policy.all().forEach(held -> parts.news().tell(held.ban()));
    plane.thread.start();
    return plane;
  }

  private void restore(PolicySettings settings) {
    long now = now();
    Duration forget = settings.times().forget();
    // Twice the longest memory of a count of 64 is more than enough: older ones are deleted.
    long since = now - forget.multipliedBy(64).toMillis();
    for (Offence offence : parts.record().offences(since)) {
      policy.restore(offence);
    }
    for (HeldBan held : parts.record().bans()) {
      boolean unused = policy.restore(held, now);
    }
    evicted.clear();
    size = policy.size();
  }

  private Enforcement.WantedBans wantedBans() {
    return new Enforcement.WantedBans() {
      @Override
      public Collection<Ban> inForce() {
        return wanted();
      }

      @Override
      public boolean isNeverBanned(Source source) {
        return parts.allowed().why(source).isPresent();
      }
    };
  }

  private Collection<Ban> wanted() {
    long now = now();
    return policy.all().stream().map(HeldBan::ban).filter(ban -> ban.endMillis() > now).toList();
  }

  private long now() {
    return parts.record().clock().millis();
  }

  private void run() {
    List<ReportedEvidence> batch = new ArrayList<>(MOST_AT_ONCE);
    while (!closed) {
      try {
        turnNanos = System.nanoTime();
        batch.clear();
        parts.queue().drain(batch, MOST_AT_ONCE, TEND_NANOS);
        decide(batch);
        doTasks();
        recording.catchUp();
        tend();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.error("a decision failed: {}", ConfigException.oneLine(e), e);
      }
    }
    doTasks();
  }

  private void decide(List<ReportedEvidence> batch) {
    List<Ban> made = new ArrayList<>();
    List<Long> arrivals = new ArrayList<>();
    for (ReportedEvidence reported : batch) {
      Decision decision = policy.decide(reported.evidence(), now());
      counts.count(decision);
      made.addAll(decision.bans());
      if (!decision.bans().isEmpty()) {
        arrivals.add(reported.arrivalNanos());
      }
      watchers.forEach(watcher -> watcher.accept(decision));
    }
    if (!made.isEmpty()) {
      put(made);
      long nanos = System.nanoTime();
      arrivals.forEach(arrival -> counts.countBlock(nanos - arrival));
      CompletableFuture<Void> unused = recording.banned(made);
      size = policy.size();
    }
  }

  /** Failures are mended later: the policy knows the bans. */
  private void put(List<Ban> bans) {
    try {
      force(bans);
    } catch (IOException e) {
      LOG.debug("bans are not in force yet", e);
    }
  }

  private void force(List<Ban> bans) throws IOException {
    if (!evicted.isEmpty()) {
      List<Ban> gone = new ArrayList<>(evicted);
      evicted.clear();
      inForce.leave(gone);
      recording.evicted(sourcesOf(gone), gone);
    }
    inForce.enforce(bans);
  }

  private static List<Source> sourcesOf(List<Ban> bans) {
    return bans.stream().map(Ban::source).distinct().toList();
  }

  private void doTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
      size = policy.size();
    }
  }

  private void tend() {
    long nanos = System.nanoTime();
    if (nanos - tendedNanos < TEND_NANOS) {
      return;
    }
    tendedNanos = nanos;
    List<Ban> ended = policy.removeEnded(now());
    if (!ended.isEmpty()) {
      recording.ended(ended);
      size = policy.size();
    }
    recording.retry();
    inForce.mend();
  }

  /** Does work in the deciding thread. */
  private <T> CompletableFuture<T> ask(Callable<CompletableFuture<T>> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    tasks.add(() -> answer(work, answer));
    parts.queue().wakeUp();
    return answer;
  }

  private static <T> void answer(Callable<CompletableFuture<T>> work, CompletableFuture<T> answer) {
    try {
      CompletableFuture<T> unused = work.call().whenComplete((t, e) -> complete(answer, t, e));
    } catch (Exception e) {
      answer.completeExceptionally(e);
    }
  }

  private static <T> void complete(CompletableFuture<T> answer, T result, Throwable failure) {
    if (failure == null) {
      answer.complete(result);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  private <T> CompletableFuture<T> read(Supplier<T> reading) {
    return ask(() -> CompletableFuture.completedFuture(reading.get()));
  }

  /**
   * Bans sources by an operator's wish: all or none.
   *
   * @return completes with the bans when they are in force and recorded
   */
  CompletableFuture<List<Ban>> ban(List<WantedBan> wanted) {
    return ask(
        () -> {
          List<Ban> made = banAll(wanted);
          Optional<IOException> failure = refusal(made);
          // Known to the policy: a refusal is mended, and a restart knows of the bans.
          recording.noteBanned(made);
          return whenRecorded(recording.flush(), failure, made);
        });
  }

  /** Puts bans in force; the refusal of the kernel, if there is one. */
  private Optional<IOException> refusal(List<Ban> bans) {
    try {
      force(bans);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(new IOException("not in force yet, trying again: " + e.getMessage(), e));
    }
  }

  /** An answer, or a failure, that its asker does not get before the record has it. */
  private static CompletableFuture<List<Ban>> whenRecorded(
      CompletableFuture<Void> recorded, Optional<IOException> failure, List<Ban> bans) {
    return recorded.thenCompose(
        unused ->
            failure
                .<CompletableFuture<List<Ban>>>map(CompletableFuture::failedFuture)
                .orElseGet(() -> CompletableFuture.completedFuture(bans)));
  }

  private List<Ban> banAll(List<WantedBan> wanted) throws BanRefusedException {
    Map<Source, String> refused = new LinkedHashMap<>();
    for (WantedBan each : wanted) {
      policy.refusal(each.source()).ifPresent(why -> refused.put(each.source(), why));
    }
    if (!refused.isEmpty()) {
      throw new BanRefusedException(refused);
    }
    policy.requireRoom(wanted.size());
    List<Ban> made = new ArrayList<>(wanted.size());
    for (WantedBan each : wanted) {
      made.add(policy.ban(each.source(), each.forTime().toMillis(), each.reason(), now()));
    }
    return made;
  }

  /** Lifts bans; completes with those that there were, when it is recorded. */
  CompletableFuture<List<Ban>> lift(List<Source> sources) {
    return ask(
        () -> {
          List<Ban> lifted = new ArrayList<>();
          sources.forEach(source -> lifted.addAll(policy.lift(source)));
          return lifted(sources, lifted);
        });
  }

  /** A lift that the kernel refuses is recorded all the same, and tried again. */
  private CompletableFuture<List<Ban>> lifted(List<Source> sources, List<Ban> bans) {
    Optional<IOException> failure = Optional.empty();
    try {
      inForce.lift(bans);
    } catch (IOException e) {
      failure = Optional.of(new IOException("not lifted yet, trying again: " + e.getMessage(), e));
    }
    CompletableFuture<Void> recorded = recording.lifted(sources, bans);
    return whenRecorded(recorded, failure, bans);
  }

  /** Lifts the bans of sources that are allowed now; completes with them. */
  CompletableFuture<List<Ban>> liftAllowed() {
    return ask(
        () -> {
          List<Ban> lifted = policy.liftAllowed(now());
          if (lifted.isEmpty()) {
            return CompletableFuture.completedFuture(lifted);
          }
          List<Source> sources = sourcesOf(lifted);
          sources.forEach(source -> LOG.info("lifted {}: it is allowed now", source));
          return lifted(sources, lifted);
        });
  }

  /** All bans and limits in force. */
  CompletableFuture<Collection<HeldBan>> bans() {
    return read(policy::all);
  }

  /** All that is known of a source. */
  CompletableFuture<SourceState> describe(Source source) {
    return read(() -> policy.describe(source, now()));
  }

  /** Layers in use, and what they dropped. */
  CompletableFuture<LayerReport> layers() {
    return ask(() -> CompletableFuture.completedFuture(inForce.report()));
  }

  /** Tells of each decision from now on; who hears it must not wait. */
  void watch(Consumer<Decision> watcher) {
    watchers.add(watcher);
  }

  PlaneCounts counts() {
    return counts;
  }

  PolicySize size() {
    return size;
  }

  /** The bans at the enforcement, for figures. */
  InForce inForce() {
    return inForce;
  }

  /** One line that says why bans may not come in force now; empty: there is no reason. */
  Optional<String> obstacle() {
    if (System.nanoTime() - turnNanos > TimeUnit.SECONDS.toNanos(STUCK_SECONDS)) {
      return Optional.of("the deciding thread has done nothing for " + STUCK_SECONDS + " s");
    }
    return inForce.isWorking()
        ? Optional.empty()
        : Optional.of("some bans are not in force; it is tried again");
  }

  /** Bans whose state could not be recorded yet: they are in force all the same. */
  int unrecorded() {
    return recording.unrecorded();
  }

  @Override
  public boolean hasFailed() {
    return !closed && !thread.isAlive();
  }

  /** Ends the thread, then the enforcement. */
  @Override
  public void close() throws IOException {
    closed = true;
    parts.queue().wakeUp();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int lost = recording.unrecorded();
    if (lost > 0) {
      LOG.warn("bans of {} sources are not recorded: the next start does not know them", lost);
    }
    inForce.close();
  }
}
