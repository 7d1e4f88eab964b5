package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.config.HostPort;
import dev.rosa.control.v1.FetchRevocationsReply;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.identity.IdentityException;
import dev.rosa.router.catalogue.Verdict.Lacking;
import dev.rosa.router.catalogue.Verdict.Refused;
import dev.rosa.router.catalogue.Verdict.Taken;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Check whether a Code Server's catalogue, with the domain's signed state, may come into force at
 * this router. A catalogue comes into force as one whole: with a state that an Authorization Server
 * signed, that is not older than the last one, also before a restart, and with all revocations that
 * it names. Else what is in force stays. One thread's; {@link #inForce}, {@link #isStale}, {@link
 * #status} and {@link #refused} may be used by any.
 */
public final class StateIntake {
  private static final Logger LOG = LoggerFactory.getLogger(StateIntake.class);

  private final DomainStates states;
  private final KeptState kept;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Duration skew;
  private final SegmentStore segments;
  private final CatalogueProgress progress = new CatalogueProgress();
  private final AtomicLongArray refused = new AtomicLongArray(RefusalReason.values().length);

  /** The state that was verified last, in force or not yet. */
  private DomainState verified;

  private volatile InForce inForce = InForce.NOTHING;

  /** States that came into force and were issued ahead of the clock. */
  private final AtomicLong issuedAhead = new AtomicLong();

  /** True if the state in force is one of them. */
  private boolean ahead;

  /** When the state in force was received. */
  private volatile Receipt receipt = new Receipt(0, 0);

  private StateIntake(
      DomainStates states, KeptState kept, InstantSource clock, LongSupplier nanos, Duration skew) {
    this.states = states;
    this.kept = kept;
    this.clock = clock;
    this.nanos = nanos;
    this.skew = skew;
    this.segments = new SegmentStore(kept);
  }

  /**
   * Receipt of a state, which lasts no longer from then on than it may last at all.
   *
   * @param millis when the state began, by the clock on the wall
   * @param nanos when it was received, by a clock that nobody sets
   */
  private record Receipt(long millis, long nanos) {

    static Receipt of(DomainState state, Instant receipt, long nanos) {
      boolean isAhead = state.issuedAt().isAfter(receipt);
      return new Receipt((isAhead ? receipt : state.issuedAt()).toEpochMilli(), nanos);
    }

    /** The time on the wall is not earlier, whatever that clock says; in milliseconds. */
    long leastMillis(long nowNanos) {
      return millis + TimeUnit.NANOSECONDS.toMillis(nowNanos - nanos);
    }
  }

  /**
   * An intake that begins with the state that was kept.
   *
   * @param skew how far clocks may be apart
   * @throws IOException in one line if what was kept cannot be read or does not hold
   */
  public static StateIntake open(
      DomainStates states, KeptState kept, InstantSource clock, Duration skew) throws IOException {
    return open(states, kept, clock, System::nanoTime, skew);
  }

  /**
   * As above.
   *
   * @param nanos a clock as {@link System#nanoTime}
   */
  static StateIntake open(
      DomainStates states, KeptState kept, InstantSource clock, LongSupplier nanos, Duration skew)
      throws IOException {
    StateIntake intake = new StateIntake(states, kept, clock, nanos, skew);
    Optional<KeptState.Kept> last = kept.read();
    if (last.isPresent()) {
      intake.begin(last.get());
    }
    return intake;
  }

  private void begin(KeptState.Kept last) throws IOException {
    try {
      DomainState state = states.verify(last.state(), InstantSource.fixed(last.receivedAt()));
      verified = state.receivedAt(last.receivedAt(), skew);
      inForce = new InForce(Catalogue.EMPTY, 0, verified);
      Instant now = clock.instant();
      if (last.receivedAt().isAfter(now.plus(skew))) {
        LOG.warn(
            "the clock is behind: the state of the domain that was kept came at {}, and now it says"
                + " {}; the state ends as if it had come now",
            last.receivedAt(),
            now);
      }
      receipt = Receipt.of(verified, last.receivedAt(), nanos.getAsLong());
    } catch (IdentityException | IllegalArgumentException e) {
      throw kept.damaged("does not hold: " + e.getMessage());
    }
  }

  /** Catalogue and state that are in force. */
  InForce inForce() {
    return inForce;
  }

  /**
   * True if the state in force has ended: there should be a newer one. A clock that was set back
   * does not make it last longer.
   */
  boolean isStale(long nowMillis) {
    DomainState state = inForce.state();
    return state != null
        && Math.max(nowMillis, leastMillis()) > state.validUntil().plus(skew).toEpochMilli();
  }

  boolean isStale() {
    return isStale(clock.millis());
  }

  private long leastMillis() {
    return receipt.leastMillis(nanos.getAsLong());
  }

  /** True if the state in force was issued ahead of this router's clock. The link's thread only. */
  boolean isAhead() {
    return ahead;
  }

  /** The state in force as it is now. */
  StateStatus status() {
    InForce now = inForce;
    return new StateStatus(
        now.state(),
        now.catalogue().revocations(),
        kept.isKept(),
        Instant.ofEpochMilli(Math.max(clock.millis(), leastMillis())),
        issuedAhead.get());
  }

