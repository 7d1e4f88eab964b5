package dev.rosa.rings;

import com.sun.management.ThreadMXBean;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingFormat;
import dev.rosa.packetio.RingOptions;
import dev.rosa.packetio.RingPacketIo;
import dev.rosa.wire.ip.Udp;
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

/** Scenarios of packets through the rings. Owned by one thread. */
final class PacketScenarios {

  private static final int ETHERNET = 14;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final RingLab lab;

  PacketScenarios(RingLab lab) {
    this.lab = lab;
  }

  void bytes() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      for (int round = 0; round < 40; round++) {
        List<byte[]> sent = lab.some(RingLab.BATCH);
        lab.inject(sent);
        lab.echo(router, RingLab.BATCH, round % 4);
        List<byte[]> back = lab.tap.ipFrames(RingLab.BATCH);
        for (int i = 0; i < RingLab.BATCH; i++) {
          requireFrame(back.get(i), sent.get(i));
        }
      }
      RingLab.require(router.droppedByRing() == 0, "drops");
    }
  }

  private void requireFrame(byte[] frame, byte[] packet) {
    RingLab.require(Arrays.equals(frame, 0, 6, lab.kernelMac, 0, 6), "destination");
    RingLab.require(Arrays.equals(frame, 6, 12, lab.kernelMac, 0, 6), "source: as it came");
    RingLab.require(FrameTap.type(frame) == (packet[0] >>> 4 == 4 ? 0x0800 : 0x86dd), "type");
    RingLab.require(
        Arrays.equals(frame, ETHERNET, frame.length, packet, 0, packet.length), "packet");
  }

  /** Datagrams of a few flows go back as fewer frames, which this link carries as they are. */
  void trains() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      int frames = echoedFrames(router);
      RingLab.require(frames < RingLab.BATCH / 4, frames + " frames");
    }
  }

  /** A link that cannot carry them together makes the router send each on its own, unchanged. */
  void noTrains() throws Exception {
    LabLink.ip("link", "set", LabLink.ROUTER_END, "gso_max_size", "1600");
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      List<byte[]> sent = flows();
      for (int round = 0; round < 20; round++) {
        lab.inject(sent);
        lab.echoProven(router, RingLab.BATCH);
        List<byte[]> back = lab.tap.ipFrames(RingLab.BATCH);
        // The first batches were sorted by flow before the kernel had no room for their trains.
        for (int i = 0; round > 16 && i < RingLab.BATCH; i++) {
          requireFrame(back.get(i), sent.get(i));
        }
      }
    }
  }

  /** A packet that is too long for a link of the machine goes back alone and grows no longer. */
  void smallLink() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      RingLab.require(echoedFrames(router) < RingLab.BATCH / 4, "no trains");
      LabLink.ip("link", "add", "small", "mtu", "800", "type", "veth", "peer", "name", "far");
      LabLink.ip("address", "add", "10.9.0.1/24", "dev", "small");
      LabLink.ip("link", "set", "small", "up");
      LabLink.ip("link", "set", "lo", "up");
      int frames = 0;
      for (int i = 0; frames < RingLab.BATCH / 2; i++) {
        RingLab.require(i < 200, "only " + frames + " frames");
        frames = echoedFrames(router);
      }
      RingLab.require(frames < RingLab.BATCH, "no trains of what is shorter");
      requireLongest(router, 0x0a09_0002, 800);
      requireLongest(router, 0x7f00_0001, RingLab.MTU);
    } finally {
      LabLink.ip("link", "del", "small");
    }
  }

  private int echoedFrames(RingPacketIo router) throws Exception {
    lab.inject(flows());
    lab.echoProven(router, RingLab.BATCH);
    Thread.sleep(200);
    return lab.tap.ipFrames(1).size();
  }

  private void requireLongest(RingPacketIo router, int destination, int bytes) throws Exception {
    lab.inject(List.of(lab.packets.of(true, true, 1, 300)));
    lab.receiveAll(router, 1);
    PacketBuffer packet = lab.batch.buffer(0);
    packet.memory().putInt(packet.offset() + 16, destination);
    int longest = router.longestTo(packet);
    RingLab.require(longest == bytes, longest + " bytes, not " + bytes);
  }

  private List<byte[]> flows() {
    List<byte[]> flows = new ArrayList<>();
    List<byte[]> heads =
        List.of(lab.packets.of(true, true, 1, 900), lab.packets.of(false, true, 2, 700));
    // A verified packet gets a new UDP checksum; a right one stays as it is.
    heads.forEach(head -> Udp.refreshChecksum(ByteBuffer.wrap(head), 0, head.length));
    for (int i = 0; i < RingLab.BATCH; i++) {
      flows.add(heads.get(i % 2).clone());
    }
    return flows;
  }

  void oversize() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      lab.inject(lab.some(3));
      lab.receiveAll(router, 3);
      PacketBuffer longest = lab.batch.buffer(1);
      longest.moveHome();
      longest.resized(RingLab.MTU + 5);
      for (int i = 0; i < 3; i++) {
        lab.batch.buffer(i).setFate(Fate.FORWARD);
      }
      router.send(lab.batch);
      RingLab.require(lab.batch.buffer(0).fate() == Fate.SENT, "first");
      RingLab.require(longest.fate() == Fate.LINK_REFUSED, "second: " + longest.fate());
      RingLab.require(lab.batch.buffer(2).fate() == Fate.SENT, "third");
      lab.tap.ipFrames(2);
    }
  }

  void workers() throws Exception {
    try (PacketSockets opened = PacketSockets.open(3);
        PacketSockets sockets = PacketSockets.inherited(opened.text());
        RingPacketIo first = lab.router(sockets, 0);
        RingPacketIo second = lab.router(sockets, 1);
        RingPacketIo third = lab.router(sockets, 2)) {
      int sessions = 60;
      Map<Long, Integer> workerOf = new HashMap<>();
      int arrived = 0;
      for (int round = 0; round < 8; round++) {
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
          long session = 0x0123456789abcdefL * (i + 1);
          sent.add(lab.packets.of((round & 1) == 0, (round & 2) == 0, session, 200 + round));
        }
        lab.inject(sent);
        Thread.sleep(20);
        arrived += take(first, 0, workerOf) + take(second, 1, workerOf) + take(third, 2, workerOf);
      }
      for (int i = 0; i < 12_000 && arrived < 8 * sessions; i++) {
        Thread.sleep(5);
        arrived += take(first, 0, workerOf) + take(second, 1, workerOf) + take(third, 2, workerOf);
      }
      RingLab.require(arrived == 8 * sessions, arrived + " packets");
      for (int worker = 0; worker < 3; worker++) {
        int wanted = worker;
        long its = workerOf.values().stream().filter(of -> of == wanted).count();
        RingLab.require(its > sessions / 6, "worker " + worker + " has " + its + " sessions");
      }
    }
  }

  private int take(RingPacketIo router, int worker, Map<Long, Integer> workerOf) {
    RingLab.require(router.receive(lab.batch, 0), "closed");
    for (int i = 0; i < lab.batch.size(); i++) {
      PacketBuffer packet = lab.batch.buffer(i);
      ByteBuffer memory = packet.memory();
      int ip = packet.offset();
      int header =
          memory.get(ip) >>> 4 == 4
              ? (memory.get(ip) & 15) * 4
              : (memory.get(ip + 6) == 0 ? 48 : 40);
      Integer before = workerOf.put(memory.getLong(ip + header + 32), worker);
      RingLab.require(before == null || before == worker, "a session moved");
    }
    return lab.batch.size();
  }

  /** A datagram of the kernel's own leaves its checksum to a network card that is not there. */
  void checksum() throws Exception {
    LabLink.ip("addr", "add", "10.9.9.1/24", "dev", LabLink.KERNEL_END);
    LabLink.ip(
        "neigh", "add", "10.9.9.2", "lladdr", "02:00:00:00:00:02", "dev", LabLink.KERNEL_END);
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0);
        FrameTap raw = FrameTap.at(LabLink.ROUTER_END);
        DatagramSocket socket = new DatagramSocket()) {
      byte[] payload = lab.packets.any(RingLab.MTU - 100);
      socket.send(
          new DatagramPacket(payload, payload.length, InetAddress.getByName("10.9.9.2"), 3322));
      lab.receiveAll(router, 1);
      ByteBuffer before = ByteBuffer.wrap(raw.ipFrames(1).get(0)).slice(14, payload.length + 28);
      RingLab.require(
          udpSum(before, 0, before.capacity()) != 0xffff, "the kernel made the checksum");
      PacketBuffer packet = lab.batch.buffer(0);
      RingLab.require(packet.length() == before.capacity(), "length " + packet.length());
      RingLab.require(
          udpSum(packet.memory(), packet.offset(), packet.length()) == 0xffff, "checksum");
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

  /** Packets without room are counted, and later ones are received again. */
  void overrun() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router =
            RingPacketIo.attach(
                sockets,
                0,
                new RingOptions(
                    LabLink.ROUTER_END, lab.kernelMac, 512 << 10, 0, RingFormat.ACTIVE))) {
      for (int i = 0; i < 10; i++) {
        lab.inject(lab.some(RingLab.BATCH));
      }
      // Not read while they arrive.
      Thread.sleep(200);
      int received = 0;
      // A kernel that is busy brings them late, and counts of drops are a quarter of a second old.
      for (int i = 0; i < 600 && received + router.droppedByRing() < 10 * RingLab.BATCH; i++) {
        router.receive(lab.batch, 100);
        received += lab.batch.size();
      }
      RingLab.require(received < 10 * RingLab.BATCH, "no overrun");
      RingLab.require(
          received + router.droppedByRing() == 10 * RingLab.BATCH,
          "dropped: " + router.droppedByRing());
      lab.inject(lab.some(100));
      lab.echo(router, 100, 0);
    }
  }

  void garbage() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      List<byte[]> sent = lab.some(RingLab.BATCH);
      int rounds = 400;
      long allocated = 0;
      int warm = 100;
      for (int round = -warm; round < rounds; round++) {
        lab.inject(sent);
        int left = RingLab.BATCH;
        while (left > 0) {
          long before = THREADS.getCurrentThreadAllocatedBytes();
          left -= turn(router);
          long more = THREADS.getCurrentThreadAllocatedBytes() - before;
          allocated += round < 0 ? 0 : more;
        }
        lab.tap.count();
      }
      System.out.println(
          allocated + " bytes of garbage over " + rounds * RingLab.BATCH + " packets");
      RingLab.require(allocated < 100_000, "garbage");
    }
  }

  private int turn(RingPacketIo router) {
    router.receive(lab.batch, 100);
    for (int i = 0; i < lab.batch.size(); i++) {
      lab.batch.buffer(i).setFate(Fate.FORWARD);
    }
    router.send(lab.batch);
    return lab.batch.size();
  }
}
