package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.testkit.CompiledBundle;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * In the steady state the packet path allocates nothing per packet of its own. SunJCE's HMAC makes
 * an array for every digest; its share is measured and taken off.
 */
@Tag("jdk")
class PacketPathAllocationTest {

  private static final int PACKETS = 40_000;
  private static final int BATCH = 8;

  @Test
  void shouldAllocateNothingPerPacketWhenSessionAndCodeAreKnown() throws Exception {
    Conveyor conveyor = new Conveyor();
    RouterBench bench =
        new RouterBench(RouterBench.policy(false, false), conveyor, ReplayRecord.none());
    RouterBench.Flow flow =
        bench.flow(bench.source.admit(CompiledBundle.onPacket("packet.payloadByte(3);").jar()));
    flow.prepare();
    for (int i = 0; i < PACKETS; i++) {
      conveyor.packets.add(flow.next("a payload of some length"));
    }
    bench.turn(PACKETS / 2 / BATCH);
    int sentBefore = conveyor.sent;
    long allocated = allocatedBy(() -> bench.turn(PACKETS / 2 / BATCH));
    assertEquals(PACKETS / 2, conveyor.sent - sentBefore);
    // The little there is comes from the once-a-second sweep, not from packets.
    long own = allocated - allocatedBy(PacketPathAllocationTest::computeMacs);
    assertTrue(own < PACKETS / 2, own + " bytes allocated for " + PACKETS / 2 + " packets");
  }

  @Test
  void shouldAllocateNothingPerDroppedPacketThatIsRecordedForAFirewall() throws Exception {
    Conveyor conveyor = new Conveyor();
    RouterBench bench =
        new RouterBench(RouterBench.policy(true, false), conveyor, ReplayRecord.none());
    RouterBench.Flow flow = bench.flow(bench.source.admit(CompiledBundle.onPacket("").jar()));
    flow.domain++;
    flow.prepare();
    for (int i = 0; i < PACKETS; i++) {
      conveyor.packets.add(flow.next("a payload of some length"));
    }
    bench.turn(PACKETS / 2 / BATCH);
    long allocated = allocatedBy(() -> bench.turn(PACKETS / 2 / BATCH));
    bench.assertDropped(DropReason.FOREIGN_DOMAIN, PACKETS);
    assertTrue(allocated < PACKETS / 2, allocated + " bytes for " + PACKETS / 2 + " packets");
  }

  private interface Work {
    void run() throws Exception;
  }

  private static long allocatedBy(Work work) throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static void computeMacs() throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256", "SunJCE");
    mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
    byte[] output = new byte[32];
    for (int i = 0; i < PACKETS / 2; i++) {
      mac.update(output);
      mac.doFinal(output, 0);
    }
  }

  /** Link that brings prepared packets and counts those that leave, without allocating. */
  private static final class Conveyor implements PacketIo {
    final List<byte[]> packets = new ArrayList<>(PACKETS);
    int sent;
    private int next;

    @Override
    public boolean receive(PacketBatch batch, long waitMillis) {
      batch.setSize(0);
      while (!batch.isFull()) {
        byte[] packet = packets.get(next++);
        PacketBuffer buffer = batch.add();
        buffer.memory().put(buffer.offset(), packet);
        buffer.arrived(packet.length, 1);
      }
      return true;
    }

    @Override
    public void send(PacketBatch batch) {
      for (int i = 0; i < batch.size(); i++) {
        if (batch.buffer(i).fate() == Fate.FORWARD) {
          batch.buffer(i).setFate(Fate.SENT);
          sent++;
        }
      }
    }

    @Override
    public void wakeUp() {}

    @Override
    public void close() {}
  }
}
