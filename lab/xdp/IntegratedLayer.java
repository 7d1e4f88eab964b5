import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.bpf.BpfAssembler;
import dev.rosa.kernel.bpf.BpfAssembler.Condition;
import dev.rosa.kernel.bpf.BpfAssembler.Label;
import dev.rosa.kernel.bpf.BpfAssembler.Register;
import dev.rosa.kernel.bpf.BpfAssembler.Width;
import dev.rosa.kernel.bpf.BpfLink;
import dev.rosa.kernel.bpf.BpfMap;
import dev.rosa.kernel.bpf.BpfProgram;
import dev.rosa.kernel.socket.NetworkInterface;
import dev.rosa.kernel.socket.PacketSocket;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Spike of an integrated layer: one tcx program drops banned packets and diverts active ones, beside
 * nft alone on the same virtual interfaces. Prints processor time of a packet, in interleaved
 * rounds: median and the fastest tenth. Run as root: {@code unshare -nm java -cp
 * rosa-linux/target/classes:rosa-core/target/classes:JNA:SLF4J lab/xdp/IntegratedLayer.java
 * [ROUNDS]}. It ends by itself after some minutes.
 */
public final class IntegratedLayer {

  private static final BpfProgram.Kind TCX_INGRESS = new BpfProgram.Kind(3, 46);
  private static final int NEXT = -1;
  private static final int SHOT = 2;
  private static final int MAP_LOOKUP = 1;
  private static final int REDIRECT = 23;
  private static final int MARK_OFFSET = 8;
  private static final int DATA = 76;
  private static final int DATA_END = 80;
  private static final int MARK = 0x105a;
  private static final int BANS = 1_000;
  private static final int BATCH = 64;
  private static final int BATCHES = 30;

  private static final String SETUP =
      """
      ip link add v0 address 02:00:00:00:00:01 type veth peer name a0
      ip link add x0 type veth peer name x1
      for one in v0 a0 x0 x1; do ip link set $one up; done
      ip addr add 10.9.0.1/24 dev v0
      sysctl -qw net.ipv4.conf.v0.rp_filter=0 net.ipv4.conf.all.rp_filter=0 net.ipv4.ip_forward=1
      ip route add blackhole 198.51.100.0/24
      """;

  /** As the router's diversion, its most common rules. */
  private static final String DIVERSION =
      """
      add table netdev d
      add chain netdev d active { ether saddr set 02:00:00:00:00:77 fwd to "x0"; }
      add chain netdev d i { type filter hook ingress device "v0" priority 0; }
      add rule netdev d i @nh,0,8 0x45 accept
      add rule netdev d i ip6 nexthdr != 0 accept
      add rule netdev d i meta mark 0x77 meta mark set 0 accept
      add rule netdev d i meta pkttype host ether type ip @nh,48,32 & 0x1fff00ff == 0x11 \
      @th,16,16 3322 goto active
      """;

  private static final String MARKED =
      """
      add table netdev d
      add chain netdev d i { type filter hook ingress device "v0" priority 0; }
      add rule netdev d i meta mark 0x105a ether saddr set 02:00:00:00:00:77 fwd to "x0"
      """;

  /** The program in front of all rules, which stay for what it does not know. */
  private static final String IN_FRONT =
      """
      add table netdev f
      add chain netdev f i { type filter hook ingress device "v0" priority -20; }
      add rule netdev f i meta mark 0x105a ether saddr set 02:00:00:00:00:77 fwd to "x0"
      """;

  private final PacketSocket socket = PacketSocket.open();
  private final BpfMap banned = BpfMap.hash("banned", Integer.BYTES, 2 * BANS);
  private final int v0;
  private final int x0;

  private IntegratedLayer() throws Exception {
    shell("sh", SETUP);
    NetworkInterface a0 = new NetworkInterface(socket, "a0");
    socket.bind(a0, a0.index(), false);
    v0 = new NetworkInterface(socket, "v0").index();
    x0 = new NetworkInterface(socket, "x0").index();
    for (int i = 0; i < BANS; i++) {
      banned.put(address(i), Long.MAX_VALUE);
    }
  }

