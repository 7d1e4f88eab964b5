package dev.rosa.wire;

/** What {@link ActivePacket#wrap} found (PROTOCOL §5 step 1). */
public enum Structure {
  /** An active packet of a known version, its lengths right. */
  ACTIVE,
  /** A sound IP packet that is none of our business: no Router Alert, or not UDP to port 3322. */
  OTHER,
  /** A fragment that asks for an active router. */
  FRAGMENT,
  /** Lengths, magic or reserved bits are wrong, or it is not an IP packet. */
  MALFORMED,
  /** The magic is right, the version is not ours. */
  UNKNOWN_VERSION
}
