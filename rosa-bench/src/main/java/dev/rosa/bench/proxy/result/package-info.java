/**
 * Results of the bench of the proxy, by row and round.
 *
 * <p>Depends on {@code request}, {@code way} and {@code measure}. Start reading at {@link
 * dev.rosa.bench.proxy.result.ProxyResults}.
 */
package dev.rosa.bench.proxy.result;