  private static byte[] address(int number) {
    return ByteBuffer.allocate(4).putInt(0x0a090000 + 1_000 + number).array();
  }

  private static void shell(String program, String input) throws Exception {
    List<String> command = program.equals("nft") ? List.of("nft", "-f", "-") : List.of("sh", "-e");
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    Process process = builder.redirectInput(ProcessBuilder.Redirect.PIPE).start();
    process.getOutputStream().write(input.getBytes());
    process.getOutputStream().close();
    if (process.waitFor() != 0) {
      throw new IOException(program + " failed");
    }
  }

  private static String bans() {
    String all =
        IntStream.range(0, BANS)
            .mapToObj(i -> "10.9.%d.%d".formatted((1_000 + i) >> 8, (1_000 + i) & 255))
            .collect(Collectors.joining(", "));
    return """
        add table netdev p
        add set netdev p s { type ipv4_addr; flags timeout; }
        add element netdev p s { %s }
        add chain netdev p i { type filter hook ingress device "v0" priority -10; }
        add rule netdev p i ip saddr @s drop
        """
        .formatted(all);
  }

  /** The same rules without a second chain at the hook. */
  private static String inOneChain() {
    String inTableOfBans = DIVERSION.replace("netdev d", "netdev p");
    int hook = inTableOfBans.indexOf("add chain netdev p i");
    int rules = inTableOfBans.indexOf("add rule");
    return bans() + inTableOfBans.substring(0, hook) + inTableOfBans.substring(rules);
  }

  /** Reads the headers once; what is active is redirected, or marked. */
  private byte[] program(boolean redirects) {
    BpfAssembler code = new BpfAssembler();
    Label pass = new Label();
    Label drop = new Label();
    code.set(Register.R6, Register.R1);
    code.load(Width.WORD, Register.R7, Register.R6, DATA);
    code.load(Width.WORD, Register.R8, Register.R6, DATA_END);
    code.set(Register.R2, Register.R7).addConstant(Register.R2, 42);
    code.jump(Condition.GREATER, Register.R2, Register.R8, pass);
    code.load(Width.HALF, Register.R1, Register.R7, 12);
    code.jump(Condition.NOT_EQUAL, Register.R1, 8, pass);
    code.load(Width.WORD, Register.R1, Register.R7, 26);
    code.store(Width.WORD, Register.R10, -4, Register.R1);
    code.loadMap(Register.R1, banned).set(Register.R2, Register.R10);
    code.addConstant(Register.R2, -4).call(MAP_LOOKUP);
    code.jump(Condition.NOT_EQUAL, Register.R0, 0, drop);
    code.load(Width.BYTE, Register.R1, Register.R7, 14);
    code.jump(Condition.NOT_EQUAL, Register.R1, 0x46, pass);
    code.load(Width.WORD, Register.R1, Register.R7, 20);
    code.andConstant(Register.R1, 0xff00ff1f);
    code.jump(Condition.NOT_EQUAL, Register.R1, 0x11000000, pass);
    code.load(Width.HALF, Register.R1, Register.R7, 40);
    code.jump(Condition.NOT_EQUAL, Register.R1, 0xfa0c, pass);
    if (redirects) {
      code.storeConstant(Width.WORD, Register.R7, 6, 2);
      code.storeConstant(Width.HALF, Register.R7, 10, 0x7700);
      code.setConstant(Register.R1, x0).setConstant(Register.R2, 0).call(REDIRECT).exit();
    } else {
      code.setConstant(Register.R1, MARK).store(Width.WORD, Register.R6, MARK_OFFSET, Register.R1);
    }
    code.at(pass).setConstant(Register.R0, NEXT).exit();
    code.at(drop).setConstant(Register.R0, SHOT).exit();
    return code.assemble();
  }