  /** Counts a secret to which the state in force does not commit. From any thread. */
  void countFalseSecret() {
    long unused = refused.incrementAndGet(RefusalReason.FALSE_SECRET.ordinal());
  }

  /** Catalogues, or secrets, that were refused for this reason. */
  long refused(RefusalReason reason) {
    return refused.get(reason.ordinal());
  }

  /** Looks at a catalogue of a server, and lets it come into force if it can. */
  Verdict offer(HostPort server, dev.rosa.control.v1.Catalogue message) {
    if (!message.hasState()) {
      return refuse(RefusalReason.NO_STATE, "it has no signed state of the domain", true);
    }
    try {
      verified = verify(message.getState());
    } catch (IdentityException | IllegalArgumentException e) {
      return refuse(
          RefusalReason.BAD_STATE, "its state of the domain does not hold: " + e.getMessage());
    }
    DomainState last = inForce.state();
    if (last != null && last.isNewerThan(verified)) {
      return older(verified, last);
    }
    if (last != null && !verified.isNewerThan(last) && !verified.isSameAs(last)) {
      return refuse(
          RefusalReason.CONFLICTING_STATE,
          "its state %s of the domain is not the one that this router has with that number"
              .formatted(number(last)));
    }
    return complete(server, message);
  }

  /** The same signed state is sent with many catalogues; the first receipt counts. */
  private DomainState verify(SignedState signed) throws IdentityException {
    DomainState last = inForce.state();
    if (last != null && last.signed().equals(signed)) {
      return last;
    }
    return verified != null && verified.signed().equals(signed)
        ? verified
        : states.verify(signed, clock).receivedAt(clock.instant(), skew);
  }

  /** A state that has not ended is on its way to some Code Servers later than to others. */
  private Refused older(DomainState offered, DomainState last) {
    return refuse(
        RefusalReason.OLDER_STATE,
        "its state %s of the domain (%s) is older than %s (%s), which this router has"
            .formatted(number(offered), offered.issuedAt(), number(last), last.issuedAt()),
        clock.instant().isBefore(offered.validUntil()));
  }

  private static String number(DomainState state) {
    return Long.toUnsignedString(state.number());
  }

  private Verdict complete(HostPort server, dev.rosa.control.v1.Catalogue message) {
    List<SegmentName> lacking;
    try {
      lacking = segments.lacking(verified.content().segments());
    } catch (IllegalArgumentException e) {
      return refuse(RefusalReason.BAD_SEGMENT, e.getMessage());
    }
    return lacking.isEmpty() ? takeUp(server, message) : new Lacking(lacking);
  }

  private Verdict takeUp(HostPort server, dev.rosa.control.v1.Catalogue message) {
    Catalogue offered;
    try {
      Revocations revocations = segments.of(verified.content().segments());
      offered = CatalogueReader.read(message, verified.content(), revocations);
    } catch (IllegalArgumentException e) {
      return refuse(RefusalReason.MALFORMED, "its catalogue is none: " + e.getMessage());
    }
    long untilMillis = verified.validUntil().plus(skew).toEpochMilli();
    long newest =
        progress.advance(
            server, message.getStore(), message.getVersion(), clock.millis(), untilMillis);
    if (newest != message.getVersion()) {
      return refuse(
          RefusalReason.OLDER_CATALOGUE,
          "its catalogue %s is older than %s, which came from its storage before and counts until the domain's state that it came with has ended"
              .formatted(
                  Long.toUnsignedString(message.getVersion()), Long.toUnsignedString(newest)));
    }
    keep();
    Catalogue before = inForce.catalogue();
    boolean same = inForce.hasCatalogue() && offered.saysTheSameAs(before);
    inForce = new InForce(same ? before : offered, message.getVersion(), verified);
    return new Taken();
  }

  private void keep() {
    DomainState last = inForce.state();
    if (last == null || verified.isNewerThan(last)) {
      Instant now = clock.instant();
      ahead = verified.isAheadOf(now, skew);
      issuedAhead.addAndGet(ahead ? 1 : 0);
      receipt = Receipt.of(verified, now, nanos.getAsLong());
      kept.keep(verified.signed(), now, verified.content().segments());
    }
  }

  /**
   * Takes segments that were fetched.
   *
   * @return null if they are those that were asked for
   */
  Refused add(List<SegmentName> asked, FetchRevocationsReply reply) {
    List<ByteString> came = reply.getSegmentsList();
    if (came.size() != asked.size()) {
      return refuse(
          RefusalReason.BAD_SEGMENT,
          "it was asked for %d segments of revocations and sent %d"
              .formatted(asked.size(), came.size()));
    }
    try {
      for (int i = 0; i < asked.size(); i++) {
        segments.add(asked.get(i), came.get(i));
      }
      return null;
    } catch (IllegalArgumentException e) {
      return refuse(RefusalReason.BAD_SEGMENT, e.getMessage());
    }
  }

  private Refused refuse(RefusalReason reason, String text) {
    return refuse(reason, text, false);
  }

  private Refused refuse(RefusalReason reason, String text, boolean mayPass) {
    refused.incrementAndGet(reason.ordinal());
    return new Refused(reason, text, mayPass);
  }
}
