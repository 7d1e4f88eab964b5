/**
 * Ground of the bench of the proxy: machines between client and server, a web server, CPU times.
 *
 * <p>Depends on {@code dev.rosa.bench.namespace}. Start reading at {@link
 * dev.rosa.bench.proxy.ground.WayMachine}.
 */
package dev.rosa.bench.proxy.ground;
