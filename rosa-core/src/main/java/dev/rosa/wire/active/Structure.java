package dev.rosa.wire.active;

/**
 * Kind of an IP packet by its structure, as {@link ActivePacket#wrap} finds it (PROTOCOL §5 step
 * 1).
 */
public enum Structure {
  /** An active packet of a known version, its lengths right. */
  ACTIVE,
  /**
   * A sound IP packet that asks for no active router: no Router Alert, not UDP to port 3322, or a
   * fragment without a UDP header.
   */
  OTHER,
  /**
   * IPv6 that has further extension headers between Router Alert and UDP to port 3322, or more of
   * them than are looked at.
   */
  BEHIND_HEADERS,
  /** The first fragment of what asks for an active router. */
  FRAGMENT,
  /**
   * Lengths, magic, reserved bits or the IPv4 header's checksum are wrong, there are options that
   * active packets do not have, or it is not an IP packet.
   */
  MALFORMED,
  /** The magic is right, the version is not 1. */
  UNKNOWN_VERSION
}
