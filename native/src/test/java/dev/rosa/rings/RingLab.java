package dev.rosa.rings;

import com.sun.management.ThreadMXBean;
import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingOptions;
import dev.rosa.packetio.RingPacketIo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One scenario of packet rings, named by the only argument, inside a network namespace. Ends with
 * an exception, or says {@code ok}.
 */
public final class RingLab implements AutoCloseable {

  private static final int BATCH = 256;
  private static final int PACKET_BYTES = 2_048;
  private static final int MTU = 1_500;
  private static final int ETHERNET = 14;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final byte[] kernelMac = LabLink.macAddress(LabLink.KERNEL_END);
  private final byte[] routerMac = LabLink.macAddress(LabLink.ROUTER_END);
  private final PacketSockets farSockets = PacketSockets.open(1);
  private final RingPacketIo far =
      RingPacketIo.attach(farSockets, 0, options(LabLink.KERNEL_END, routerMac));
  private final FrameTap tap = FrameTap.at(LabLink.KERNEL_END);
  private final PacketBatch injected = new PacketBatch(BATCH, PACKET_BYTES);
  private final PacketBatch batch = new PacketBatch(BATCH, PACKET_BYTES);
  private final LabPackets packets = new LabPackets(42);

  private RingLab() throws IOException {}

