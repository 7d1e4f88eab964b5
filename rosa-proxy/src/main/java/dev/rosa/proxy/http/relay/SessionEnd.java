package dev.rosa.proxy.http.relay;

/** End of a session. */
enum SessionEnd {
  /** It goes on. */
  NONE,
  /** The client has got all that there is for it. */
  ORDERLY,
  /** The client has not, and must see that: its connection is reset. */
  BROKEN
}
