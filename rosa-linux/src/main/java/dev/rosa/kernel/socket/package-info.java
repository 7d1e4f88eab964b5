/**
 * Sockets that Java has no API for: packet sockets with rings, UDP with IP options, TCP with
 * addresses of others, and unix(7) sockets.
 *
 * <p>Depends on {@code dev.rosa.kernel}, its {@code process} and its {@code link}. Start reading at
 * {@link dev.rosa.kernel.socket.PacketSocket} (ADR 14).
 */
package dev.rosa.kernel.socket;
