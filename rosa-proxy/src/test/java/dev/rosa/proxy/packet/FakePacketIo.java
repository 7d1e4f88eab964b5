package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/** Packets that a test hands to a worker, and those that it gives back. */
final class FakePacketIo implements PacketIo {
  static final int CLIENTS = 1;
  static final int SERVERS = 2;

  private final Deque<Arrived> arriving = new ArrayDeque<>();
  private final List<Sent> sent = new ArrayList<>();

  private record Arrived(ByteBuffer packet, int link) {}

  /** A packet that was given back, with right checksums. */
  record Sent(
      int link,
      Verdict verdict,
      String options,
      int sourcePort,
      int flags,
      int sequence,
      int ack,
      boolean mayBeCut,
      String text) {

    static Sent of(PacketBuffer buffer) {
      ByteBuffer memory = buffer.memory();
      TcpSegment segment = new TcpSegment();
      RefusalReason fault = segment.read(memory, buffer.offset(), buffer.length());
      if (fault != null) {
        throw new AssertionError(fault);
      }
      byte[] text = new byte[segment.payloadLength()];
      memory.get(segment.payloadOffset(), text);
      boolean isIpv4 = Ip.isIpv4(memory, buffer.offset());
      int tcp = buffer.offset() + (isIpv4 ? Ip.V4_HEADER : Ip.V6_HEADER);
      byte[] options = new byte[segment.payloadOffset() - tcp - 20];
      memory.get(tcp + 20, options);
      return new Sent(
          Verdict.link(buffer.ingress()),
          Verdict.values()[buffer.ingress() >>> Byte.SIZE],
          HexFormat.of().formatHex(options),
          segment.sourcePort(),
          memory.get(tcp + 13),
          segment.sequence(),
          segment.acknowledgement(),
          isIpv4 && memory.getShort(buffer.offset() + Ip.V4_FRAGMENT) == 0,
          new String(text, StandardCharsets.ISO_8859_1));
    }
  }

  /** A packet will be received. */
  void arrive(ByteBuffer packet, int link) {
    arriving.add(new Arrived(packet, link));
  }

  /** Packets that were given back since this was asked last. */
  List<Sent> sent() {
    List<Sent> all = List.copyOf(sent);
    sent.clear();
    return all;
  }

  @Override
  public boolean receive(PacketBatch batch, long waitMillis) {
    batch.setSize(0);
    while (!arriving.isEmpty() && !batch.isFull()) {
      Arrived next = arriving.remove();
      PacketBuffer buffer = batch.add();
      buffer.memory().put(buffer.offset(), next.packet(), 0, next.packet().capacity());
      buffer.arrived(next.packet().capacity(), 0);
      buffer.cameInOn(next.link());
    }
    return true;
  }

  @Override
  public void send(PacketBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (batch.buffer(i).fate() == Fate.FORWARD) {
        sent.add(Sent.of(batch.buffer(i)));
        batch.buffer(i).setFate(Fate.SENT);
      }
    }
  }

  @Override
  public void wakeUp() {
    // A test calls the worker itself.
  }

  @Override
  public void close() {
    // There is nothing to close.
  }
}
