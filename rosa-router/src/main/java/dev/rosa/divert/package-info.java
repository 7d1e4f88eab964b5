/**
 * Diversion: the kernel forwards everything, and hands the router the active packets of some links
 * (router and assistant of SARA; ROSA §2; docs/adr/0015-diversion.md).
 *
 * <p>A keeper process makes the assistant link, the nft rules and the tc filters of the way back
 * (docs/adr/0020-reentry.md), and watches them. It listens for the router's beats. The router
 * itself runs without any capability. Start reading at {@code Diversion} for the router's side,
 * {@code Keeper} for the keeper's state, {@code NftRules} for the kernel's rules.
 *
 * <p>Depends on {@code dev.rosa.kernel}, {@code dev.rosa.packetio} and {@code dev.rosa.config}, and
 * on the programs {@code ip}, {@code tc} and {@code nft}.
 */
package dev.rosa.divert;
