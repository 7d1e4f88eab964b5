package dev.rosa.rings;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingFormat;
import dev.rosa.packetio.RingOptions;
import dev.rosa.packetio.RingPacketIo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * An assistant link inside a network namespace, and a scenario on it: of {@link PacketScenarios},
 * {@link LinkScenarios} or {@link TunnelScenarios}.
 */
public final class RingLab implements AutoCloseable {

  static final int BATCH = 256;
  static final int MTU = 1_500;
  private static final int PACKET_BYTES = 2_048;

  final byte[] kernelMac = LabLink.macAddress(LabLink.KERNEL_END);
  final byte[] routerMac = LabLink.macAddress(LabLink.ROUTER_END);
  private final PacketSockets farSockets = PacketSockets.open(1);
  final RingPacketIo far =
      RingPacketIo.attach(farSockets, 0, options(LabLink.KERNEL_END, routerMac, RingFormat.ACTIVE));
  final FrameTap tap = FrameTap.at(LabLink.KERNEL_END);
  final PacketBatch injected = new PacketBatch(BATCH, PACKET_BYTES);
  final PacketBatch batch = new PacketBatch(BATCH, PACKET_BYTES);
  final LabPackets packets = new LabPackets(42);

  private RingLab() throws IOException {}

  /** Runs the scenarios that are named, each on a link of its own, and says how each ended. */
  public static void main(String[] scenarios) throws Exception {
    for (String scenario : scenarios) {
      LabLink.make();
      try {
        run(scenario);
        System.out.println(scenario + ": ok");
      } catch (Exception | AssertionError e) {
        System.out.println(scenario + ": " + e);
        e.printStackTrace(System.out);
      } finally {
        LabLink.remove();
      }
    }
  }

  private static void run(String scenario) throws Exception {
    try (RingLab lab = new RingLab()) {
      PacketScenarios packets = new PacketScenarios(lab);
      LinkScenarios link = new LinkScenarios(lab);
      TunnelScenarios tunnel = new TunnelScenarios(lab);
      switch (scenario) {
        case "bytes" -> packets.bytes();
        case "trains" -> packets.trains();
        case "no-trains" -> packets.noTrains();
        case "small-link" -> packets.smallLink();
        case "oversize" -> packets.oversize();
        case "workers" -> packets.workers();
        case "checksum" -> packets.checksum();
        case "overrun" -> packets.overrun();
        case "tunnel" -> tunnel.enter();
        case "tunnel-end" -> tunnel.leave();
        case "garbage" -> packets.garbage();
        case "wake-up" -> link.wakeUp();
        case "link-gone" -> link.linkGone();
        case "no-link" -> link.noLink();
        case "idle" -> link.idle();
        case "beats" -> link.beats();
        default -> throw new IllegalArgumentException(scenario);
      }
    }
  }

  private static RingOptions options(String name, byte[] returnTo, RingFormat format) {
    return new RingOptions(
        name, returnTo, RingOptions.DEFAULT_RING_BYTES, 0x5eed_5eed_5eed_5eedL, format);
  }

  RingPacketIo router(PacketSockets sockets, int worker) throws IOException {
    return router(sockets, worker, RingFormat.ACTIVE);
  }

  RingPacketIo router(PacketSockets sockets, int worker, RingFormat format) throws IOException {
    return RingPacketIo.attach(sockets, worker, options(LabLink.ROUTER_END, kernelMac, format));
  }

  /** Sends packets from the kernel's end, from home memory. */
  void inject(List<byte[]> sent) {
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

  List<byte[]> some(int count) {
    List<byte[]> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      some.add(packets.any(MTU));
    }
    return some;
  }

  /** Takes so many packets through the router, some of them by way of home memory. */
  void echo(RingPacketIo router, int count, int everyHome) throws IOException {
    echo(router, count, (packet, i) -> moveSome(packet, i, everyHome));
  }

  /** Takes so many packets through the router as if their tags had been right. */
  void echoProven(RingPacketIo router, int count) throws IOException {
    echo(router, count, (packet, i) -> packet.proved());
  }

  private static void moveSome(PacketBuffer packet, int index, int everyHome) {
    if (everyHome > 0 && index % everyHome == 0) {
      packet.moveHome();
    }
  }

  /** Takes so many packets through the router, after work on each. */
  void echo(RingPacketIo router, int count, ObjIntConsumer<PacketBuffer> work) throws IOException {
    int done = 0;
    for (int rounds = 0; done < count; rounds++) {
      require(rounds < 10_000, "only " + done + " of " + count + " packets arrived");
      require(router.receive(batch, 100), "closed");
      for (int i = 0; i < batch.size(); i++) {
        work.accept(batch.buffer(i), i);
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

  void receiveAll(RingPacketIo router, int count) throws InterruptedException {
    Thread.sleep(50);
    require(router.receive(batch, 1_000), "closed");
    require(batch.size() == count, batch.size() + " packets");
  }

  static void end(RingPacketIo router) {
    try {
      router.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void require(boolean condition, String what) {
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
