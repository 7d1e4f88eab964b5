/**
 * How packets come in and leave: batches of IP packets over overlay links or from a capture file,
 * later from the kernel's rings (PROTOCOL §1; ROSA §2).
 *
 * <p>Depends on {@code dev.rosa.wire}. Start reading at {@link dev.rosa.packetio.PacketIo}.
 */
package dev.rosa.packetio;
