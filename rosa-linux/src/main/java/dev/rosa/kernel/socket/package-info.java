/**
 * Sockets that Java has no API for: packet sockets and their rings, UDP with Router Alert or with
 * the options of received datagrams, sockets of the file system.
 *
 * <p>Depends on {@code dev.rosa.kernel}, its {@code process} and its {@code link}. Start reading at
 * {@link dev.rosa.kernel.socket.PacketSocket} (ADR 14).
 */
package dev.rosa.kernel.socket;
