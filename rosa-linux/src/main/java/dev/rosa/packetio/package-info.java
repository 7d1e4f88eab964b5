/**
 * How packets come in and leave: batches of IP packets from the kernel's rings, over overlay links
 * or from a capture file (PROTOCOL §1; ROSA §2).
 *
 * <p>Depends on {@code dev.rosa.wire} and {@code dev.rosa.kernel}. Start reading at {@link
 * dev.rosa.packetio.PacketIo}; {@link dev.rosa.packetio.RingPacketIo} and {@link
 * dev.rosa.packetio.OverlayPacketIo} are what a router runs on, {@link
 * dev.rosa.packetio.PcapPacketIo} looks at a captured problem offline.
 */
package dev.rosa.packetio;
