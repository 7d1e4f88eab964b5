/**
 * Evidence of dropped packets for a firewall plane: what workers record, and the thread that
 * reports it (Crosslayer Firewall Interaction §3.1).
 *
 * <p>Depends on {@code dev.rosa.evidence}, {@code dev.rosa.packetio}, {@code dev.rosa.wire} and
 * {@code dev.rosa.serving}. Start reading at {@link dev.rosa.router.evidence.DropReporter}.
 */
package dev.rosa.router.evidence;
