package dev.rosa.router.evidence;

import java.util.HashMap;
import java.util.Map;

/** Recorder of dropped packets in a test, and the sums of all that it recorded. */
public final class RecordedDrops {

  private final DropRecorder recorder = new DropRecorder(1, new boolean[64]);
  private final Map<Integer, Long> counts = new HashMap<>();

  private long sourceless;

  /** For a worker whose turns are the test's. */
  public DropRecorder recorder() {
    return recorder;
  }

  /** Packets of a kind since the start. */
  public long count(int kind) {
    recorder.want(true);
    recorder.handOver();
    sourceless +=
        recorder.take(
            (ipv4, high, low, found, ingress, count) ->
                counts.merge(found, (long) count, Long::sum));
    return counts.getOrDefault(kind, 0L);
  }

  /** Packets whose source is not known, until the last {@link #count}. */
  public long sourceless() {
    return sourceless;
  }
}
