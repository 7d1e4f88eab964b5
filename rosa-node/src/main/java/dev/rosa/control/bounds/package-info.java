/**
 * Bounds for the work and memory that the peer of one connection takes: messages of TLS without
 * data, frames of HTTP/2, bytes before a handshake ends, answers that the peer does not read (ADR
 * 23).
 *
 * <p>Depends on {@link dev.rosa.serving} and Netty. Start reading at {@link
 * dev.rosa.control.bounds.PeerBounds} for a server's side, and at {@link
 * dev.rosa.control.bounds.ServerBounds} for a client's.
 */
package dev.rosa.control.bounds;
