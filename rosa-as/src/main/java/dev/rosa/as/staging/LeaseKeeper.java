package dev.rosa.as.staging;

import com.google.protobuf.ByteString;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.control.Backoff;
import dev.rosa.control.v1.AwaitedSecret;
import dev.rosa.control.v1.LeaseReply;
import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.PeerText;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeper of the lease under which one Code Server serves. A lease lasts from the Code Server's
 * reply before; it is recorded before the request that gives it is sent. The record therefore never
 * ends before the lease does. Owned by one thread.
 */
final class LeaseKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  /** Room for clocks of different speed. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  /** In place of the names of routers, where a reply has no room for them. */
  private static final List<String> MORE_ROUTERS = List.of("...");

  private static final int MOST_NAMES_CHARS = 500;

  /** More are not looked at: a Code Server names the lowest epochs first. */
  private static final int MOST_HELD = 1_000;

  /** Requests per length of a lease. */
  private static final int REQUESTS_PER_LEASE = 3;

  /** Renewals in a row that may fail before the record of the lease is let end. */
  private static final int MOST_FAILURES = 3;

  private final CodeServerCalls calls;
  private final StagingRecords records;
  private final RefreshPolicy policy;
  private final InstantSource clock;
  private final LongSupplier nanos;

  /** Monotonic times at which a staged secret was first waited for. */
  private final Map<Epoch, Long> waitingSince = new HashMap<>();

  private ByteString token = ByteString.EMPTY;
  private long start;
  private long repliedNanos;
  private long dueNanos;
  private long notBeforeNanos;
  private int failures;
  private long restMillis = Backoff.FIRST_MILLIS;
  private long restUntilNanos;

  LeaseKeeper(
      CodeServerCalls calls,
      StagingRecords records,
      RefreshPolicy policy,
      InstantSource clock,
      LongSupplier nanos) {
    this.calls = calls;
    this.records = records;
    this.policy = policy;
    this.clock = clock;
    this.nanos = nanos;
    this.dueNanos = nanos.getAsLong();
    this.notBeforeNanos = dueNanos;
    this.restUntilNanos = dueNanos;
  }

  /**
   * Asks a Code Server that is not known yet, and has it destroy what was retired.
   *
   * @return true if it was started since it was asked last
   */
  boolean begin() {
    if (!token.isEmpty()) {
      restMillis = Backoff.FIRST_MILLIS;
      return false;
    }
    LeaseReply reply = calls.holdLease(ByteString.EMPTY, policy.lease());
    records.ends().retiredOf(held(reply)).forEach(epoch -> calls.retire(epoch).await());
    boolean started = reply.getStart() != start;
    note(reply);
    start = reply.getStart();
    dueNanos = nanos.getAsLong();
    return started;
  }

  private static List<Epoch> held(LeaseReply reply) {
    return reply.getHeldList().stream()
        .limit(MOST_HELD)
        .map(held -> epoch(held.getCodeDigest(), held.getEpoch()))
        .distinct()
        .toList();
  }

  /** True while a Code Server that says again and again that it was started is left alone. */
  boolean isResting() {
    return nanos.getAsLong() - restUntilNanos < 0;
  }

  private void rest() {
    forget();
    restUntilNanos = nanos.getAsLong() + Duration.ofMillis(restMillis).toNanos();
    restMillis = Math.min(Backoff.LONGEST_MILLIS, 2 * restMillis);
  }

  /** After a failure the Code Server may be another one. */
  void forget() {
    token = ByteString.EMPTY;
  }

  /** Renews the lease if it is time; to be called only when all secrets in use are there. */
  void renewIfDue() {
    if (mayRenew() && nanos.getAsLong() - dueNanos >= 0) {
      LeaseReply unused = renew();
    }
  }

  private LeaseReply renew() {
    boolean late = nanos.getAsLong() - repliedNanos > policy.lease().toNanos() / 2;
    records
        .epochs()
        .activation()
        .lease(calls.address(), clock.instant().plus(policy.lease()).plus(MARGIN));
    LeaseReply reply = answered(token);
    if (reply.getStart() == start) {
      note(reply);
      long pause = policy.lease().toNanos() / REQUESTS_PER_LEASE;
      dueNanos = nanos.getAsLong() + (late ? 0 : pause);
    } else {
      rest();
    }
    return reply;
  }

  private LeaseReply answered(ByteString token) {
    try {
      LeaseReply reply = calls.holdLease(token, policy.lease());
      failures = 0;
      return reply;
    } catch (StatusRuntimeException e) {
      failures++;
      letRecordEnd();
      throw e;
    }
  }

  /**
   * Each request is recorded before it is sent. Without a pause, a Code Server that answers none of
   * them would be waited for without end.
   */
  private void letRecordEnd() {
    if (failures % MOST_FAILURES == 0) {
      Duration pause = policy.lease().plus(MARGIN.multipliedBy(MOST_FAILURES));
      notBeforeNanos = nanos.getAsLong() + pause.toNanos();
    }
  }

  private boolean mayRenew() {
    return !token.isEmpty() && nanos.getAsLong() - notBeforeNanos >= 0;
  }

  private void note(LeaseReply reply) {
    token = reply.getToken();
    repliedNanos = nanos.getAsLong();
    if (token.isEmpty()) {
      rest();
    }
  }

  /**
   * Notes which staged secrets the routers have, or are no longer waited for with.
   *
   * @param announced tells whether the state that the Code Server carries names an epoch
   */
  void spread(Predicate<Epoch> announced) {
    List<Epoch> spreading =
        records.epochs().activation().spreading(calls.address()).stream()
            .filter(announced)
            .toList();
    waitingSince.keySet().retainAll(spreading);
    if (spreading.isEmpty() || !mayRenew()) {
      return;
    }
    LeaseReply reply = renew();
    if (token.isEmpty()) {
      return; // It was started anew: it may not hold these secrets.
    }
    Map<Epoch, List<String>> awaited = awaited(reply);
    List<String> unnamed = reply.getMoreAwaited() ? MORE_ROUTERS : List.of();
    List<Epoch> spread = new ArrayList<>();
    for (Epoch epoch : spreading) {
      List<String> routers = awaited.getOrDefault(epoch, unnamed);
      if (routers.isEmpty() || isOverdue(epoch, routers)) {
        spread.add(epoch);
      }
    }
    if (!spread.isEmpty()) {
      records.epochs().activation().spread(spread, calls.address());
    }
  }

  private static Map<Epoch, List<String>> awaited(LeaseReply reply) {
    Map<Epoch, List<String>> awaited = new HashMap<>();
    for (AwaitedSecret secret : reply.getAwaitedList()) {
      awaited.put(epoch(secret.getCodeDigest(), secret.getEpoch()), secret.getRoutersList());
    }
    return awaited;
  }

  private boolean isOverdue(Epoch epoch, List<String> routers) {
    long since = waitingSince.computeIfAbsent(epoch, first -> nanos.getAsLong());
    boolean overdue = nanos.getAsLong() - since >= policy.routersWait().toNanos();
    if (overdue) {
      LOG.warn(
          "not waiting for routers that have not fetched {}: code-server={} routers={}",
          epoch,
          calls.address(),
          PeerText.line(String.join(",", routers), MOST_NAMES_CHARS));
    }
    return overdue;
  }

  private static Epoch epoch(ByteString code, int number) {
    return new Epoch(CodeDigest.of(code.toByteArray()), number);
  }
}
