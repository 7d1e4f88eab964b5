package dev.rosa.router.prewarm;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;

/**
 * Packet link of prewarming that ends in memory. It brings the packets that were put into it, in
 * batches of the requested size, and discards the packets that are sent. Owned by one thread.
 */
final class PrewarmIo implements PacketIo {

  /** Every so many-th packet that is sent meets a fate other than being sent. */
  private static final int UNLUCKY = 16;

  private static final Fate[] BAD_LUCK = {Fate.NO_ROUTE, Fate.HOPS_EXHAUSTED, Fate.LINK_REFUSED};

  private final PacketBatch waiting;
  private int next;
  private int together;
  private long sent;

  /**
   * An empty link.
   *
   * @param capacity packets that fit
   */
  PrewarmIo(int capacity) {
    waiting = new PacketBatch(capacity, PrewarmTraffic.PACKET_BYTES);
  }

  /** A place for one more packet. */
  PacketBuffer add() {
    return waiting.add();
  }

  /** The packet before the one that was added last. */
  PacketBuffer before() {
    return waiting.buffer(waiting.size() - 2);
  }

  /** Says how many packets come in one batch. */
  void bringTogether(int packets) {
    together = packets;
  }

  /** True if everything was brought. */
  boolean isEmpty() {
    return next == waiting.size();
  }

  @Override
  public boolean receive(PacketBatch batch, long waitMillis) {
    batch.setSize(0);
    while (batch.size() < together && !batch.isFull() && !isEmpty()) {
      batch.add().copyFrom(waiting.buffer(next++));
    }
    if (isEmpty()) {
      waiting.setSize(0);
      next = 0;
    }
    return true;
  }

  @Override
  public void send(PacketBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer packet = batch.buffer(i);
      if (packet.fate() == Fate.FORWARD) {
        packet.setFate(fate());
      }
    }
  }

  private Fate fate() {
    sent++;
    return sent % UNLUCKY == 0 ? BAD_LUCK[(int) (sent / UNLUCKY % BAD_LUCK.length)] : Fate.SENT;
  }

  @Override
  public void wakeUp() {}

  @Override
  public void close() {}
}
