/**
 * Engines that seal and check packets, batch first: one call takes many packets of one suite
 * (PROTOCOL §3; ROSA §4.2.3, §5).
 *
 * <p>Depends on {@code dev.rosa.wire} and {@code dev.rosa.keys}. Start reading at {@link
 * dev.rosa.crypto.SuiteEngine}. Another engine implements {@link dev.rosa.crypto.PacketMac} and
 * {@link dev.rosa.crypto.PacketCipher}.
 */
package dev.rosa.crypto;
