/**
 * Bench of the application proxy: what a request, a connection and a body cost with the proxy
 * between client and server, against forwarding and against proxies that copy.
 *
 * <p>Depends on the jars of the roles, which it starts as processes, and on {@code namespace},
 * {@code measure} and {@code display}. Start reading at {@link
 * dev.rosa.bench.proxy.run.ProxyBench}.
 */
package dev.rosa.bench.proxy;
