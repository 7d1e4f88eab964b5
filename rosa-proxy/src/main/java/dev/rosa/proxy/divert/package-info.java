/**
 * The kernel part of the proxy: a plan of a keeper process. The kernel forwards everything, hands
 * the proxy what it must judge, and changes its sets by the packets that come back (In-kernel
 * filtering §IV.C; docs/adr/0048-verdicts-on-the-assistant-link.md).
 *
 * <p>Start reading at {@code ProxyDiversion} for the proxy's side, {@code ProxyInForce} for the
 * keeper's, {@code ProxyNft} for the kernel's rules. Depends on {@code rules}, {@code relay}
 * (sockets), {@code dev.rosa.firewall.keeper}, {@code dev.rosa.firewall.assistant}, {@code
 * dev.rosa.network}, {@code dev.rosa.kernel}, {@code dev.rosa.packetio} and {@code
 * dev.rosa.config}.
 */
package dev.rosa.proxy.divert;
