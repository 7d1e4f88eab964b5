package dev.rosa.router.pipeline;

import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.execution.CodeFrames;
import dev.rosa.router.execution.CodeInProgress;
import dev.rosa.router.execution.ThrownByCode;
import dev.rosa.router.pipeline.RouterCounters.Event;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State that the watch over packet workers keeps of one: its last packet, and its present stay in
 * active code. The worker counts a packet before its code runs: while the count stands still and
 * the worker is in code, it is the same packet. Readings from any thread, the rest by the watch's.
 */
final class WatchedWorker {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedWorker.class);
  private static final long LIMIT_NANOS = 1_000_000_000L;

  /** Fewer are no proof: the whole process may have been stopped in between. */
  private static final int LEAST_LOOKS = 4;

  private final int number;
  private final RouterWorker worker;
  private final Supplier<Catalogue> catalogue;
  private long executed = -1;
  private long sinceNanos;
  private int looks;
  private long received;
  private volatile Long lastPacketNanos;
  private volatile CodeInProgress stay;
  private final AtomicLong staysEver = new AtomicLong();

  WatchedWorker(int number, RouterWorker worker, Supplier<Catalogue> catalogue) {
    this.number = number;
    this.worker = worker;
    this.catalogue = catalogue;
  }

  /** The stay in one code that lasts over a second now; null: there is none. */
  CodeInProgress stay() {
    return stay;
  }

  long staysEver() {
    return staysEver.get();
  }

  /** Time of the last look that found new packets; null: none has come. */
  Long lastPacketNanos() {
    return lastPacketNanos;
  }

  void look(long nowNanos) {
    long receivedNow = worker.counters().counted(Event.RECEIVED);
    if (receivedNow != received) {
      received = receivedNow;
      lastPacketNanos = nowNanos;
    }
    // In this order: the worker counts first, then it is in code.
    long executedNow = worker.counters().counted(Event.EXECUTED);
    Thread inCode = worker.threadInCode();
    if (inCode == null || executedNow != executed) {
      end(nowNanos);
      executed = executedNow;
      sinceNanos = nowNanos;
      looks = 0;
    } else if (++looks >= LEAST_LOOKS && nowNanos - sinceNanos > LIMIT_NANOS && stay == null) {
      begin(inCode);
    }
  }

  private void begin(Thread inCode) {
    StackTraceElement[] trace = inCode.getStackTrace();
    Optional<String> digest = CodeFrames.digestOfOutermost(trace);
    boolean same = worker.counters().counted(Event.EXECUTED) == executed;
    if (digest.isEmpty() || !same) {
      // The code has just come back; the trace may be another one's.
      return;
    }
    String code = digest.get();
    String place = ThrownByCode.place(trace, CodeFrames.loaderName(code));
    stay = new CodeInProgress(number, catalogue.get().nameOf(code), code, place, sinceNanos);
    staysEver.incrementAndGet();
    LOG.warn(
        "worker {} has been in code {} for over a second, at {}; packets that come to this worker"
            + " wait until the code returns",
        number,
        stay.code(),
        place);
  }

  private void end(long nowNanos) {
    CodeInProgress ended = stay;
    if (ended != null) {
      stay = null;
      LOG.info(
          "worker {} is out of code {} after {} s",
          number,
          ended.code(),
          ended.lasting(nowNanos).toSeconds());
    }
  }
}
