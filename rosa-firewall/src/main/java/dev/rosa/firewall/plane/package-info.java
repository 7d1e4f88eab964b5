/**
 * Role of the firewall plane: its command line, its configuration, and its parts put together
 * (Crosslayer Firewall Interaction §3).
 *
 * <p>Depends on the packages below it, {@code dev.rosa.role} and {@code dev.rosa.config}. Start
 * reading at {@link dev.rosa.firewall.plane.Plane}.
 */
package dev.rosa.firewall.plane;
