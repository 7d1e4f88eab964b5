/**
 * Layers at which bans are in force, as the deciding thread sees them (Crosslayer Firewall
 * Interaction §4, §5). Package {@code nft} has {@code ip} and {@code mac}.
 *
 * <p>Depends on {@code ban} and {@code dev.rosa.kernel}. Start reading at {@link
 * dev.rosa.firewall.plane.layer.Enforcement}.
 */
package dev.rosa.firewall.plane.layer;
