package dev.rosa.provider.measure;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Result of a measurement: the fastest engine for a suite, and the time at which it was measured.
 * Immutable.
 *
 * @param fingerprint of everything that the result depends on, 64 hex digits
 * @param chosen the fastest
 * @param at time of the measurement
 * @param nanosPerPacket of every contender, to seal and to verify a packet; the fastest first
 */
public record Measurement(
    String fingerprint, String chosen, Instant at, Map<String, Double> nanosPerPacket) {

  public Measurement {
    nanosPerPacket = Collections.unmodifiableMap(new LinkedHashMap<>(nanosPerPacket));
  }

  /** E.g. {@code multi-buffer, 512 ns a packet, SunJCE 1020, BC 9031}. */
  public String words() {
    String others =
        nanosPerPacket.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(chosen))
            .map(entry -> ", " + entry.getKey() + " " + Math.round(entry.getValue()))
            .collect(Collectors.joining());
    return chosen + ", " + Math.round(nanosPerPacket.get(chosen)) + " ns a packet" + others;
  }
}
