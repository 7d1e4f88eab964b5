package dev.rosa.router.execution;

import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.MinuteRates;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Breaker of one code: it stops a code that fails too often, until an operator has looked at it.
 * Meanwhile the code's failure policy applies to its packets. A user on whose packets alone it
 * fails stops it for himself: for all it is stopped by failures of which no user has more than a
 * third. Shared by all workers; thread-safe.
 */
public final class CodeBreaker {

  /**
   * Number of failures that stop a code.
   *
   * @param failures faults and used up budgets together; 0: no code is stopped
   * @param within time from the first of them to the last
   */
  public record Limits(int failures, Duration within) {

    /** 100 in 10 s. */
    public static final Limits DEFAULT = new Limits(100, Duration.ofSeconds(10));

    static final Limits NONE = new Limits(0, Duration.ZERO);
  }

  /**
   * Stop of a code.
   *
   * @param since when it was stopped
   * @param session the session whose packet it failed on last
   * @param failure the last failure: {@code fault}, or the budget that was used up
   */
  public record Stop(Instant since, long session, String failure) {}

  private static final Logger LOG = LoggerFactory.getLogger(CodeBreaker.class);
  private static final int SHORT_DIGITS = 8;
  private static final int LINES_PER_MINUTE = 20;

  /** Of the failures that stop a code for all users, a user may have one part of so many. */
  private static final int PARTS = 3;

  private final CodeDigest code;
  private final Limits limits;
  private final WorkerClock clock;

  /** Failures that count for all users, or null without a limit. */
  private final FailureWindow ofAll;

  /** Those of the users on whose packets it has failed last. */
  private final Map<SessionUser, FailureWindow> ofUsers = new LinkedHashMap<>(16, 0.75f, true);

  private final MinuteRates<CodeDigest> lines = new MinuteRates<>();

  private volatile CodeStops stops = CodeStops.NONE;

  CodeBreaker(CodeDigest code, Limits limits, WorkerClock clock) {
    this.code = code;
    this.limits = limits;
    this.clock = clock;
    this.ofAll = limits.failures() == 0 ? null : new FailureWindow(limits);
  }

  /** A breaker that never stops its code. */
  public static CodeBreaker never(CodeDigest code) {
    return new CodeBreaker(code, Limits.NONE, WorkerClock.system());
  }

  CodeDigest code() {
    return code;
  }

  /**
   * True if a line about the code's failures may be logged. Each instance tells of its first one,
   * and there can be any number of instances, one after the other.
   */
  boolean mayTell() {
    return lines.take(code, LINES_PER_MINUTE, clock.wall().instant()).isPresent();
  }

  /** True if the code is not to be run on packets of some user at least: a quick look. */
  boolean isOpen() {
    return stops != CodeStops.NONE;
  }

  /** True if the code is not to be run on packets of this user. */
  boolean isOpenFor(long userHigh, long userLow) {
    return stops.concern(userHigh, userLow);
  }

  /** The stop for all users that is in force. */
  Optional<Stop> stop() {
    return Optional.ofNullable(stops.forAll());
  }

  /** The stops for single users that are in force. */
  List<Stop> stopsOfUsers() {
    return stops.ofUsers();
  }

  /**
   * Takes note of a failure, which may be the one that stops the code.
   *
   * @param userHigh user whose packet it was, with {@code userLow}
   */
  synchronized void failed(long userHigh, long userLow, long session, String failure) {
    if (ofAll == null || stops.concern(userHigh, userLow)) {
      return;
    }
    long now = clock.nanos().getAsLong();
    Stop stop = new Stop(clock.wall().instant(), session, failure);
    int ofUser = window(new SessionUser(userHigh, userLow)).add(now);
    if (ofUser <= (ofAll.most() + PARTS - 1) / PARTS && ofAll.add(now) == ofAll.most()) {
      stopForAll(stop);
    } else if (ofUser == ofAll.most()) {
      stopFor(userHigh, userLow, stop);
    }
  }

  private FailureWindow window(SessionUser user) {
    FailureWindow window = ofUsers.computeIfAbsent(user, unused -> new FailureWindow(limits));
    if (ofUsers.size() > CodeStops.MOST_USERS) {
      ofUsers.remove(ofUsers.keySet().iterator().next());
    }
    return window;
  }

  private void stopForAll(Stop stop) {
    stops = stops.andForAll(stop);
    alarm("", "", stop);
  }

  private void stopFor(long userHigh, long userLow, Stop stop) {
    stops = stops.andFor(userHigh, userLow, stop);
    if (stops.ofUsers().size() > CodeStops.MOST_USERS) {
      stopForAll(stop);
    } else {
      alarm(" for one user", " of that user", stop);
    }
  }

  private void alarm(String forWhom, String whose, Stop stop) {
    LOG.error(
        "ALARM code {} is stopped{}: it failed on {} packets{} within {} s, at last by {} on one of"
            + " session {}; look at it, then run 'rosa router --config FILE code resume {}'",
        code,
        forWhom,
        limits.failures(),
        whose,
        limits.within().toSeconds(),
        stop.failure(),
        Long.toHexString(stop.session()),
        code.hex().substring(0, SHORT_DIGITS));
  }

  /** Lets the code run again for all; returns false if it was not stopped. */
  synchronized boolean resume() {
    boolean wasOpen = isOpen();
    stops = CodeStops.NONE;
    ofUsers.clear();
    if (ofAll != null) {
      ofAll.clear();
    }
    if (wasOpen) {
      LOG.info("code {} runs again", code);
    }
    return wasOpen;
  }
}
