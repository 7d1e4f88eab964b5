package dev.rosa.client.command;

import dev.rosa.wire.active.Grant;

/** Formatter of a session's grant in words. */
final class GrantText {
  private GrantText() {}

  static String of(Grant grant) {
    String rate =
        grant.packetsPerSecond() == 0
            ? "no rate limit"
            : Integer.toUnsignedString(grant.packetsPerSecond()) + " packets/s";
    String fuel =
        grant.fuelThousands() == 0
            ? "the code's own fuel"
            : grant.fuelThousands() + " thousand instructions per packet";
    return rate + ", " + fuel + ", may " + grant.permissionNames();
  }
}
