/**
 * Sources of traffic, and their bans (Crosslayer Firewall Interaction §3.1).
 *
 * <p>Depends on {@code dev.rosa.config}. Start reading at {@link dev.rosa.firewall.plane.ban.Ban}.
 */
package dev.rosa.firewall.plane.ban;
