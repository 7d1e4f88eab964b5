package dev.rosa.router.catalogue;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * State of the link to the Code Servers at one moment. Immutable.
 *
 * @param address of the Code Server that is connected, else of the one that was tried last
 * @param connected whether it keeps the catalogue up to date
 * @param since when it began to be so
 * @param lastError one line that says why the link was lost or could not be made; null: never
 * @param lastErrorAt when that was; null with {@code lastError}
 */
public record CodeServerStatus(
    String address, boolean connected, Instant since, String lastError, Instant lastErrorAt) {

  /** State before the first answer. */
  static CodeServerStatus unconnected(String address, Instant now) {
    return new CodeServerStatus(address, false, now, null, null);
  }

  /** State after a catalogue came. */
  CodeServerStatus answered(String from, Instant now) {
    boolean same = connected && address.equals(from);
    return new CodeServerStatus(from, true, same ? since : now, lastError, lastErrorAt);
  }

  /** State after the link was lost, or an attempt failed. */
  CodeServerStatus failed(String at, String error, Instant now) {
    return new CodeServerStatus(at, false, connected ? now : since, error, now);
  }

  /** State after a Code Server that may stay connected did what it must not. */
  CodeServerStatus blamed(String error, Instant now) {
    return new CodeServerStatus(address, connected, since, error, now);
  }

  /** The state for {@code /status}. */
  public Map<String, Object> asMap() {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("address", address);
    shown.put("connected", connected);
    shown.put("since", since.toString());
    shown.put("lastError", lastError);
    shown.put("lastErrorAt", lastErrorAt == null ? null : lastErrorAt.toString());
    return shown;
  }
}