  /** Runs a scenario. */
  public static void main(String[] arguments) throws Exception {
    LabLink.make();
    try (RingLab lab = new RingLab()) {
      switch (arguments[0]) {
        case "bytes" -> lab.bytes();
        case "oversize" -> lab.oversize();
        case "wake-up" -> lab.wakeUp();
        case "link-gone" -> lab.linkGone();
        case "workers" -> lab.workers();
        case "idle" -> lab.idle();
        case "garbage" -> lab.garbage();
        case "beats" -> lab.beats();
        case "checksum" -> lab.checksum();
        case "overrun" -> lab.overrun();
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
    System.out.println("ok");
  }

  private static RingOptions options(String name, byte[] returnTo) {
    return new RingOptions(name, returnTo, RingOptions.DEFAULT_RING_BYTES, 0x5eed_5eed_5eed_5eedL);
  }

  private RingPacketIo router(PacketSockets sockets, int worker) throws IOException {
    return RingPacketIo.attach(sockets, worker, options(LabLink.ROUTER_END, kernelMac));
  }

  /** Sends packets from the kernel's end, from home memory. */
  private void inject(List<byte[]> sent) {
    injected.setSize(0);
    for (byte[] bytes : sent) {
      PacketBuffer packet = injected.add();
      packet.memory().put(packet.offset(), bytes);
      packet.arrived(bytes.length, 0);
      packet.setFate(Fate.FORWARD);
    }
    far.send(injected);
    for (int i = 0; i < injected.size(); i++) {
      require(injected.buffer(i).fate() == Fate.SENT, "injected: " + injected.buffer(i).fate());
    }
  }

  private List<byte[]> some(int count) {
    List<byte[]> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      some.add(packets.any(MTU));
    }
    return some;
  }

  /** Takes so many packets through the router, some of them by way of home memory. */
  private void echo(RingPacketIo router, int count, int everyHome) throws IOException {
    int done = 0;
    for (int rounds = 0; done < count; rounds++) {
      require(rounds < 10_000, "only " + done + " of " + count + " packets arrived");
      require(router.receive(batch, 100), "closed");
      for (int i = 0; i < batch.size(); i++) {
        if (everyHome > 0 && i % everyHome == 0) {
          batch.buffer(i).moveHome();
        }
        batch.buffer(i).setFate(Fate.FORWARD);
      }
      router.send(batch);
      done += sent();
    }
  }

  private int sent() {
    for (int i = 0; i < batch.size(); i++) {
      require(batch.buffer(i).fate() == Fate.SENT, "echoed: " + batch.buffer(i).fate());
    }
    return batch.size();
  }

  private void bytes() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = router(sockets, 0)) {
      for (int round = 0; round < 40; round++) {
        List<byte[]> sent = some(BATCH);
        inject(sent);
        echo(router, BATCH, round % 4);
        List<byte[]> back = tap.ipFrames(BATCH);
        for (int i = 0; i < BATCH; i++) {
          requireFrame(back.get(i), sent.get(i));
        }
      }
      require(router.droppedByRing() == 0, "drops");
    }
  }

  private void requireFrame(byte[] frame, byte[] packet) {
    require(Arrays.equals(frame, 0, 6, kernelMac, 0, 6), "destination");
    require(Arrays.equals(frame, 6, 12, routerMac, 0, 6), "source");
    require(FrameTap.type(frame) == (packet[0] >>> 4 == 4 ? 0x0800 : 0x86dd), "type");
    require(Arrays.equals(frame, ETHERNET, frame.length, packet, 0, packet.length), "packet");
  }

  private void oversize() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = router(sockets, 0)) {
      inject(some(3));
      receiveAll(router, 3);
      PacketBuffer longest = batch.buffer(1);
      longest.moveHome();
      longest.resized(MTU + 5);
      for (int i = 0; i < 3; i++) {
        batch.buffer(i).setFate(Fate.FORWARD);
      }
      router.send(batch);
      require(batch.buffer(0).fate() == Fate.SENT, "first");
      require(longest.fate() == Fate.LINK_REFUSED, "second: " + longest.fate());
      require(batch.buffer(2).fate() == Fate.SENT, "third");
      tap.ipFrames(2);
    }
  }

  private void receiveAll(RingPacketIo router, int count) throws InterruptedException {
    Thread.sleep(50);
    require(router.receive(batch, 1_000), "closed");
    require(batch.size() == count, batch.size() + " packets");
  }

  private void wakeUp() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = router(sockets, 0)) {
      Thread waker =
          new Thread(
              () -> {
                sleep(300);
                router.wakeUp();
              });
      waker.start();
      long began = System.nanoTime();
      require(router.receive(batch, 20_000), "closed");
      require(batch.size() == 0, "packets");
      require(System.nanoTime() - began < 5_000_000_000L, "slept on");
      Thread closer =
          new Thread(
              () -> {
                sleep(300);
                end(router);
              });
      closer.start();
      require(!router.receive(batch, 20_000), "not closed");
      require(System.nanoTime() - began < 10_000_000_000L, "slept on");
      closer.join();
      router.wakeUp();
    }
  }

  private void linkGone() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = router(sockets, 0)) {
      LabLink.remove();
      long cpu = THREADS.getCurrentThreadCpuTime();
      long end = System.nanoTime() + 2_500_000_000L;
      int turns = 0;
      while (System.nanoTime() < end) {
        require(router.receive(batch, 100), "closed");
        turns++;
      }
      require(turns < 60, turns + " turns without an interface");
      require(THREADS.getCurrentThreadCpuTime() - cpu < 300_000_000L, "busy without an interface");
      requireRefused(router);
      LabLink.make();
      comeBack(router);
    }
  }

  private void requireRefused(RingPacketIo router) {
    batch.setSize(0);
    byte[] bytes = packets.any(MTU);
    PacketBuffer packet = batch.add();
    packet.memory().put(packet.offset(), bytes);
    packet.arrived(bytes.length, 0);
    packet.setFate(Fate.FORWARD);
    router.send(batch);
    require(packet.fate() == Fate.LINK_REFUSED, "without an interface: " + packet.fate());
  }

  /** The kernel's end has other addresses now; packets still get to the router. */
  private void comeBack(RingPacketIo router) throws Exception {
    far.receive(injected, 1_100);
    far.receive(injected, 1_100);
    try (FrameTap again = FrameTap.at(LabLink.KERNEL_END)) {
      for (int i = 0; i < 30; i++) {
        require(router.receive(batch, 100), "closed");
        // Or heartbeats fill it: each comes in a block of its own.
        again.count();
      }
      inject(some(10));
      echo(router, 10, 0);
      again.ipFrames(10);
    }
  }

  private void workers() throws Exception {
    try (PacketSockets opened = PacketSockets.open(3);
        PacketSockets sockets = PacketSockets.inherited(opened.text());
        RingPacketIo first = router(sockets, 0);
        RingPacketIo second = router(sockets, 1);
        RingPacketIo third = router(sockets, 2)) {
      int sessions = 60;
      Map<Long, Integer> workerOf = new HashMap<>();
      int arrived = 0;
      for (int round = 0; round < 8; round++) {
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
          long session = 0x0123456789abcdefL * (i + 1);
          sent.add(packets.of((round & 1) == 0, (round & 2) == 0, session, 200 + round));
        }
        inject(sent);
        Thread.sleep(20);
        arrived += take(first, 0, workerOf) + take(second, 1, workerOf) + take(third, 2, workerOf);
      }
      require(arrived == 8 * sessions, arrived + " packets");
      for (int worker = 0; worker < 3; worker++) {
        int wanted = worker;
        long its = workerOf.values().stream().filter(of -> of == wanted).count();
        require(its > sessions / 6, "worker " + worker + " has " + its + " sessions");
      }
    }
  }

  private int take(RingPacketIo router, int worker, Map<Long, Integer> workerOf) {
    require(router.receive(batch, 0), "closed");
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer packet = batch.buffer(i);
      ByteBuffer memory = packet.memory();
      int ip = packet.offset();
      int header =
          memory.get(ip) >>> 4 == 4
              ? (memory.get(ip) & 15) * 4
              : (memory.get(ip + 6) == 0 ? 48 : 40);
      Integer before = workerOf.put(memory.getLong(ip + header + 32), worker);
      require(before == null || before == worker, "a session moved");
    }
    return batch.size();
  }

  private void idle() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = router(sockets, 0)) {
      for (int i = 0; i < 200; i++) {
        inject(some(20));
        echo(router, 20, 0);
      }
      long cpu = THREADS.getCurrentThreadCpuTime();
      long began = System.nanoTime();
      for (int i = 0; i < 40; i++) {
        router.receive(batch, 100);
      }
      double share =
          (double) (THREADS.getCurrentThreadCpuTime() - cpu) / (System.nanoTime() - began);
      System.out.printf("idle: %.3f %% of a core%n", 100 * share);
      require(share < 0.01, "busy while idle");
    }
  }

  private void garbage() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = router(sockets, 0)) {
      List<byte[]> sent = some(BATCH);
      int rounds = 400;
      long allocated = 0;
      int warm = 100;
      for (int round = -warm; round < rounds; round++) {
        inject(sent);
        int left = BATCH;
        while (left > 0) {
          long before = THREADS.getCurrentThreadAllocatedBytes();
          left -= turn(router);
          long more = THREADS.getCurrentThreadAllocatedBytes() - before;
          allocated += round < 0 ? 0 : more;
        }
        tap.count();
      }
      System.out.println(allocated + " bytes of garbage over " + rounds * BATCH + " packets");
      require(allocated < 100_000, "garbage");
    }
  }

  private int turn(RingPacketIo router) {
    router.receive(batch, 100);
    for (int i = 0; i < batch.size(); i++) {
      batch.buffer(i).setFate(Fate.FORWARD);
    }
    router.send(batch);
    return batch.size();
  }

  private void beats() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(2);
        RingPacketIo router = router(sockets, 1)) {
      tap.frames();
      long end = System.nanoTime() + 2_000_000_000L;
      while (System.nanoTime() < end) {
        router.receive(batch, 700);
      }
      end(router);
      Thread.sleep(50);
      List<byte[]> beats = tap.frames();
      require(beats.size() >= 12 && beats.size() < 20, beats.size() + " beats");
      for (int i = 0; i < beats.size(); i++) {
        requireBeat(beats.get(i), i == beats.size() - 1 ? 2 : 1, i + 1);
      }
    }
  }

  private void requireBeat(byte[] bytes, int kind, long count) {
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    require(frame.capacity() == 60, "length");
    require(Arrays.equals(bytes, 0, 6, kernelMac, 0, 6), "destination");
    require((frame.getShort(12) & 0xffff) == 0x88b5 && frame.getInt(14) == 0x524f4231, "magic");
    require(frame.getInt(18) == (kind << 24 | 1 << 16 | 2 << 8), "kind, worker, workers");
    require(frame.getLong(22) == count, "count " + frame.getLong(22));
  }

  /** A datagram of the kernel's own leaves its checksum to a network card that is not there. */
  private void checksum() throws Exception {
    LabLink.ip("addr", "add", "10.9.9.1/24", "dev", LabLink.KERNEL_END);
    LabLink.ip(
        "neigh", "add", "10.9.9.2", "lladdr", "02:00:00:00:00:02", "dev", LabLink.KERNEL_END);
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = router(sockets, 0);
        FrameTap raw = FrameTap.at(LabLink.ROUTER_END);
        DatagramSocket socket = new DatagramSocket()) {
      byte[] payload = packets.any(MTU - 100);
      socket.send(
          new DatagramPacket(payload, payload.length, InetAddress.getByName("10.9.9.2"), 3322));
      receiveAll(router, 1);
      ByteBuffer before = ByteBuffer.wrap(raw.ipFrames(1).get(0)).slice(14, payload.length + 28);
      require(udpSum(before, 0, before.capacity()) != 0xffff, "the kernel made the checksum");
      PacketBuffer packet = batch.buffer(0);
      require(packet.length() == before.capacity(), "length " + packet.length());
      require(udpSum(packet.memory(), packet.offset(), packet.length()) == 0xffff, "checksum");
    }
  }

  private static int udpSum(ByteBuffer memory, int ip, int length) {
    long sum = 17L + length - 20;
    for (int at = 12; at < length; at++) {
      sum += (long) (memory.get(ip + at) & 0xff) << ((at & 1) == 0 ? 8 : 0);
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return (int) sum;
  }

  /** What finds no room is counted, and what comes after is received again. */
  private void overrun() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router =
            RingPacketIo.attach(
                sockets, 0, new RingOptions(LabLink.ROUTER_END, kernelMac, 512 << 10, 0))) {
      for (int i = 0; i < 10; i++) {
        inject(some(BATCH));
      }
      Thread.sleep(20);
      int received = 0;
      do {
        router.receive(batch, 50);
        received += batch.size();
      } while (batch.size() > 0);
      Thread.sleep(300);
      require(received < 10 * BATCH, "no overrun");
      require(
          received + router.droppedByRing() == 10 * BATCH, "dropped: " + router.droppedByRing());
      inject(some(100));
      echo(router, 100, 0);
    }
  }

  private static void end(RingPacketIo router) {
    try {
      router.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  @Override
  public void close() throws IOException {
    far.close();
    farSockets.close();
    tap.close();
  }
}
