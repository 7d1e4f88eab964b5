package dev.rosa.rings;

import com.sun.management.ThreadMXBean;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingFormat;
import dev.rosa.packetio.RingOptions;
import dev.rosa.packetio.RingPacketIo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Scenarios of waits, heartbeats and the interface. Owned by one thread. */
final class LinkScenarios {

  /** Longer than the test that has started this waits. */
  private static final int SLEPT_ON_MILLIS = 600_000;

  private static final long BEAT_NANOS = 150_000_000L;
  private static final int GOODBYE = 2;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final RingLab lab;

  LinkScenarios(RingLab lab) {
    this.lab = lab;
  }

  void wakeUp() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      Thread waker =
          new Thread(
              () -> {
                RingLab.sleep(300);
                router.wakeUp();
              });
      waker.start();
      // The test that started this ends it if it sleeps on.
      RingLab.require(router.receive(lab.batch, SLEPT_ON_MILLIS), "closed");
      RingLab.require(lab.batch.size() == 0, "packets");
      Thread closer =
          new Thread(
              () -> {
                RingLab.sleep(300);
                RingLab.end(router);
              });
      closer.start();
      RingLab.require(!router.receive(lab.batch, SLEPT_ON_MILLIS), "not closed");
      closer.join();
      router.wakeUp();
    }
  }

  void linkGone() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      LabLink.remove();
      long cpu = THREADS.getCurrentThreadCpuTime();
      long end = System.nanoTime() + 2_500_000_000L;
      int turns = 0;
      while (System.nanoTime() < end) {
        RingLab.require(router.receive(lab.batch, 100), "closed");
        turns++;
      }
      RingLab.require(turns < 60, turns + " turns without an interface");
      RingLab.require(
          THREADS.getCurrentThreadCpuTime() - cpu < 300_000_000L, "busy without an interface");
      requireRefused(router);
      LabLink.make();
      comeBack(router);
    }
  }

  private void requireRefused(RingPacketIo router) {
    lab.batch.setSize(0);
    byte[] bytes = lab.packets.any(RingLab.MTU);
    PacketBuffer packet = lab.batch.add();
    packet.memory().put(packet.offset(), bytes);
    packet.arrived(bytes.length, 0);
    packet.setFate(Fate.FORWARD);
    router.send(lab.batch);
    RingLab.require(packet.fate() == Fate.LINK_REFUSED, "without an interface: " + packet.fate());
  }

  /** The kernel's end has other addresses now; packets still get to the router. */
  private void comeBack(RingPacketIo router) throws Exception {
    lab.far.receive(lab.injected, 1_100);
    lab.far.receive(lab.injected, 1_100);
    try (FrameTap again = FrameTap.at(LabLink.KERNEL_END)) {
      for (int i = 0; i < 30; i++) {
        RingLab.require(router.receive(lab.batch, 100), "closed");
        // Heartbeats must not fill it.
        again.count();
      }
      lab.inject(lab.some(10));
      lab.echo(router, 10, 0);
      again.ipFrames(10);
    }
  }

  void idle() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1);
        RingPacketIo router = lab.router(sockets, 0)) {
      for (int i = 0; i < 200; i++) {
        lab.inject(lab.some(20));
        lab.echo(router, 20, 0);
      }
      long cpu = THREADS.getCurrentThreadCpuTime();
      long began = System.nanoTime();
      for (int i = 0; i < 40; i++) {
        router.receive(lab.batch, 100);
      }
      double share =
          (double) (THREADS.getCurrentThreadCpuTime() - cpu) / (System.nanoTime() - began);
      System.out.printf("idle: %.3f %% of a core%n", 100 * share);
      RingLab.require(share < 0.01, "busy while idle");
    }
  }

  void beats() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(2);
        RingPacketIo router = lab.router(sockets, 1)) {
      lab.tap.frames();
      long began = System.nanoTime();
      List<byte[]> beats = new ArrayList<>();
      while (beats.size() < 12) {
        router.receive(lab.batch, 700);
        beats.addAll(lab.tap.frames());
      }
      RingLab.end(router);
      long periods = (System.nanoTime() - began) / BEAT_NANOS;
      while (kind(beats.get(beats.size() - 1)) != GOODBYE) {
        Thread.sleep(1);
        beats.addAll(lab.tap.frames());
      }
      RingLab.require(beats.size() <= periods + 3, beats.size() + " beats, periods: " + periods);
      for (int i = 0; i < beats.size(); i++) {
        requireBeat(beats.get(i), i == beats.size() - 1 ? GOODBYE : 1, i + 1);
      }
    }
  }

  private static int kind(byte[] beat) {
    return beat[18];
  }

  private void requireBeat(byte[] bytes, int kind, long count) {
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    RingLab.require(frame.capacity() == 60, "length");
    RingLab.require(Arrays.equals(bytes, 0, 6, lab.kernelMac, 0, 6), "destination");
    RingLab.require(
        (frame.getShort(12) & 0xffff) == 0x88b5 && frame.getInt(14) == 0x524f4231, "magic");
    RingLab.require(frame.getInt(18) == (kind << 24 | 1 << 16 | 2 << 8), "kind, worker, workers");
    RingLab.require(frame.getLong(22) == count, "count " + frame.getLong(22));
  }

  /** Sockets that were not attached can still be. */
  void noLink() throws Exception {
    try (PacketSockets sockets = PacketSockets.open(1)) {
      String said = attachTo("nosuch0", sockets);
      RingLab.require(said.equals("there is no network interface 'nosuch0'"), said);
      said = attachTo("a-name-that-no-interface-has", sockets);
      RingLab.require(said.contains("is no name of a network interface"), said);
      said = attachTo("lo", sockets);
      RingLab.require(said.equals("lo has no Ethernet address"), said);
    }
    try (PacketSockets sockets = PacketSockets.open(1)) {
      attachTo("nosuch0", sockets);
      try (RingPacketIo router = lab.router(sockets, 0)) {
        lab.inject(lab.some(5));
        lab.echo(router, 5, 0);
      }
    }
  }

  private String attachTo(String name, PacketSockets sockets) {
    RingOptions options =
        new RingOptions(name, lab.kernelMac, RingOptions.DEFAULT_RING_BYTES, 0, RingFormat.ACTIVE);
    try (RingPacketIo router = RingPacketIo.attach(sockets, 0, options)) {
      return "attached to " + name + ", and lost " + router.droppedByRing();
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
