package dev.rosa.as.staging;

import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.records.Epochs.Live;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.StartupGrace;
import dev.rosa.keys.CodeSecret;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client of one Code Server: it stages secrets, offers the domain's state and the audit log's
 * checkpoint, renews the Code Server's lease, and records the publications that it took. It has the
 * Code Server destroy secrets that were retired. A round stages for a second at most, so that a
 * state or a lease never waits for hundreds of secrets. It repeats what failed, and logs one line
 * whenever that changes. Owned by one thread, which calls {@link #tick} every quarter of a second.
 *
 * <p>After a start on either side every secret is staged again: a Code Server that lost its storage
 * gets it back.
 */
public final class SecretStagingClient {
  private static final Logger LOG = LoggerFactory.getLogger(SecretStagingClient.class);
  private static final long FIRST_BACKOFF_MILLIS = 250;
  private static final long MAX_BACKOFF_MILLIS = 5_000;
  private static final long STAGING_NANOS = 1_000_000_000L;

  /** Calls that are under way at a time. */
  private static final int TOGETHER = 16;

  /** Failures of calls to a Code Server that may still be starting. */
  private static final Set<ControlFailure.Kind> STARTING =
      Set.of(ControlFailure.Kind.NOT_CONNECTED, ControlFailure.Kind.LATE);

  private final CodeServerCalls calls;
  private final StagingRecords records;
  private final LeaseKeeper lease;
  private final StateOffers offers;
  private final LackingSecrets lacking;
  private final CheckpointOffers checkpoints;
  private final PublicationIntake publications;
  private final StartupGrace startupGrace;
  private final Set<Epoch> confirmed = new HashSet<>();
  private long backoffMillis = FIRST_BACKOFF_MILLIS;
  private long nextAttemptNanos = System.nanoTime();
  private final TroubleLog trouble;

  /** The secret that is on its way, for the log; null: none is. */
  private Epoch underWay;

  private int staged;

  /** When this round stages no more. */
  private long stagedUntilNanos;

  /** True since a round that gave no lease as the state is not there. */
  private boolean withheld;

  /** True since a round that ended as the audit log is not known to be the domain's. */
  private boolean stopped;

  /**
   * A client of one Code Server.
   *
   * @param calls closed with the client
   */
  public SecretStagingClient(
      CodeServerCalls calls,
      StagingRecords records,
      RefreshPolicy policy,
      InstantSource clock,
      StartupGrace startupGrace) {
    this.calls = calls;
    this.records = records;
    this.lease = new LeaseKeeper(calls, records, policy, clock, System::nanoTime);
    this.offers = new StateOffers(calls, records.state());
    this.lacking = new LackingSecrets(calls.address(), records.epochs(), policy);
    this.checkpoints =
        new CheckpointOffers(
            calls, records.log(), records.forks(), System::nanoTime, new TroubleLog(clock));
    this.publications =
        new PublicationIntake(
            calls, records.publications(), clock, System::nanoTime, new TroubleLog(clock));
    this.trouble = new TroubleLog(clock);
    this.startupGrace = startupGrace;
  }

  /** The Code Server's address. */
  public HostPort codeServer() {
    return calls.address();
  }

  /** States that the Code Server has taken. */
  public long statesTaken() {
    return offers.taken();
  }

  /** Does what is due, unless an earlier failure says to wait. */
  void tick() {
    if (System.nanoTime() - nextAttemptNanos < 0 || lease.isResting()) {
      return;
    }
    underWay = null;
    staged = 0;
    beginShare();
    try {
      round();
      succeeded();
    } catch (StatusRuntimeException e) {
      lease.forget();
      failed(e);
    } catch (IllegalArgumentException e) {
      lease.forget();
      failed(
          Status.INTERNAL.withDescription("a wrong reply: " + e.getMessage()).asRuntimeException());
    }
  }

  /**
   * The order matters: a Code Server that refuses a coming secret goes on to serve those in use. A
   * secret follows the state that names it, and with it the revocation of a router that must not
   * get the secret. A lease follows the state and the secrets in use. A server whose audit log was
   * set back gives no orders: its state would end epochs that others have in use.
   */
  private void round() {
    if (lease.begin()) {
      confirmed.clear();
      offers.forget();
      checkpoints.forget();
      publications.forget();
    }
    checkpoints.offer();
    if (isStopped()) {
      return;
    }
    offers.offer();
    List<Live> live = records.epochs().live();
    boolean stagedAll = stageInUse(live.stream().filter(Live::active).map(Live::epoch).toList());
    List<Epoch> coming = live.stream().filter(each -> !each.active()).map(Live::epoch).toList();
    boolean leased = lacking.allowsLease(notSpread(coming)) && stagedAll;
    if (leased) {
      lease.renewIfDue();
    }
    stage(coming.stream().filter(offers::announced).toList(), false);
    if (leased) {
      lease.spread(offers::announced);
    }
    beginShare();
    retire();
    publications.collect();
  }

  /** Neither staging nor retiring hundreds of secrets keeps the other waiting. */
  private void beginShare() {
    stagedUntilNanos = System.nanoTime() + STAGING_NANOS;
  }

  private boolean isStopped() {
    boolean now = !checkpoints.allowsOrders();
    if (now && !stopped) {
      LOG.info(
          "code-server={} gets no state, no secret and no lease before this server's audit log is"
              + " known to be the domain's",
          codeServer());
    }
    stopped = now;
    return now;
  }

  /** Stages secrets in use; returns whether all are there, and the state for a lease is, too. */
  private boolean stageInUse(List<Epoch> inUse) {
    List<Epoch> allowedNow = inUse.stream().filter(offers::allowsStaging).toList();
    stage(allowedNow, true);
    boolean allowed = offers.allowsLease() && allowedNow.size() == inUse.size();
    if (!allowed && !withheld) {
      LOG.info(
          "code-server={} lacks revocations of the domain's state: it gets no secret and no lease"
              + " before it has them",
          codeServer());
    }
    withheld = !allowed;
    return allowed && confirmed.containsAll(inUse);
  }

  /** A Code Server that says that it was started anew confirms anew, but is not waited for anew. */
  private List<Epoch> notSpread(List<Epoch> coming) {
    if (coming.isEmpty()) {
      return coming;
    }
    List<Epoch> spread = records.epochs().activation().spreadBy(codeServer());
    return coming.stream().filter(epoch -> !spread.contains(epoch)).toList();
  }

  private void stage(List<Epoch> epochs, boolean inUse) {
    List<Epoch> missing = epochs.stream().filter(epoch -> !confirmed.contains(epoch)).toList();
    doTogether(
        missing,
        epoch -> call(epoch, inUse),
        epoch -> {
          records.epochs().activation().confirm(epoch, codeServer());
          confirmed.add(epoch);
          staged++;
        });
  }

  /** Null: it was retired meanwhile. */
  private CodeServerCalls.Pending call(Epoch epoch, boolean inUse) {
    Optional<CodeSecret> secret = records.secrets().find(epoch.code(), epoch.number());
    if (secret.isEmpty()) {
      return null;
    }
    try {
      CodeServerCalls.Pending pending = calls.stage(epoch, secret.get(), inUse);
      return () -> {
        underWay = epoch;
        pending.await();
        underWay = null;
      };
    } finally {
      secret.get().destroy();
    }
  }

  /**
   * Makes a call for each epoch, some at a time: a Code Server may be far away.
   *
   * @param call null leaves the epoch out
   * @param done what is to be done once it is answered
   */
  private void doTogether(
      List<Epoch> epochs, Function<Epoch, CodeServerCalls.Pending> call, Consumer<Epoch> done) {
    for (int first = 0; first < epochs.size() && !isLate(); first += TOGETHER) {
      Map<Epoch, CodeServerCalls.Pending> some = new LinkedHashMap<>();
      for (Epoch epoch : epochs.subList(first, Math.min(first + TOGETHER, epochs.size()))) {
        CodeServerCalls.Pending pending = call.apply(epoch);
        if (pending != null) {
          some.put(epoch, pending);
        }
      }
      some.forEach(
          (epoch, pending) -> {
            pending.await();
            done.accept(epoch);
          });
    }
  }

  /** The rest is done in the next round. */
  private boolean isLate() {
    return System.nanoTime() - stagedUntilNanos > 0;
  }

  private void retire() {
    doTogether(
        records.ends().toRetireAt(codeServer()),
        calls::retire,
        epoch -> {
          records.ends().retiredAt(epoch, codeServer());
          confirmed.remove(epoch);
        });
  }

  private void failed(StatusRuntimeException failure) {
    if (calls.isClosed()) {
      return;
    }
    String reason = ControlFailure.describe(failure);
    boolean starting = startupGrace.last() && STARTING.contains(ControlFailure.kind(failure));
    trouble.tell(
        starting ? "waiting: " + reason : reason,
        leftOut -> {
          if (starting) {
            LOG.info("waiting for code-server={}: {}{}", codeServer(), reason, leftOut);
          } else {
            warn(reason, leftOut);
          }
        });
    nextAttemptNanos = System.nanoTime() + Duration.ofMillis(backoffMillis).toNanos();
    backoffMillis = Math.min(MAX_BACKOFF_MILLIS, 2 * backoffMillis);
  }

  private void warn(String reason, String leftOut) {
    if (underWay == null) {
      LOG.warn("code-server={} has not answered: {}; repeating{}", codeServer(), reason, leftOut);
    } else {
      LOG.warn(
          "code-server={} has not confirmed the secret of {}: {}; repeating{}",
          codeServer(),
          underWay,
          reason,
          leftOut);
    }
  }

  private void succeeded() {
    backoffMillis = FIRST_BACKOFF_MILLIS;
    trouble.over();
    if (staged > 0) {
      LOG.info(
          "code-server={} confirmed secrets={} in-all={}", codeServer(), staged, confirmed.size());
    }
  }

  /** Ends the connection. */
  void close() {
    calls.close();
  }
}
