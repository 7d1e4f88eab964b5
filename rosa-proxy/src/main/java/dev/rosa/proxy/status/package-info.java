/**
 * Status and metrics of a running proxy.
 *
 * <p>Depends on {@code packet}, {@code policy}, {@code divert}, {@code login}, {@code journal},
 * {@code stream} and {@code dev.rosa.serving}. Start reading at {@link
 * dev.rosa.proxy.status.ProxyStatus}.
 */
package dev.rosa.proxy.status;
