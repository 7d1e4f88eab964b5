/**
 * Byte streams of TCP, judged from segments: each byte of a client is judged once, in its order,
 * and a repeated byte passes only if it is the same (In-kernel filtering §IV.D).
 *
 * <p>Depends on {@code dev.rosa.wire.ip}. Start reading at {@link
 * dev.rosa.proxy.stream.JudgedStream}.
 */
package dev.rosa.proxy.stream;
