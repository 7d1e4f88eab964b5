/**
 * The packet path of the proxy: a worker takes what the kernel hands over, judges it by its
 * connection, gives it back with a verdict, and answers clients and servers of refused connections
 * (In-kernel filtering §IV.C).
 *
 * <p>Start reading at {@link dev.rosa.proxy.packet.ProxyWorker}, then {@code ClientSide}. Depends
 * on {@code connection}, {@code policy}, {@code divert} (verdicts), {@code http}, {@code tls},
 * {@code telnet}, {@code ftp} and {@code ftp.relay} (holes), {@code rules}, {@code url}, {@code
 * stream}, {@code syncookie}, {@code login}, {@code journal}, {@code dev.rosa.packetio} and {@code
 * dev.rosa.wire}.
 */
package dev.rosa.proxy.packet;
