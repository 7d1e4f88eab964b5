package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;

/** Hearer of bans and lifts that are in force and recorded: the reporters. Thread-safe. */
interface BanNews {
  /** A ban, or its new end. */
  void tell(Ban ban);

  /** The end of a ban before its time. */
  void tellLifted(Source source);
}
