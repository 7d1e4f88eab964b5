package dev.rosa.proxy.cache;

/** State of a connection in the kernel's cache. */
public enum FlowState {
  /** It is not there: all of its bytes came to the daemon, or the cache has failed. */
  ABSENT,
  /** Its next request may pass in the kernel. */
  ARMED,
  /** A packet that is the daemon's has taken it: no request passes in the kernel any more. */
  TAKEN
}
