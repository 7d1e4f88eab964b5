/**
 * A proxied connection: its state, its two streams, its time limits (In-kernel filtering §IV.C).
 *
 * <p>Depends on {@code stream}. Start reading at {@link
 * dev.rosa.proxy.connection.ProxiedConnection}.
 */
package dev.rosa.proxy.connection;
