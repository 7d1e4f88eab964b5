/**
 * The diversion: the kernel forwards everything, and hands the router the active packets that come
 * in on some links (the router and assistant of SARA; ROSA §2; docs/adr/0015-diversion.md).
 *
 * <p>A keeper process makes the assistant link, the nft rules and the tc filters of the way back
 * (docs/adr/0020-reentry.md), watches them and listens for the router's beats; the router itself
 * goes on without any capability. Start reading with {@code Diversion} for the router's side,
 * {@code Keeper} for what is kept and when it changes, {@code NftRules} for what the kernel is
 * told.
 *
 * <p>Depends on {@code dev.rosa.kernel}, {@code dev.rosa.packetio} and {@code dev.rosa.config}, and
 * on the programs {@code ip}, {@code tc} and {@code nft}.
 */
package dev.rosa.divert;
