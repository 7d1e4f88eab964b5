/**
 * Netlink: messages to the kernel and their answers, for nf_tables, routes, neighbours, sockets and
 * connection tracking; see netlink(7).
 *
 * <p>Depends on {@code dev.rosa.kernel} and {@code dev.rosa.kernel.process}. Start reading at
 * {@link dev.rosa.kernel.netlink.NetlinkSocket}.
 */
package dev.rosa.kernel.netlink;
