/**
 * What belongs to one session: sealing its packets, and the window that refuses replayed ones
 * (PROTOCOL §3, §5 step 8; RFC 6479). The router's cache of sessions lives in the router's room,
 * beside the pipeline that fills it.
 *
 * <p>Depends on {@code dev.rosa.wire}, {@code dev.rosa.keys} and {@code dev.rosa.crypto}. Start
 * reading at {@link dev.rosa.session.PacketSealer}.
 */
package dev.rosa.session;
