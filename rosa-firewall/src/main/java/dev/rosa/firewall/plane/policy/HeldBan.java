package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Ban;

/**
 * Ban in force, and where it comes from. Immutable.
 *
 * @param ban the ban
 * @param byOperator true: a person or a list asked for it; it is never evicted
 */
public record HeldBan(Ban ban, boolean byOperator) {}
