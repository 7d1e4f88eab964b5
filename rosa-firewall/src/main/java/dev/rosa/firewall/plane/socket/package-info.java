/**
 * Unix sockets on which the plane listens: their place in the file system, and its checks.
 *
 * <p>Depends on {@code dev.rosa.config}. Start reading at {@link
 * dev.rosa.firewall.plane.socket.PlaneSocket}.
 */
package dev.rosa.firewall.plane.socket;
