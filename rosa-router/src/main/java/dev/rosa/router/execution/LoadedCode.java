package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.keys.CodeDigest;
import java.util.List;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Active code that is verified and loaded for one worker: it runs packets and contains the faults
 * of the code.
 */
public final class LoadedCode {

  /** Result of a run. */
  public enum Outcome {
    /** The packet goes on as it came. */
    FORWARD,
    /** The packet goes on with another payload. */
    MODIFIED,
    /** The code dropped it. */
    DROP,
    /** The code failed. */
    FAULT,
    /** The code used up one of its budgets, see {@link LoadedCode#shortage}. */
    EXHAUSTED,
    /** The code was not run: it failed too often, and is stopped. */
    STOPPED
  }

  private static final Logger LOG = LoggerFactory.getLogger(LoadedCode.class);

  private final VerifiedCode code;
  private final CodeInstance instance;
  private final ApplicationContext context;
  private final RunTally tally = new RunTally();
  private final StartDebts debts = new StartDebts();
  private boolean failedBefore;
  private boolean exhaustedBefore;

  /** Its failures count for the code's breaker. */
  private boolean counts = true;

  private Shortage shortage;

  /** The last packet was not run. */
  private boolean isLeftOut;

  /** Units of fuel of the start that the last packet made due. */
  private int fuelOfRenewal;

  public LoadedCode(VerifiedCode code, CodeInstance instance, ApplicationContext context) {
    this.code = code;
    this.instance = instance;
    this.context = context;
  }

  /** Payloads that it may be prewarmed on, perhaps none. */
  public List<byte[]> samples() {
    return code.samples();
  }

  /** The code that this is an instance of. */
  VerifiedCode code() {
    return code;
  }

  /** This code, whose failures are neither told nor stop it. */
  public LoadedCode withoutReports() {
    counts = false;
    failedBefore = true;
    exhaustedBefore = true;
    return this;
  }

  /** The code's name. */
  public CodeDigest digest() {
    return code.digest();
  }

  /** The treatment of a packet when the code fails on it. */
  public FailurePolicy failurePolicy() {
    return code.failurePolicy();
  }

  /** The application's own counters by name. From any thread. */
  public SortedMap<String, Long> counters() {
    return context.counters();
  }

  /**
   * Runs the code on a packet. Everything that it throws becomes a fault. After a fault or
   * exhaustion the session's state is as it was before. If the packet has made a fresh instance
   * due, that is started before this returns.
   */
  public Outcome run(PacketContext packet) {
    Outcome outcome = runOnly(packet);
    fuelOfRenewal = renew();
    return outcome;
  }

  /** The next run tells what has gone wrong here. */
  @SuppressWarnings("CatchThrowable")
  private int renew() {
    try {
      return instance.renew();
    } catch (Throwable e) {
      return 0;
    }
  }

  // Nothing that code throws may reach the worker: stack overflow, linkage and memory included.
  @SuppressWarnings("CatchThrowable")
  private Outcome runOnly(PacketContext packet) {
    CodeBreaker breaker = code.breaker();
    if (breaker.isOpen() && breaker.isOpenFor(packet.userHigh(), packet.userLow())) {
      tally.leftOut();
      isLeftOut = true;
      return Outcome.STOPPED;
    }
    if (debts.areTooHigh(packet.userHigh(), packet.userLow(), instance.fuelOfStart())) {
      int fuel = instance.fuelOf(packet.grantedFuelThousands());
      debts.pay(packet.userHigh(), packet.userLow(), fuel);
      return leftOut();
    }
    isLeftOut = false;
    try {
      shortage = instance.run(packet, packet.grantedFuelThousands());
    } catch (Throwable fault) {
      tally.ran(instance.fuelUsed());
      return failed(packet, fault);
    }
    if (shortage == Shortage.START) {
      return leftOut();
    }
    tally.ran(instance.fuelUsed());
    if (shortage != null) {
      return exhausted(packet);
    }
    debts.pay(packet.userHigh(), packet.userLow(), instance.fuelLeft());
    if (packet.isDropped()) {
      return Outcome.DROP;
    }
    return packet.isReplaced() ? Outcome.MODIFIED : Outcome.FORWARD;
  }

  /** Its user owes starts, or its grant pays none: that says nothing of the code. */
  private Outcome leftOut() {
    isLeftOut = true;
    shortage = Shortage.START;
    tally.exhausted(shortage);
    return Outcome.EXHAUSTED;
  }

  private Outcome failed(PacketContext packet, Throwable fault) {
    packet.restoreState();
    tally.failed();
    report(fault);
    count(packet, "fault");
    return Outcome.FAULT;
  }

  private Outcome exhausted(PacketContext packet) {
    packet.restoreState();
    tally.exhausted(shortage);
    report(shortage);
    count(packet, shortage.word());
    return Outcome.EXHAUSTED;
  }

  private void count(PacketContext packet, String failure) {
    debts.add(packet.userHigh(), packet.userLow(), instance.fuelOwed());
    if (counts) {
      code.breaker().failed(packet.userHigh(), packet.userLow(), packet.sessionShown(), failure);
    }
  }

  /** Tally of its runs. */
  RunTally tally() {
    return tally;
  }

  /** The budget that the last packet has used up, or null. */
  public Shortage shortage() {
    return shortage;
  }

  /** Units of fuel that the last packet took (PROTOCOL §4). */
  public int fuelUsed() {
    return isLeftOut ? 0 : instance.fuelUsed();
  }

  /** Units of fuel of the start of a fresh instance that the last packet made due, or 0. */
  public int fuelOfRenewal() {
    return fuelOfRenewal;
  }

  /** Once, and not per packet: the counter tells how often. */
  // To have no line in the log when memory is short is better than to have no worker.
  @SuppressWarnings("CatchThrowable")
  private void report(Throwable fault) {
    if (failedBefore) {
      return;
    }
    failedBefore = true;
    try {
      if (!code.breaker().mayTell()) {
        return;
      }
      if (fault instanceof BundleException refusal) {
        LOG.warn("code {} failed: {}", code.digest(), refusal.getMessage());
        return;
      }
      // Class and place only: message and file name are texts of the code's own making.
      LOG.warn(
          "code {} failed: {} at {}; further faults are only counted",
          code.digest(),
          ThrownByCode.name(fault),
          instance.place(fault));
    } catch (Throwable e) {
      failedBefore = false;
    }
  }

  /** As above. */
  @SuppressWarnings("CatchThrowable")
  private void report(Shortage used) {
    if (exhaustedBefore) {
      return;
    }
    exhaustedBefore = true;
    try {
      if (!code.breaker().mayTell()) {
        return;
      }
      LOG.warn(
          "code {} used up its {} on a packet; further ones are only counted",
          code.digest(),
          used.word());
    } catch (Throwable e) {
      exhaustedBefore = false;
    }
  }
}
