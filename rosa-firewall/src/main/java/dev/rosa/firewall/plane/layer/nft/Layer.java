package dev.rosa.firewall.plane.layer.nft;

import java.util.Locale;

/** Layer that a dropped packet is counted for. */
enum Layer {
  /** Source addresses. */
  IP,
  /** Source MAC addresses. */
  MAC,
  /** Sources that are limited. */
  LIMIT;

  /** Name of its counter in the table. */
  String counter() {
    return "dropped_" + word();
  }

  /** Its name in reports. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
