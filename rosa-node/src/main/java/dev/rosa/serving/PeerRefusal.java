package dev.rosa.serving;

import java.util.Locale;

/** A reason for which a server closed a connection or refused a call before any service saw it. */
public enum PeerRefusal {
  /** As many connections as the server takes have finished their handshakes. */
  ALL_TAKEN,
  /** Handshakes wait, and the source has begun as many as one source may in a minute. */
  SOURCE_RATE,
  /** The source has as many finished connections as one source may have. */
  SOURCE_SHARE,
  /** The identity has as many connections as one identity may have. */
  IDENTITY_SHARE,
  /** Closed before its handshake had finished, to make room for a newer connection. */
  UNFINISHED_SHARE,
  /** Ended without a finished handshake: it failed, took too long, or the peer left. */
  HANDSHAKE_UNFINISHED,
  /** The connection made TLS do too much: changes of keys, or much sent before the handshake. */
  TLS_BOUNDS,
  /** The connection changed its settings of HTTP/2 too often. */
  SETTINGS,
  /** The connection sent messages in too many small parts. */
  SMALL_PARTS,
  /** The identity was expelled less than a minute ago. */
  EXPELLED,
  /** The identity has as many calls in progress as one identity may have. */
  CALLS_OF_IDENTITY,
  /** The request of a call was not complete after half a minute. */
  REQUEST_UNFINISHED;

  /** As metrics and logs show it, e.g. {@code source_share}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