  private static OffHeap frame(byte[] source, boolean active) {
    int header = active ? 24 : 20;
    ByteBuffer ip = ByteBuffer.allocate(header + 58);
    ip.put(0, (byte) (active ? 0x46 : 0x45)).putShort(2, (short) ip.capacity());
    ip.put(8, (byte) 64).put(9, (byte) 17).put(12, source).putInt(16, 0xc6336401);
    if (active) {
      ip.putInt(20, 0x94040000);
    }
    int sum = IntStream.range(0, header / 2).map(i -> ip.getShort(2 * i) & 0xffff).sum();
    ip.putShort(10, (short) ~((sum & 0xffff) + (sum >>> 16)));
    ip.putShort(header, (short) 4_000).putShort(header + 2, (short) (active ? 3_322 : 53));
    ip.putShort(header + 4, (short) 58);
    OffHeap frame = OffHeap.allocate(14 + ip.capacity());
    frame.buffer().put(0, new byte[] {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 9, 8, 0});
    frame.buffer().put(14, ip.array());
    return frame;
  }

  private long batch(OffHeap frame) {
    long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < BATCH; i++) {
      LibC.write(socket.descriptor(), frame.address(), frame.buffer().capacity());
    }
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began;
  }

  private interface Step {
    AutoCloseable begin() throws Exception;
  }

  private AutoCloseable nft(String script) throws Exception {
    shell("nft", script);
    return () -> shell("nft", "flush ruleset\n");
  }

  private AutoCloseable tcx(boolean redirects, String script) throws Exception {
    shell("nft", script);
    try (BpfProgram program = BpfProgram.load(TCX_INGRESS, "integrated", program(redirects))) {
      BpfLink link = BpfLink.attach(program, "v0", v0);
      return () -> {
        link.close();
        shell("nft", "flush ruleset\n");
      };
    }
  }

  private static long transmitted(String link) throws IOException {
    return Files.readString(Path.of("/proc/net/dev"))
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(link + ":"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip().split(" +"))
        .mapToLong(numbers -> Long.parseLong(numbers[9]))
        .sum();
  }

  private void run(int rounds) throws Exception {
    String[] names = {
      "no rules",
      "nft alone",
      "nft, one chain",
      "tcx program",
      "tcx marks, nft diverts",
      "tcx in front of all of nft"
    };
    Step[] ways = {
      () -> nft(""),
      () -> nft(bans() + DIVERSION),
      () -> nft(inOneChain()),
      () -> tcx(true, ""),
      () -> tcx(false, MARKED),
      () -> tcx(false, IN_FRONT + bans() + DIVERSION)
    };
    OffHeap[] frames = {
      frame(address(500), false),
      frame(new byte[] {10, 9, 0, 7}, false),
      frame(new byte[] {10, 9, 0, 7}, true)
    };
    List<List<List<Double>>> times = new ArrayList<>();
    for (int way = 0; way < ways.length; way++) {
      times.add(List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
    }
    for (int round = 0; round < rounds; round++) {
      for (int turn = 0; turn < ways.length; turn++) {
        int way = (turn + round) % ways.length;
        try (AutoCloseable inForce = ways[way].begin()) {
          // The kernel takes the rules before apart for a while.
          Thread.sleep(100);
          long before = transmitted("x0");
          for (int i = 0; i < BATCHES; i++) {
            for (int kind = 0; kind < frames.length; kind++) {
              times.get(way).get(kind).add((double) batch(frames[kind]) / BATCH);
            }
          }
          long diverted = transmitted("x0") - before;
          long expected = way == 0 ? 0 : (long) BATCHES * BATCH;
          if (Math.abs(diverted - expected) > 20) {
            throw new IllegalStateException(names[way] + " diverted " + diverted);
          }
        }
      }
    }
    print("median", 0.5, names, times);
    print("fastest tenth", 0.1, names, times);
  }

  private static void print(
      String what, double share, String[] names, List<List<List<Double>>> times) {
    System.out.println(what + ", ns of a packet, sending included: banned, other, active");
    for (int way = 0; way < names.length; way++) {
      double[] all = times.get(way).stream().mapToDouble(one -> quantile(one, share)).toArray();
      System.out.printf("%-28s %8.0f %8.0f %8.0f%n", names[way], all[0], all[1], all[2]);
    }
  }

  private static double quantile(List<Double> values, double share) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[(int) (sorted.length * share)];
  }

  public static void main(String[] args) throws Exception {
    new IntegratedLayer().run(args.length > 0 ? Integer.parseInt(args[0]) : 60);
  }
}
