package dev.rosa.router.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.testkit.Await;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Dropped packets on their way from workers to a plane. */
@Timeout(240)
class DropReporterTest {

  private static final List<DropKind> KINDS =
      List.of(
          new DropKind("BAD_TAG", Proof.NONE, 3322),
          new DropKind("RATE_EXCEEDED", Proof.SESSION, 3322),
          new DropKind("ENCAPSULATED", Proof.NONE, 0));

  @TempDir Path folder;

  private static PacketBuffer packet(String source, int ingress) throws Exception {
    byte[] address = InetAddress.getByName(source).getAddress();
    ByteBuffer memory = ByteBuffer.allocate(60);
    boolean ipv4 = address.length == 4;
    memory.put(8, (byte) (ipv4 ? 0x45 : 0x60));
    memory.put(8 + (ipv4 ? 12 : 8), address);
    PacketBuffer packet = new PacketBuffer(memory, 8, 52);
    packet.arrived(52, 1);
    packet.cameInOn(ingress);
    return packet;
  }

  @Test
  void shouldReportEachSourceAndKindOnceWithTheSumOfAllWorkers() throws Exception {
    Path socket = folder.resolve("s");
    try (ServerSocketChannel plane = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      plane.bind(UnixDomainSocketAddress.of(socket));
      EvidenceSink sink = EvidenceSink.open(socket);
      try (DropReporter reporter = DropReporter.start(sink, KINDS, List.of("eth0", "eth1"), 2);
          SocketChannel peer = plane.accept()) {
        peer.write(StandardCharsets.US_ASCII.encode("rosa-firewall 1\n"));
        for (int i = 0; i < 3; i++) {
          reporter.recorder(0).record(packet("192.0.2.7", 1), 0);
          reporter.recorder(1).record(packet("192.0.2.7", 2), 0);
        }
        reporter.recorder(0).record(packet("192.0.2.7", 1), 1);
        reporter.recorder(1).record(packet("2001:db8::7", 0), 2);
        reporter.recorder(1).record(packet("2001:db8::8", 3), 2);
        Thread workers = new Thread(() -> turn(reporter));
        workers.start();

        BufferedReader lines =
            new BufferedReader(Channels.newReader(peer, StandardCharsets.US_ASCII));
        TreeSet<String> told = new TreeSet<>();
        for (int i = 0; i < 4; i++) {
          told.add(lines.readLine());
        }
        workers.interrupt();
        workers.join();

        assertTrue(
            told.remove("evidence none BAD_TAG 192.0.2.7 eth1 3322 6 packets"), told.toString());
        assertEquals(
            List.of(
                "evidence none ENCAPSULATED 2001:db8:0:0:0:0:0:7 - 0 1 packet",
                "evidence none ENCAPSULATED 2001:db8:0:0:0:0:0:8 - 0 1 packet",
                "evidence session RATE_EXCEEDED 192.0.2.7 eth0 3322 1 packet"),
            List.copyOf(told));
        Await.until("the counts", () -> reporter.figures().get("sent") == 4);
        assertEquals(
            Map.of(
                "connected", 1L,
                "connections", 1L,
                "reported", 4L,
                "sent", 4L,
                "dropped", 0L,
                "unrecordedPackets", 0L),
            reporter.figures());
      }
    }
  }

  /** The workers' turns, all of one thread. */
  private static void turn(DropReporter reporter) {
    try {
      while (true) {
        reporter.recorder(0).handOver();
        reporter.recorder(1).handOver();
        Thread.sleep(1);
      }
    } catch (InterruptedException e) {
      // The test has seen enough.
    }
  }

  @Test
  void shouldCountPacketsWithoutASource() throws Exception {
    RecordedDrops drops = new RecordedDrops();
    PacketBuffer none = new PacketBuffer(ByteBuffer.allocate(60), 0, 60);
    none.arrived(0, 1);
    PacketBuffer cut = new PacketBuffer(ByteBuffer.allocate(60).put(0, (byte) 0x60), 0, 60);
    cut.arrived(39, 1);
    drops.recorder().record(none, 0);
    drops.recorder().record(cut, 0);

    assertEquals(0, drops.count(0));
    assertEquals(2, drops.sourceless());
  }

  @Test
  void shouldStayBoundedAndCountAllWhenSourcesAreForged() {
    DropTable table = new DropTable(4_711, false);
    long[] sum = new long[2];
    for (int source = 0; source < 100_000; source++) {
      table.add(true, 0, source, 0, 0);
    }
    table.visit(
        (ipv4, high, low, kind, ingress, count) -> {
          sum[0]++;
          sum[1] += count;
        });

    assertTrue(sum[0] > DropTable.SLOTS / 4 && sum[0] <= DropTable.SLOTS / 2, sum[0] + " records");
    assertEquals(100_000, sum[1] + table.left());
    table.clear();
    assertTrue(table.isEmpty());
    table.visit((ipv4, high, low, kind, ingress, count) -> sum[0] = -1);
    assertTrue(sum[0] > 0);
  }

  @Test
  void shouldKeepFamiliesAndKindsApart() {
    DropTable table = new DropTable(1, false, true);
    table.add(true, 0, 5, 0, 1);
    table.add(false, 0, 5, 0, 1);
    table.add(true, 0, 5, 1, 1);
    table.add(true, 0, 5, 1, 2);
    TreeSet<String> found = new TreeSet<>();
    table.visit(
        (ipv4, high, low, kind, ingress, count) ->
            found.add((ipv4 ? "4" : "6") + " " + kind + " " + ingress + " " + count));

    assertEquals(List.of("4 0 1 1", "4 1 2 2", "6 0 1 1"), List.copyOf(found));
  }

  @Test
  void shouldKeepPlacesForProvenKindsWhenForgedSourcesFillTheOthers() {
    DropTable table = new DropTable(7, false, true);
    for (int source = 0; source < 100_000; source++) {
      table.add(true, 0, source, 0, 0);
    }
    table.add(true, 0, 0xc000_0207L, 1, 0);
    int[] found = new int[1];
    table.visit((ipv4, high, low, kind, ingress, count) -> found[0] += kind == 1 ? count : 0);

    assertEquals(1, found[0]);
  }
}
