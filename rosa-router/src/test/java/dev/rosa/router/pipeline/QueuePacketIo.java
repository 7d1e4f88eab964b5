package dev.rosa.router.pipeline;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A link made of two lists: packets that tests put in, and packets that left. */
public final class QueuePacketIo implements PacketIo {

  public final List<byte[]> sent = new ArrayList<>();
  boolean overlay = true;

  /** The number of the interface that a diversion takes packets from; 0: there is none. */
  int ingress;

  /** Packets are shown where they stand in a ring, as close together as they fit. */
  boolean inPlace;

  /** Fate of packets that are to be forwarded. */
  Fate fate = Fate.SENT;

  private final ByteBuffer ring = ByteBuffer.allocateDirect(1 << 16);
  long nanos = 1;
  private final BlockingQueue<byte[]> incoming = new LinkedBlockingQueue<>();

  void put(byte[] packet) {
    incoming.add(packet.clone());
  }

  @Override
  public boolean receive(PacketBatch batch, long waitMillis) {
    batch.setSize(0);
    ring.clear();
    try {
      byte[] packet = incoming.poll(waitMillis, TimeUnit.MILLISECONDS);
      while (packet != null) {
        write(batch.add(), packet);
        packet = batch.isFull() ? null : incoming.poll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return !incoming.isEmpty();
  }

  void write(PacketBuffer buffer, byte[] packet) {
    if (inPlace) {
      show(buffer, packet);
      return;
    }
    int kept = Math.min(packet.length, buffer.capacity());
    buffer.memory().put(buffer.offset(), packet, 0, kept);
    buffer.arrived(packet.length, nanos);
    buffer.cameInOn(ingress);
    if (overlay) {
      buffer.cameOverOverlay();
    }
  }

  private void show(PacketBuffer buffer, byte[] packet) {
    int at = ring.position();
    ring.put(packet);
    buffer.pointAt(ring, at, packet.length, packet.length, nanos);
  }

  /** Changes what stands in the ring now. */
  void overwrite(int at, char value) {
    ring.put(at, (byte) value);
  }

  @Override
  public void send(PacketBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer buffer = batch.buffer(i);
      if (buffer.fate() == Fate.FORWARD) {
        buffer.finishChecksum();
        byte[] packet = new byte[buffer.length()];
        buffer.memory().get(buffer.offset(), packet);
        sent.add(packet);
        buffer.setFate(fate);
      }
    }
  }

  @Override
  public void wakeUp() {}

  @Override
  public void close() {}
}
