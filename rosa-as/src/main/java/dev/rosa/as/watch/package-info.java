/**
 * Streams that tell the holders of sessions when those have to be renewed, and when they are void
 * [ADR 36].
 *
 * <p>Depends on {@code dev.rosa.as.records}, {@code dev.rosa.as.policy}, {@code dev.rosa.as.state},
 * {@code dev.rosa.control}, {@code dev.rosa.storage} and JDBI. Start reading at {@link
 * dev.rosa.as.watch.SessionWatches}.
 */
package dev.rosa.as.watch;
