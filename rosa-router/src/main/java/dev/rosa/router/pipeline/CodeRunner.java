package dev.rosa.router.pipeline;

import dev.rosa.bundle.FailurePolicy;
import dev.rosa.packetio.PacketIo;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.PacketContext;
import dev.rosa.router.pipeline.RouterCounters.Event;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * Runner of a packet's code within its grant (PROTOCOL §5 step 12); the outcome becomes the
 * packet's fate. One worker's.
 */
final class CodeRunner {

  /** Time of a run that counts, however little fuel it took. */
  private static final long LONG_NANOS = 100_000;

  /** How long the clock is read behind each run after one that was long for its fuel. */
  private static final long MEASURED_NANOS = 1_000_000_000;

  private final PacketContext context;
  private final RouterCounters counters;
  private final LongSupplier nanos;
  private final CodeShare share = new CodeShare(new SecureRandom().nextLong());
  private boolean crowded;

  /** End of the last run whose time was noted, or beginning of the batch. */
  private long sinceNanos;

  /** Runs since then, and the units of fuel that they took, and one each. */
  private int runsSince;

  private long unitsSince;

  /** True if the clock is read behind each run. */
  private boolean measuresAll;

  /** True if runs have taken long for little fuel, and when that was seen last. */
  private boolean wasLong;

  private long longNanos;

  CodeRunner(int packetBytes, PacketIo io, RouterCounters counters, LongSupplier nanos) {
    this.context = new PacketContext(packetBytes, io);
    this.counters = counters;
    this.nanos = nanos;
  }

  /**
   * Begins a batch.
   *
   * @param crowded true if packets wait that are not in it
   */
  void begin(boolean crowded) {
    this.crowded = crowded;
    restart(nanos.getAsLong());
    measuresAll = crowded && wasLong && sinceNanos - longNanos < MEASURED_NANOS;
  }

  private void restart(long nowNanos) {
    sinceNanos = nowNanos;
    runsSince = 0;
    unitsSince = 0;
  }

  /** Ends a batch. Not all that takes time takes as much fuel: exceptions do not. */
  void end() {
    if (crowded && runsSince > 0) {
      long now = nanos.getAsLong();
      noteLong(now - sinceNanos, runsSince, now);
    }
  }

  /** Notes the time of runs of little fuel. */
  private void noteLong(long takenNanos, int runs, long nowNanos) {
    if (takenNanos > runs * LONG_NANOS) {
      wasLong = true;
      longNanos = nowNanos;
    }
  }

  /** False if other packets wait, and this one's user has had its share of the worker's time. */
  boolean mayRun(PacketJob job) {
    return !crowded || !share.isExceededBy(job.packet.userHigh(), job.packet.userLow(), sinceNanos);
  }

  /**
   * Runs the code of one packet; if it changed the payload, the packet has it afterwards, still to
   * be sealed.
   *
   * @param state what the code keeps for the session, or null if the grant does not let it
   * @param plaintext where the payload was decrypted to, if it was
   * @return why the packet is dropped, or null
   */
  DropReason run(PacketJob job, long[] state, ByteBuffer plaintext) {
    if (job.plaintextOffset < 0) {
      context.showInPlace(job.packet, job.buffer, state);
    } else {
      context.showPlaintext(job.packet, job.buffer, state, plaintext, job.plaintextOffset);
    }
    LoadedCode code = job.loaded;
    LoadedCode.Outcome outcome = code.run(context);
    if (outcome != LoadedCode.Outcome.STOPPED) {
      noteTime(job, code.fuelUsed() + code.fuelOfRenewal());
    }
    if (outcome == LoadedCode.Outcome.MODIFIED) {
      job.makeRoomFor(context.payloadLength());
      context.writeReplacement();
      job.changed = true;
    }
    context.forget();
    return switch (outcome) {
      case FORWARD, MODIFIED -> null;
      case DROP -> DropReason.DROPPED_BY_CODE;
      case FAULT -> afterFault(code, DropReason.CODE_FAULT);
      case EXHAUSTED -> afterExhaustion(code);
      case STOPPED -> afterFault(code, DropReason.CODE_STOPPED);
    };
  }

  /**
   * Notes the time of runs of much fuel, or of much time where that is measured. Of the time since
   * the clock was read last, a run has as large a part as of the fuel: the others may be others'.
   */
  private void noteTime(PacketJob job, int units) {
    runsSince++;
    unitsSince += units + 1L;
    boolean isHeavy = units >= CodeShare.HEAVY_UNITS;
    if (!isHeavy && !measuresAll) {
      return;
    }
    long now = nanos.getAsLong();
    long all = now - sinceNanos;
    long taken = (long) ((units + 1.0) / unitsSince * all);
    if (isHeavy || taken > LONG_NANOS) {
      share.take(job.packet.userHigh(), job.packet.userLow(), taken, now);
    }
    noteLong(isHeavy ? all - taken : all, isHeavy ? runsSince - 1 : runsSince, now);
    restart(now);
  }

  /** The thread that is in code now; null: none is. From any thread. */
  Thread threadInCode() {
    return context.worker();
  }

  private DropReason afterExhaustion(LoadedCode code) {
    counters.count(
        switch (code.shortage()) {
          case FUEL -> Event.FUEL_EXHAUSTED;
          case MEMORY -> Event.MEMORY_EXHAUSTED;
          case STACK -> Event.STACK_EXHAUSTED;
          case START -> Event.START_UNPAID;
        });
    return afterFault(code, DropReason.FUEL_EXHAUSTED);
  }

  private DropReason afterFault(LoadedCode code, DropReason reason) {
    if (code.failurePolicy() == FailurePolicy.DROP) {
      return reason;
    }
    counters.count(Event.FAULT_FORWARDED);
    return null;
  }
}
