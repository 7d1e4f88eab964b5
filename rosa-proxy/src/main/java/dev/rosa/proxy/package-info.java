/**
 * Role of the application proxy: its command line, and its parts put together (In-kernel
 * filtering).
 *
 * <p>Depends on the packages below it, {@code dev.rosa.role}, {@code dev.rosa.operator}, {@code
 * dev.rosa.command} and {@code dev.rosa.config}. Start reading at {@link
 * dev.rosa.proxy.ProxyCommand}, then {@link dev.rosa.proxy.RunningProxy}.
 */
package dev.rosa.proxy;
