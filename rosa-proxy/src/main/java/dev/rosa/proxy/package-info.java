/**
 * Role of the application proxy: its command line (In-kernel filtering). This build judges; it has
 * no way of packets from the kernel yet.
 *
 * <p>Depends on {@code rules}, {@code url}, {@code content}, {@code dev.rosa.command} and {@code
 * dev.rosa.config}. Start reading at {@link dev.rosa.proxy.ProxyCommand}.
 */
package dev.rosa.proxy;
