/**
 * Input and output of packets: batches of IP packets from the kernel's rings, over overlay links or
 * from a capture file (PROTOCOL §1; ROSA §2).
 *
 * <p>Depends on {@code dev.rosa.wire} and {@code dev.rosa.kernel}. Start reading at {@link
 * dev.rosa.packetio.PacketIo}. A router uses {@link dev.rosa.packetio.RingPacketIo} and {@link
 * dev.rosa.packetio.OverlayPacketIo}; {@link dev.rosa.packetio.PcapPacketIo} replays a capture
 * offline.
 */
package dev.rosa.packetio;
