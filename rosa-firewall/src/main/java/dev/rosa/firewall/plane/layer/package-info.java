/**
 * Layers at which bans are in force: nft sets at ingress, MAC sets, XDP; and the end of live flows
 * (Crosslayer Firewall Interaction §4, §5).
 *
 * <p>Depends on {@code ban}, {@code dev.rosa.network} and {@code dev.rosa.kernel}. Start reading at
 * {@link dev.rosa.firewall.plane.layer.Enforcement}.
 */
package dev.rosa.firewall.plane.layer;
