package dev.rosa.router.evidence;

import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import dev.rosa.evidence.SinkCounts;
import dev.rosa.packetio.IngressAddress;
import dev.rosa.serving.RegularTask;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reporter of dropped packets to a firewall plane: one evidence for each source, kind and second.
 * Workers record; a thread of its own collects and reports. Packets do not depend on it.
 */
public final class DropReporter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DropReporter.class);

  /** With {@link #ANSWER_MILLIS}, a second. */
  private static final Duration PAUSE = Duration.ofMillis(850);

  /** Time in which also an idle worker makes a turn. */
  private static final long ANSWER_MILLIS = 150;

  private record Key(boolean ipv4, long high, long low, int kind) {}

  /** Sum of what all workers recorded under a key. */
  private static final class Sum {
    private long count;
    private int ingress;
  }

  private final List<DropKind> kinds;
  private final List<String> interfaces;
  private final List<DropRecorder> recorders = new ArrayList<>();
  private final EvidenceSink sink;
  private final RegularTask task;

  /** The reporting thread's; others only read it. */
  private volatile long unrecorded;

  private DropReporter(
      EvidenceSink sink, List<DropKind> kinds, List<String> interfaces, int workers) {
    this.sink = sink;
    this.kinds = kinds;
    this.interfaces = List.copyOf(interfaces);
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < workers; i++) {
      recorders.add(new DropRecorder(random.nextLong(), proven(kinds)));
    }
    this.task =
        RegularTask.start("drop-reporter", PAUSE, LOG, "drops are not reported", this::turn);
  }

  private static boolean[] proven(List<DropKind> kinds) {
    boolean[] proven = new boolean[kinds.size()];
    for (int kind = 0; kind < proven.length; kind++) {
      proven[kind] = kinds.get(kind).proof() == Proof.SESSION;
    }
    return proven;
  }

  /**
   * Begins to report; the plane need not be there.
   *
   * @param sink goes to the plane; closed with this
   * @param kinds each kind by the number that workers record it under
   * @param interfaces names of the interfaces, by the number of ingress from 1
   * @param workers how many record
   */
  public static DropReporter start(
      EvidenceSink sink, List<DropKind> kinds, List<String> interfaces, int workers) {
    return new DropReporter(sink, kinds, interfaces, workers);
  }

  /** Recorder of a worker, which alone uses it. */
  public DropRecorder recorder(int worker) {
    return recorders.get(worker);
  }

  private void turn() {
    recorders.forEach(recorder -> recorder.want(true));
    try {
      Thread.sleep(ANSWER_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    recorders.forEach(recorder -> recorder.want(false));
    collect();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // This thread alone writes.
  private void collect() {
    Map<Key, Sum> sums = new LinkedHashMap<>();
    for (DropRecorder recorder : recorders) {
      unrecorded +=
          recorder.take(
              (ipv4, high, low, kind, ingress, count) -> {
                Sum sum = sums.computeIfAbsent(new Key(ipv4, high, low, kind), unused -> new Sum());
                sum.count += count;
                sum.ingress = ingress;
              });
    }
    sums.forEach((key, sum) -> sink.report(evidence(key, sum)));
  }

  private Evidence evidence(Key key, Sum sum) {
    DropKind kind = kinds.get(key.kind());
    return new Evidence(
        address(key),
        interfaceName(sum.ingress),
        kind.port(),
        kind.word(),
        kind.proof(),
        sum.count == 1 ? "1 packet" : sum.count + " packets");
  }

  /** Empty for packets that no rule of this machine's diversion has sent. */
  private String interfaceName(int ingress) {
    return ingress == IngressAddress.NONE || ingress > interfaces.size()
        ? ""
        : interfaces.get(ingress - 1);
  }

  private static InetAddress address(Key key) {
    ByteBuffer bytes = ByteBuffer.allocate(key.ipv4() ? Integer.BYTES : 2 * Long.BYTES);
    if (key.ipv4()) {
      bytes.putInt((int) key.low());
    } else {
      bytes.putLong(key.high()).putLong(key.low());
    }
    try {
      return InetAddress.getByAddress(bytes.array());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }

  /** Figures for the status page, by name. From any thread. */
  public Map<String, Long> figures() {
    SinkCounts counts = sink.counts();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("connected", counts.connected() ? 1L : 0L);
    figures.put("connections", counts.connections());
    figures.put("reported", counts.reported());
    figures.put("sent", counts.sent());
    figures.put("dropped", counts.dropped());
    figures.put("unrecordedPackets", unrecorded);
    return figures;
  }

  /** Ends the thread and the connection. */
  @Override
  public void close() {
    task.close(Duration.ofSeconds(1));
    sink.close();
  }
}
