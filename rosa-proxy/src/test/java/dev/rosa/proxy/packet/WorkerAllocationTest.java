package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import dev.rosa.proxy.cache.CacheRig;
import dev.rosa.proxy.stream.Packets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Test that a worker makes nothing on the heap for a request of a kept connection. */
class WorkerAllocationTest extends WorkerRig {
  private static final int WARM_UP = 20_000;
  private static final int REQUESTS = 20_000;
  private static final int SEQUENCE = 24;

  private final byte[] get = get("/x").getBytes(StandardCharsets.US_ASCII);
  private final RequestsOfOneConnection requesting = new RequestsOfOneConnection();

  /** Hands over what the rig sends; then the next request each time, without making objects. */
  private final class RequestsOfOneConnection implements PacketIo {
    private final ByteBuffer request = Packets.ipv4(CLIENT + 1, SERVER + 1, Packets.ACK, get("/x"));
    private CacheRig rig;
    private boolean isOpen;
    private long given;

    @Override
    public boolean receive(PacketBatch batch, long waitMillis) {
      if (!isOpen) {
        return io.receive(batch, waitMillis);
      }
      batch.setSize(0);
      PacketBuffer buffer = batch.add();
      buffer.memory().put(buffer.offset(), request, 0, request.capacity());
      buffer.arrived(request.capacity(), 0);
      buffer.cameInOn(FakePacketIo.CLIENTS);
      takeFromKernel();
      request.putInt(SEQUENCE, request.getInt(SEQUENCE) + get.length);
      Packets.refreshTcp(request, 20, 12, 8);
      return true;
    }

    private void takeFromKernel() {
      if (rig != null) {
        try {
          rig.take();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    @Override
    public void send(PacketBatch batch) {
      for (int i = 0; i < batch.size(); i++) {
        if (batch.buffer(i).fate() == Fate.FORWARD) {
          batch.buffer(i).setFate(Fate.SENT);
          given++;
        }
      }
    }

    @Override
    public void wakeUp() {
      // Nobody waits.
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }

  @Override
  PacketIo packets() {
    return requesting;
  }

  private void turns(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      boolean unused = worker.turn();
    }
  }

  @Test
  void shouldMakeNothingOnTheHeapForARequest() throws Exception {
    requireNothingMade();
  }

  /** The connection is given to the kernel behind each request, and taken by the next one. */
  @Test
  void shouldMakeNothingEitherWhereTheKernelKeepsVerdicts() throws Exception {
    try (CacheRig rig = CacheRig.make(new CacheRig.OneClass())) {
      cache = Optional.of(rig.cache());
      requesting.rig = rig;
      requireNothingMade();
      assertTrue(rig.cache().written() > 0);
    }
  }

  private void requireNothingMade() throws Exception {
    log = "summary";
    begin("<rule name='web' action='allow' users='alice'/>");
    for (ByteBuffer packet : handshake()) {
      io.arrive(packet, packet.getInt(12) == 0x0a000001 ? 1 : 2);
      turns(1);
    }
    requesting.isOpen = true;
    turns(WARM_UP);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long given = requesting.given;
    long before = threads.getThreadAllocatedBytes(thread);
    turns(REQUESTS);
    long made = threads.getThreadAllocatedBytes(thread) - before;
    assertEquals(REQUESTS, requesting.given - given);
    assertTrue(made < REQUESTS, () -> made + " bytes for " + REQUESTS + " requests");
  }
}
