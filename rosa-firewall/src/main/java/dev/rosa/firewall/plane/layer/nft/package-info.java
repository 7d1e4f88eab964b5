/**
 * Layers {@code ip} and {@code mac}: bans in sets of an nft table at the ingress of interfaces, and
 * the end of live flows (Crosslayer Firewall Interaction §4, §5).
 *
 * <p>Depends on {@code layer}, {@code ban}, {@code dev.rosa.network} and {@code dev.rosa.kernel}.
 * Start reading at {@link dev.rosa.firewall.plane.layer.nft.NftEnforcement}.
 */
package dev.rosa.firewall.plane.layer.nft;
