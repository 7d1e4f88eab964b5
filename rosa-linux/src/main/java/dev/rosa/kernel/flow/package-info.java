/**
 * Live flows of this machine: TCP sockets and tracked connections, found by the peer's address and
 * ended.
 *
 * <p>Depends on {@code dev.rosa.kernel} and {@code dev.rosa.kernel.netlink}. Start reading at
 * {@link dev.rosa.kernel.flow.TcpFlows}.
 */
package dev.rosa.kernel.flow;
