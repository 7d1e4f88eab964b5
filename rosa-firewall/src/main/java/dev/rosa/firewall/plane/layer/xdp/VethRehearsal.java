package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.bpf.BpfLink;
import dev.rosa.kernel.bpf.BpfProgram;
import dev.rosa.kernel.link.OwnNetwork;
import dev.rosa.kernel.socket.NetworkInterface;
import dev.rosa.kernel.socket.PacketSocket;
import dev.rosa.network.Kernel;
import dev.rosa.network.LinuxKernel;
import java.io.IOException;
import java.util.List;

/**
 * Rehearsal of a front on a pair of virtual interfaces (veth) in a network namespace of its own:
 * this thread sends packets, and the kernel works on each before the call returns. The shortest
 * batch counts, as other work on the machine only adds time. Needs CAP_SYS_ADMIN and CAP_NET_RAW
 * beside what XDP needs. It takes some tenths of a second of processor time. Used once.
 */
final class VethRehearsal {

  private static final String SENDER = "rosa-out";
  private static final String RECEIVER = "rosa-in";
  private static final Source BANNED = Source.parse("192.0.2.1");
  private static final Source HONEST = Source.parse("198.51.100.1");
  private static final int FRAME_BYTES = 92;
  private static final int ETHER_TYPE = 12;
  private static final int IPV4_SOURCE = 26;
  private static final int ROUNDS = 4;
  private static final int BATCHES = 50;
  private static final int BATCH = 64;

  /** The sets of an enforcement behind, with one ban. */
  private static final String RULES =
      """
      add table netdev rehearsal
      add set netdev rehearsal banned { type ipv4_addr; }
      add element netdev rehearsal banned { %s }
      add chain netdev rehearsal in { type filter hook ingress device "%s" priority -10; }
      add rule netdev rehearsal in ip saddr @banned drop
      """;

  private final PacketSocket socket;
  private final OffHeap frame = OffHeap.allocate(FRAME_BYTES);

  private VethRehearsal(PacketSocket socket) {
    this.socket = socket;
    frame.buffer().put(0, (byte) 2).put(6, (byte) 2);
    frame.buffer().put(ETHER_TYPE, (byte) 8).put(14, (byte) 0x45).put(17, (byte) 78);
    frame.buffer().put(22, (byte) 64).put(23, (byte) 17);
  }

  /**
   * Rehearses. The calling thread is in another network from then on and has to end.
   *
   * @throws IOException in one line if that cannot be done here
   */
  static RehearsalCosts run() throws IOException {
    OwnNetwork.enter();
    Kernel kernel = LinuxKernel.open();
    kernel.ip("link", "add", SENDER, "type", "veth", "peer", "name", RECEIVER);
    kernel.ip("link", "set", SENDER, "up");
    kernel.ip("link", "set", RECEIVER, "up");
    kernel.nft(RULES.formatted(BANNED, RECEIVER));
    try (PacketSocket socket = PacketSocket.open();
        BanMaps maps = BanMaps.create(1)) {
      NetworkInterface sender = new NetworkInterface(socket, SENDER);
      socket.bind(sender, sender.index(), false);
      boolean unused = maps.put(BANNED, Long.MAX_VALUE);
      PrefixLengths lengths = new PrefixLengths(List.of(BANNED.prefixLength()), List.of(), false);
      byte[] code = DropProgram.instructions(maps, lengths);
      int receiver = new NetworkInterface(socket, RECEIVER).index();
      try (BpfProgram program = BpfProgram.load(BpfProgram.XDP, "rosa_rehearsal", code)) {
        return new VethRehearsal(socket).compare(program, receiver);
      }
    }
  }

  private RehearsalCosts compare(BpfProgram program, int receiver) throws IOException {
    long[] least = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
    for (int round = 0; round < ROUNDS; round++) {
      measure(least, 0);
      BpfLink link = BpfLink.attach(program, RECEIVER, receiver, BpfLink.Mode.NATIVE);
      try {
        measure(least, 2);
      } finally {
        link.close();
      }
    }
    return new RehearsalCosts(least[0], least[1], least[2], least[3]);
  }

  /** Measures dropped and accepted packets in turns. */
  private void measure(long[] least, int first) {
    for (int i = 0; i < BATCHES; i++) {
      least[first] = Math.min(least[first], batch(BANNED));
      least[first + 1] = Math.min(least[first + 1], batch(HONEST));
    }
  }

  private long batch(Source source) {
    frame.buffer().put(IPV4_SOURCE, source.bytes());
    long began = System.nanoTime();
    for (int i = 0; i < BATCH; i++) {
      long unused = LibC.write(socket.descriptor(), frame.address(), FRAME_BYTES);
    }
    return System.nanoTime() - began;
  }
}
