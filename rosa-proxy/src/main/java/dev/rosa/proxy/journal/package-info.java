/**
 * The log of connections and requests, as the rules ask for it (In-kernel filtering §IV.E).
 *
 * <p>Depends on {@code rules}, {@code stream} and {@code dev.rosa.serving}. Start reading at {@link
 * dev.rosa.proxy.journal.ConnectionLog}.
 */
package dev.rosa.proxy.journal;
