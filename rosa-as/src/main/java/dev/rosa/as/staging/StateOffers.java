package dev.rosa.as.staging;

import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.state.StatePublication;
import dev.rosa.control.ControlFailure;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.SegmentName;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of the domain's signed state to one Code Server, with the segments of the list of
 * revocations that it lacks. Owned by one thread; its count can be read by any.
 */
final class StateOffers {
  private static final Logger LOG = LoggerFactory.getLogger(StateOffers.class);

  /** As the contract has it. */
  private static final int MOST_SEGMENTS = 16;

  /** A single segment may be larger. */
  private static final int BATCH_BYTES = 256 * 1024;

  /** A Code Server names 1,000 missing segments at a time; more rounds mean that it keeps none. */
  private static final int MOST_ROUNDS = 50;

  private final CodeServerCalls calls;
  private final StatePublication states;
  private final AtomicLong taken = new AtomicLong();

  /** The state that the Code Server has taken last; null: none is known. */
  private DomainState carried;

  /** True while the Code Server has a later state than the storage of this server. */
  private boolean ahead;

  private boolean alarmed;

  StateOffers(CodeServerCalls calls, StatePublication states) {
    this.calls = calls;
    this.states = states;
  }

  /** States that the Code Server has taken. */
  long taken() {
    return taken.get();
  }

  /** After a start the Code Server may have lost what it had. */
  void forget() {
    carried = null;
    ahead = false;
  }

  /** Tells whether the state that the Code Server carries names an epoch. */
  boolean announced(Epoch epoch) {
    return carried != null && carried.content().epochsOf(epoch.code()).contains(epoch.number());
  }

  /**
   * Tells whether the Code Server may have a secret in use: it carries a state that names the
   * epoch, and with it each router that was revoked before the epoch was made. Or its state is
   * later.
   */
  boolean allowsStaging(Epoch inUse) {
    return ahead || announced(inUse);
  }

  /**
   * Tells whether the Code Server may have a lease: it carries a state that names the last router
   * that was revoked, or a later one. Other revocations that are on their way delay no lease.
   */
  boolean allowsLease() {
    return ahead
        || (carried != null && Long.compareUnsigned(carried.number(), states.routersFrom()) >= 0);
  }

  /**
   * Offers the newest state, unless the Code Server has it. One that the Code Server refuses as out
   * of date raises an alarm: secrets in use are staged all the same.
   */
  void offer() {
    DomainState newest = states.newest();
    if (carried != null && carried.isSameAs(newest)) {
      return;
    }
    ahead = false;
    try {
      if (isTaken(newest)) {
        carried = newest;
        long unused = taken.incrementAndGet();
        alarmed = false;
      }
    } catch (StatusRuntimeException e) {
      refused(newest, e);
    }
  }

  /**
   * Another server on the storage may have signed and offered a newer one meanwhile: the Code
   * Server goes on with the state that it carries until the newer one is complete.
   */
  private void refused(DomainState offered, StatusRuntimeException refusal) {
    Status.Code code = refusal.getStatus().getCode();
    if (code != Status.Code.FAILED_PRECONDITION && code != Status.Code.ABORTED) {
      throw refusal;
    }
    if (code == Status.Code.FAILED_PRECONDITION && !states.newest().isNewerThan(offered)) {
      carried = null;
      ahead = true;
      alarm(refusal);
    }
  }

  private void alarm(StatusRuntimeException refusal) {
    if (!alarmed) {
      LOG.error(
          "ALARM code-server={} has a later state of the domain than this server: its storage or"
              + " its clock was set back ({})",
          calls.address(),
          ControlFailure.describe(refusal));
    }
    alarmed = true;
  }

  /** Sends each segment once at most, also if the Code Server says again that it is missing. */
  private boolean isTaken(DomainState state) {
    Set<SegmentName> unsent = new HashSet<>(state.content().segments());
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<SegmentName> missing = calls.offerState(state.signed());
      if (missing.isEmpty()) {
        return true;
      }
      List<SegmentName> due = missing.stream().filter(unsent::remove).toList();
      if (due.isEmpty()) {
        break;
      }
      if (!isSent(due)) {
        return false; // The list has changed: the next state follows.
      }
    }
    throw Status.UNAVAILABLE
        .withDescription("it keeps no segments of the list of revocations")
        .asRuntimeException();
  }

  private boolean isSent(List<SegmentName> missing) {
    List<byte[]> batch = new ArrayList<>();
    int bytes = 0;
    for (SegmentName name : missing) {
      Optional<byte[]> segment = states.segments().find(name);
      if (segment.isEmpty()) {
        return false;
      }
      boolean full = batch.size() == MOST_SEGMENTS || bytes + segment.get().length > BATCH_BYTES;
      if (full && !batch.isEmpty()) {
        calls.offerRevocations(batch);
        batch.clear();
        bytes = 0;
      }
      batch.add(segment.get());
      bytes += segment.get().length;
    }
    calls.offerRevocations(batch);
    return true;
  }
}
