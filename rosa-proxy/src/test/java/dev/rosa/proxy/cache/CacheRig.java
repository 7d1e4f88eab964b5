package dev.rosa.proxy.cache;

import dev.rosa.kernel.bpf.BpfMap;
import dev.rosa.kernel.bpf.BpfProgram;
import dev.rosa.kernel.bpf.BpfTestRun;
import dev.rosa.proxy.stream.Packets;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongSupplier;

/** The kernel's program without an interface: a test hands packets to it. */
public final class CacheRig implements AutoCloseable {
  private static final int PASS_MARK = 0x524f0004;
  private static final int RETURN_MARK = 0x524f0002;
  private static final int ETHERNET = 14;

  private final CacheMaps maps;
  private final BpfProgram program;
  private final BpfProgram answers;
  private final KernelCache cache;
  private final BpfMap flows;
  private final BpfTestRun.Ingress ingress = new BpfTestRun.Ingress();

  /** Who is logged in, and in which class. */
  public static class OneClass implements CachePolicy {
    public int user;
    public int seen;

    @Override
    public BitSet classOf(InetAddress client, int ofUser) {
      return new BitSet();
    }

    @Override
    public int userAt(InetAddress client) {
      return user;
    }

    @Override
    public void seen(InetAddress client) {
      seen++;
    }
  }

  private CacheRig(CacheMaps maps, BpfProgram program, BpfProgram answers, KernelCache cache) {
    this.maps = maps;
    this.program = program;
    this.answers = answers;
    this.cache = cache;
    flows = BpfMap.ofDescriptor(maps.flows().descriptor(), CacheLayout.FLOWS);
    byte[] client = {10, 0, 0, 1};
    byte[] server = {10, 0, 1, 2};
    flows.key().putShort(10, (short) -1).put(12, client);
    flows.key().putShort(26, (short) -1).put(28, server);
    flows.key().putInt(CacheLayout.FLOW_PORTS, Integer.reverseBytes(40_000 << 16 | 80));
    flows.key().putInt(CacheLayout.FLOW_VERSION, 4);
  }

  /** Makes it; skips a test where bpf(2) is refused. */
  public static CacheRig make(CachePolicy policy) throws IOException {
    return make(policy, System::nanoTime);
  }

  static CacheRig make(CachePolicy policy, LongSupplier nanos) throws IOException {
    BpfTestRun.assumeBpf();
    CacheMaps maps = CacheMaps.make(1024, 1024);
    CacheStart.Place place =
        new CacheStart.Place(
            List.of(), List.of(), List.of(80, 8080), PASS_MARK, RETURN_MARK, 1024, 1024);
    BpfProgram program =
        BpfProgram.load(BpfProgram.TCX_INGRESS, "rosa_test", CacheProgram.ofClients(maps, place));
    BpfProgram answers =
        BpfProgram.load(BpfProgram.TCX_INGRESS, "rosa_test", CacheProgram.ofServers(maps, place));
    return new CacheRig(maps, program, answers, KernelCache.of(maps.descriptors(), policy, nanos));
  }

  /** The daemon's side. */
  public KernelCache cache() {
    return cache;
  }

  /** Tells whether the program lets a packet pass. */
  public boolean passes(ByteBuffer packet) throws IOException {
    return passes(packet, 0);
  }

  boolean passes(ByteBuffer packet, int mark) throws IOException {
    return ingress.run(program, frame(packet), mark) == PASS_MARK;
  }

  private static byte[] frame(ByteBuffer packet) {
    byte[] frame = new byte[ETHERNET + packet.capacity()];
    boolean isIpv4 = packet.get(0) >>> 4 == 4;
    ByteBuffer.wrap(frame).putShort(12, (short) (isIpv4 ? 0x0800 : 0x86dd));
    packet.get(0, frame, ETHERNET, packet.capacity());
    return frame;
  }

  /** Tells whether the program at links of servers lets a packet pass. */
  boolean answers(ByteBuffer packet) throws IOException {
    return ingress.run(answers, frame(packet), 0) == PASS_MARK;
  }

  /** Takes the connection of {@link Packets#ipv4} as an unknown packet does; makes no objects. */
  public void take() throws IOException {
    if (flows.get()) {
      long word = flows.value().getLong(CacheLayout.FLOW_WORD);
      flows.value().putLong(CacheLayout.FLOW_WORD, word & ~CacheLayout.ARMED);
      if (!flows.put()) {
        throw new IOException("there is no room");
      }
    }
  }

  /** Lets a worker write down that a request was let pass, for the second time. */
  static boolean remember(WorkerCache worker, InetAddress client, String line, String host) {
    boolean unused = rememberOnce(worker, client, line, host);
    return rememberOnce(worker, client, line, host);
  }

  private static boolean rememberOnce(
      WorkerCache worker, InetAddress client, String line, String host) {
    byte[] head = (line + "\r" + host).getBytes(StandardCharsets.ISO_8859_1);
    int lineEnd = line.length() + 1;
    return worker.remember(
        client, 0, worker.generation(), head, lineEnd, lineEnd, lineEnd + host.length());
  }

  @Override
  public void close() {
    program.close();
    answers.close();
    maps.close();
  }
}
