package dev.rosa.router.evidence;

import dev.rosa.packetio.PacketBuffer;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Recorder of a worker's dropped packets, by source and kind. The worker writes into a table of its
 * own, without a lock, and changes it for another one when the reporting thread asks.
 */
public final class DropRecorder {

  private DropTable current;
  private final AtomicReference<DropTable> spare;
  private final AtomicReference<DropTable> handedOver = new AtomicReference<>();
  private volatile boolean wanted;

  /**
   * An empty recorder.
   *
   * @param secret random; see {@link DropTable}
   * @param proven by kind: true if it proves the source
   */
  DropRecorder(long secret, boolean... proven) {
    this.current = new DropTable(secret, proven);
    this.spare = new AtomicReference<>(new DropTable(~secret, proven));
  }

  /** Records a packet that ends here. The worker's; allocates nothing. */
  public void record(PacketBuffer packet, int kind) {
    ByteBuffer memory = packet.memory();
    int at = packet.offset();
    int bytes = Math.min(packet.length(), packet.capacity());
    int version = bytes == 0 ? 0 : (memory.get(at) & 0xff) >>> 4;
    if (version == 4 && bytes >= Ip.V4_HEADER) {
      long source = Integer.toUnsignedLong(memory.getInt(at + Ip.V4_SOURCE));
      current.add(true, 0, source, kind, packet.ingress());
    } else if (version == 6 && bytes >= Ip.V6_HEADER) {
      long high = memory.getLong(at + Ip.V6_SOURCE);
      long low = memory.getLong(at + Ip.V6_SOURCE + Long.BYTES);
      current.add(false, high, low, kind, packet.ingress());
    } else {
      current.leaveOut();
    }
  }

  /** Hands over what was recorded, if it is asked for. The worker's, after each turn. */
  public void handOver() {
    if (wanted && !current.isEmpty()) {
      change();
    }
  }

  private void change() {
    DropTable next = spare.getAndSet(null);
    if (next != null) {
      wanted = false;
      handedOver.set(current);
      current = next;
    }
  }

  /** Asks the worker for what it has, or takes the question back. The reporting thread's. */
  void want(boolean now) {
    wanted = now;
  }

  /** Shows what the worker has handed over. The reporting thread's. */
  int take(DropTable.Visitor visitor) {
    DropTable table = handedOver.getAndSet(null);
    if (table == null) {
      return 0;
    }
    table.visit(visitor);
    int left = table.left();
    table.clear();
    spare.set(table);
    return left;
  }
}
