/**
 * How packets come in and leave: batches of IP packets over overlay links or from a capture file,
 * later from the kernel's rings (PROTOCOL §1; ROSA §2).
 *
 * <p>Depends on {@code dev.rosa.wire}. Start reading at {@link dev.rosa.packetio.PacketIo}; {@link
 * dev.rosa.packetio.OverlayPacketIo} is what a router runs on, {@link
 * dev.rosa.packetio.PcapPacketIo} looks at a captured problem offline.
 */
package dev.rosa.packetio;
