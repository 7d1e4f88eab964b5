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

  private final PacketContext context;
  private final RouterCounters counters;
  private final LongSupplier nanos;
  private final CodeShare share = new CodeShare(new SecureRandom().nextLong());
  private boolean crowded;

  /** End of the last run whose time was noted, or beginning of the batch. */
  private long sinceNanos;

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
    sinceNanos = nanos.getAsLong();
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
    if (outcome != LoadedCode.Outcome.STOPPED && code.fuelUsed() >= CodeShare.HEAVY_UNITS) {
      noteTime(job);
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

  /** Short runs before it, of the same batch, count with it: the clock is not read for them. */
  private void noteTime(PacketJob job) {
    long now = nanos.getAsLong();
    share.take(job.packet.userHigh(), job.packet.userLow(), now - sinceNanos, now);
    sinceNanos = now;
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
