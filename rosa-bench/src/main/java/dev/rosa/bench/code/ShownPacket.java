package dev.rosa.bench.code;

import dev.rosa.api.SessionState;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.PacketContext;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * Packet as a router's worker shows it to code: with all permissions, in clear, and never sealed
 * again. One thread's.
 */
final class ShownPacket {

  private static final int CAPACITY = 4096;
  private static final Grant ALL = new Grant(0, 0, Grant.ALL);

  private final PacketContext context = new PacketContext(CAPACITY, null);
  private final ActivePacket packet = new ActivePacket();
  private final PacketBuffer buffer;
  private final long[] state = new long[SessionState.SLOTS];

  ShownPacket(byte[] payload) {
    Suite suite = Suite.HMAC_SHA256;
    int udpBytes = RosaHeader.BYTES + payload.length + suite.tagBytes();
    ByteBuffer memory = ByteBuffer.allocateDirect(CAPACITY);
    int header = ActivePacketWriter.write(memory, 0, address(1), address(2), udpBytes);
    memory.putShort(header + RosaHeader.MAGIC_OFFSET, (short) RosaHeader.MAGIC);
    memory.put(header + RosaHeader.VERSION_OFFSET, (byte) RosaHeader.VERSION);
    memory.put(header + RosaHeader.SUITE_OFFSET, (byte) suite.id());
    memory.putShort(header + RosaHeader.PAYLOAD_LENGTH_OFFSET, (short) payload.length);
    memory.putLong(header + RosaHeader.GRANT_OFFSET, ALL.bits());
    memory.putLong(header + RosaHeader.SEQUENCE_OFFSET, 1);
    if (packet.wrap(memory, 0, header + udpBytes) != Structure.ACTIVE) {
      throw new IllegalStateException("the bench's own packet is no active packet");
    }
    memory.put(packet.payloadOffset(), payload);
    buffer = new PacketBuffer(memory, 0, CAPACITY);
  }

  private static InetAddress address(int host) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host});
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  /** Runs a code on it as the packet path does. */
  void run(LoadedCode code) {
    context.showInPlace(packet, buffer, state);
    LoadedCode.Outcome outcome = code.run(context);
    context.forget();
    if (outcome == LoadedCode.Outcome.FAULT || outcome == LoadedCode.Outcome.EXHAUSTED) {
      throw new IllegalStateException("the bench's own code fails");
    }
  }

  /** Numbers that the code keeps for the session. */
  long state(int slot) {
    return state[slot];
  }
}
