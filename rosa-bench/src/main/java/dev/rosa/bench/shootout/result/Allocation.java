package dev.rosa.bench.shootout.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.wire.active.Suite;

/**
 * Heap that an engine allocates, by JMH's GC profiler, steady.
 *
 * @param verifyBytes per packet verified, and opened on the way where the engine does so
 * @param tagBytes per packet tagged, and encrypted where the suite encrypts
 */
public record Allocation(
    String provider,
    Suite suite,
    @JsonProperty("verify") double verifyBytes,
    @JsonProperty("tag") double tagBytes) {

  /** The larger of both. */
  public double mostBytes() {
    return Math.max(verifyBytes, tagBytes);
  }
}
