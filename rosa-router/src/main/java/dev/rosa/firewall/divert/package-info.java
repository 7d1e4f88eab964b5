/**
 * Diversion: the kernel forwards everything, and hands the router the active packets of some links
 * (router and assistant of SARA; ROSA §2; docs/adr/0015-diversion.md).
 *
 * <p>The diversion is a plan of a keeper process: the assistant link, the nft rules and the tc
 * filters of the way back (docs/adr/0020-reentry.md). The router itself runs without any
 * capability. Start reading at {@code Diversion} for the router's side, {@code DiversionInForce}
 * for the keeper's, {@code NftRules} for the kernel's rules.
 *
 * <p>Depends on {@code dev.rosa.firewall.keeper}, {@code dev.rosa.network}, {@code
 * dev.rosa.kernel}, {@code dev.rosa.packetio} and {@code dev.rosa.config}.
 */
package dev.rosa.firewall.divert;
