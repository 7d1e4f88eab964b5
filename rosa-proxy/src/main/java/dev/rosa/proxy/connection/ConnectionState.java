package dev.rosa.proxy.connection;

import java.util.EnumSet;
import java.util.Set;

/** State of a proxied connection. */
public enum ConnectionState {
  /** The connection is asked for; no byte is allowed. */
  HANDSHAKE,
  /** The client's bytes are judged. */
  CONTROL,
  /** Bytes that cannot be judged yet are held. */
  WAITING,
  /** Nothing is judged any more. */
  PASS_THROUGH,
  /** It was refused; nothing passes. */
  REFUSED,
  /** One of the ends has ended it. */
  CLOSING;

  /** States that may follow. */
  Set<ConnectionState> next() {
    return switch (this) {
      case HANDSHAKE -> EnumSet.of(CONTROL, REFUSED, CLOSING);
      case CONTROL -> EnumSet.of(WAITING, PASS_THROUGH, REFUSED, CLOSING);
      case WAITING -> EnumSet.of(CONTROL, PASS_THROUGH, REFUSED, CLOSING);
      case PASS_THROUGH -> EnumSet.of(REFUSED, CLOSING);
      case CLOSING -> EnumSet.of(REFUSED);
      case REFUSED -> EnumSet.noneOf(ConnectionState.class);
    };
  }
}
