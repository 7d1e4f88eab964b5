/**
 * Ways between client and server that the bench of the proxy compares: forwarding, the proxy, and
 * proxies that copy.
 *
 * <p>Depends on {@code ground}. Start reading at {@link dev.rosa.bench.proxy.way.Way}.
 */
package dev.rosa.bench.proxy.way;
