package dev.rosa.as.staging;

import dev.rosa.as.records.PublicationLog;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.v1.KeptPublication;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.publication.Publication;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.serving.PeerText;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Intake of the publications that one Code Server has taken, for the audit log. It reads them page
 * by page from the first one on, after a start on either side and once an hour, and then asks for
 * new ones. One that does not hold is left out; those behind it are taken. A failure holds up
 * nothing else. Owned by one thread.
 */
final class PublicationIntake {
  private static final Logger LOG = LoggerFactory.getLogger(PublicationIntake.class);

  /** A page of a Code Server; what a stolen one sends beyond that is not looked at. */
  private static final int PAGE = 16;

  private static final long NEXT_LOOK_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long AFTER_FAILURE_NANOS = Duration.ofSeconds(30).toNanos();
  private static final long FROM_THE_FIRST_NANOS = Duration.ofHours(1).toNanos();
  private static final int MOST_REASON_CHARS = 300;

  private final CodeServerCalls calls;
  private final PublicationLog log;
  private final PublicationCheck statements;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final TroubleLog trouble;
  private final NewRows budget;
  private long after;
  private long nextNanos;
  private long firstNanos;

  PublicationIntake(
      CodeServerCalls calls,
      Publications publications,
      InstantSource clock,
      LongSupplier nanos,
      TroubleLog trouble) {
    this.calls = calls;
    this.log = publications.log();
    this.statements = publications.statements();
    this.clock = clock;
    this.nanos = nanos;
    this.trouble = trouble;
    this.budget = new NewRows(nanos.getAsLong());
    this.nextNanos = nanos.getAsLong();
    this.firstNanos = nextNanos;
  }

  /**
   * Bound for the rows that a stolen Code Server can cause together with a member of the domain: as
   * many at once as a publisher may have statements, then one a second.
   */
  private static final class NewRows {
    private static final int MOST = 4_096;
    private static final long NANOS_EACH = Duration.ofSeconds(1).toNanos();

    private long left = MOST;
    private long since;

    NewRows(long nowNanos) {
      this.since = nowNanos;
    }

    boolean hasPage(long nowNanos) {
      long more = (nowNanos - since) / NANOS_EACH;
      since += more * NANOS_EACH;
      left = Math.min(MOST, left + more);
      return left >= PAGE;
    }

    void take(int rows) {
      left -= rows;
    }
  }

  /** After a start the Code Server may have other storage: it is read from the first one on. */
  void forget() {
    after = 0;
    firstNanos = nanos.getAsLong();
    nextNanos = firstNanos;
  }

  /** Takes a page if it is time to. */
  void collect() {
    long now = nanos.getAsLong();
    if (now - nextNanos < 0 || !budget.hasPage(now)) {
      return;
    }
    if (now - firstNanos >= FROM_THE_FIRST_NANOS) {
      forget();
    }
    nextNanos = now + NEXT_LOOK_NANOS;
    try {
      if (takePage(calls.publications(after))) {
        nextNanos = now;
      }
      trouble.over();
    } catch (StatusRuntimeException e) {
      nextNanos = now + AFTER_FAILURE_NANOS;
      warn("publications cannot be read: " + ControlFailure.describe(e));
    }
  }

  /** Returns true if there may be more. */
  private boolean takePage(List<KeptPublication> page) {
    List<SignedStatement> signed = new ArrayList<>();
    long last = after;
    for (KeptPublication kept : page.subList(0, Math.min(PAGE, page.size()))) {
      if (Long.compareUnsigned(kept.getVersion(), last) > 0) {
        last = kept.getVersion();
        signed.add(kept.getSigned());
      }
    }
    List<SignedStatement> valid = log.unknownOf(signed).stream().filter(this::isValid).toList();
    if (!valid.isEmpty()) {
      int recorded = log.record(valid, calls.address().toString(), clock.instant());
      budget.take(recorded);
      LOG.info("code-server={} recorded publications={}", calls.address(), recorded);
    }
    // Not before: a page that could not be recorded is asked for again.
    after = last;
    return signed.size() == PAGE;
  }

  private boolean isValid(SignedStatement signed) {
    try {
      Publication unused = statements.verifyKept(signed);
      return true;
    } catch (IdentityException | IllegalArgumentException e) {
      warn("a publication is not recorded: " + e.getMessage());
      return false;
    }
  }

  private void warn(String reason) {
    String said = PeerText.line(reason, MOST_REASON_CHARS);
    if (!calls.isClosed()) {
      trouble.tell(
          said, leftOut -> LOG.warn("code-server={}: {}{}", calls.address(), said, leftOut));
    }
  }
}
