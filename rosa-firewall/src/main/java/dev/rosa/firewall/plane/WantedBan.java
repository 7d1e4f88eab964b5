package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.ban.Source;
import java.time.Duration;

/**
 * Ban that an operator asks for. Immutable.
 *
 * @param source the source
 * @param forTime how long
 * @param reason why; printable
 */
record WantedBan(Source source, Duration forTime, String reason) {}
