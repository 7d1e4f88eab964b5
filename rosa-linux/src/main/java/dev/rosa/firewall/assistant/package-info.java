/**
 * Parts of keepers' plans that hand packets to a role and take them back: the pair of links between
 * them, the way back to the interface that a packet came in on, and the start of a role that keeps
 * packet sockets and gives its privileges away (docs/adr/0015-diversion.md,
 * docs/adr/0020-reentry.md).
 *
 * <p>Depends on {@code dev.rosa.firewall.keeper}, {@code dev.rosa.network}, {@code
 * dev.rosa.kernel}, {@code dev.rosa.packetio} and {@code dev.rosa.config}. Start reading at {@link
 * dev.rosa.firewall.assistant.AssistantLink}.
 */
package dev.rosa.firewall.assistant;
