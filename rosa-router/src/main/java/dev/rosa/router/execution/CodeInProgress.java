package dev.rosa.router.execution;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Report of a code that a worker has been in for a time, with one packet: worker, code, place, and
 * since when. Immutable.
 *
 * @param worker the worker's number, from 0
 * @param name the code's, as the catalogue says
 * @param digest the code's, 64 hex digits
 * @param place class, method and line where the code was seen first
 * @param sinceNanos when it was seen first, on the watch's monotonic clock
 */
public record CodeInProgress(
    int worker, String name, String digest, String place, long sinceNanos) {

  private static final int SHORT_DIGITS = 8;

  /** Time that it has lasted. */
  public Duration lasting(long nowNanos) {
    return Duration.ofNanos(Math.max(0, nowNanos - sinceNanos));
  }

  /** Name and short digest of the code. */
  public String code() {
    return name + " " + digest.substring(0, SHORT_DIGITS);
  }

  /** One line for a person. */
  public String text(long nowNanos) {
    return "worker %d has been in code %s for %d s"
        .formatted(worker, code(), lasting(nowNanos).toSeconds());
  }

  /** The stay for {@code /status}. */
  public Map<String, Object> asMap(long seconds) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("worker", worker);
    shown.put("code", name);
    shown.put("digest", digest);
    shown.put("place", place);
    shown.put("seconds", seconds);
    return shown;
  }
}
