/**
 * Sealing of a session's packets at a Source, the window that refuses replayed ones (PROTOCOL §3,
 * §5 step 8; RFC 6479), and the clock by which windows are forgotten. A router's cache of sessions
 * is in the router's module.
 *
 * <p>Depends on {@code dev.rosa.wire}, {@code dev.rosa.keys} and {@code dev.rosa.crypto}. Start
 * reading at {@link dev.rosa.session.PacketSealer}.
 */
package dev.rosa.session;
