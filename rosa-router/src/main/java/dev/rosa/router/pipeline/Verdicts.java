package dev.rosa.router.pipeline;

import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.evidence.DropRecorder;
import dev.rosa.router.pipeline.PacketJob.State;
import dev.rosa.router.pipeline.RouterCounters.Event;

/**
 * Verdicts on packets that do not reach their code: passed on, parked or dropped, each counted. One
 * worker's; drops are data, so nothing is thrown or logged here.
 */
final class Verdicts {

  private final SlowPath slowPath;
  private final RouterCounters counters;

  /** Null: no firewall wants evidence. */
  private final DropRecorder evidence;

  Verdicts(SlowPath slowPath, RouterCounters counters, DropRecorder evidence) {
    this.slowPath = slowPath;
    this.counters = counters;
    this.evidence = evidence;
  }

  /** The packet ends here. */
  void drop(PacketJob job, DropReason reason) {
    dropUnsent(job, reason);
    if (evidence != null && reason.isEvidence(job.accepted)) {
      evidence.record(job.buffer, reason.ordinal());
    }
  }

  /** The packet ends here, and its Source has done nothing wrong. */
  void dropUnsent(PacketJob job, DropReason reason) {
    job.state = State.ENDED;
    counters.drop(reason);
  }

  /** Hands a packet that is not for this router back as it came, or drops it. */
  void passOrDrop(PacketJob job, boolean pass, DropReason reason) {
    if (pass) {
      job.state = State.UNTOUCHED;
      counters.count(Event.UNTOUCHED);
    } else {
      drop(job, reason);
    }
  }

  /** A copy of the packet waits until what it needs has come, if there is room for it. */
  void park(PacketJob job, AwaitedItem awaited) {
    DropReason refused = slowPath.await(awaited, job, System.nanoTime());
    if (refused != null) {
      drop(job, refused);
    } else {
      job.state = State.ENDED;
      counters.count(Event.PARKINGS);
    }
  }
}
