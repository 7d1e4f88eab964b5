package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.Problems;
import dev.rosa.packetio.PacketIo;
import dev.rosa.proxy.cache.KernelCache;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.wire.ip.Ip;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** A worker between a client and a server, whose packets a test makes. */
abstract class WorkerRig {
  static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
  static final int ALICE = 0;
  static final int CLIENT = 1000;
  static final int SERVER = 5000;
  static final int RST = Packets.RST;
  static final int PSH = 0x08;

  /** Most of the worker. */
  static final int CONNECTIONS = 1000;

  @TempDir Path folder;

  final FakePacketIo io = new FakePacketIo();
  final List<RequestEntry> requests = new ArrayList<>();
  final List<ConnectionEntry> ended = new ArrayList<>();

  int user = ALICE;
  String log = "full";

  /** Protocol of the client. */
  Scheme scheme = Scheme.HTTP;

  /** In the kernel. */
  Optional<KernelCache> cache = Optional.empty();

  long nanos;
  ProxyWorker worker;

  /** Who is logged in at all addresses. */
  private final class OneUser implements LoggedIn {
    @Override
    public int userAt(InetAddress client) {
      return user;
    }

    @Override
    public void seen(InetAddress client) {
      assertTrue(client.getHostAddress().startsWith("10.0.0."));
    }
  }

  /** Keeps all entries. */
  private final class KeptLog implements ConnectionLog {
    @Override
    public void request(RequestEntry entry) {
      requests.add(entry);
    }

    @Override
    public void ended(ConnectionEntry entry) {
      ended.add(entry);
    }
  }

  /** Packets of the worker. */
  PacketIo packets() {
    return io;
  }

  void begin(String rules) throws Exception {
    begin(rules, 100);
  }

  void begin(String rules, int perClient) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("proxy.xml"),
            "<proxy><users><user name='alice'/></users><rules log='"
                + log
                + "'>"
                + rules
                + "</rules></proxy>");
    Problems problems = new Problems(file);
    LoadedRules loaded = LoadedRules.read(file, problems, 1).orElseThrow();
    problems.requireNoErrors();
    ProxyWorker.Setup setup =
        new ProxyWorker.Setup(
            new RulesInForce(loaded, ZoneOffset.UTC, NOW),
            new OneUser(),
            new KeptLog(),
            Map.of(80, scheme, 23, Scheme.TELNET),
            1,
            CONNECTIONS,
            perClient,
            2000,
            1 << 20,
            "https://login.example/",
            7,
            Clock.fixed(NOW, ZoneOffset.UTC),
            cache);
    worker = new ProxyWorker(packets(), setup, () -> nanos);
  }

  /** Packets that the worker gives back when these have come. */
  List<Sent> turn() throws Exception {
    boolean unused = worker.turn();
    return new ArrayList<>(io.sent());
  }

  /** Lets time pass; returns the packets that the worker sends meanwhile. */
  List<Sent> wait(int seconds) throws Exception {
    List<Sent> sent = new ArrayList<>();
    for (int i = 0; i < seconds * 40; i++) {
      nanos += TimeUnit.MILLISECONDS.toNanos(25);
      sent.addAll(turn());
    }
    return sent;
  }

  List<Sent> fromClient(int sequence, int acknowledgement, int flags, String text)
      throws Exception {
    io.arrive(Packets.ipv4(sequence, acknowledgement, flags, text), FakePacketIo.CLIENTS);
    return turn();
  }

  List<Sent> fromServer(int sequence, int acknowledgement, int flags, String text)
      throws Exception {
    io.arrive(ofServer(sequence, acknowledgement, flags, text), FakePacketIo.SERVERS);
    return turn();
  }

  static ByteBuffer ofServer(int sequence, int acknowledgement, int flags, String text) {
    return turned(Packets.ipv4(sequence, acknowledgement, flags, text));
  }

  /** A packet of IPv4 from its receiver to its sender. */
  static ByteBuffer turned(ByteBuffer packet) {
    swap(packet, Ip.V4_SOURCE, Ip.V4_DESTINATION);
    int ports = packet.getInt(Ip.V4_HEADER);
    return packet.putInt(Ip.V4_HEADER, ports << 16 | ports >>> 16);
  }

  static ByteBuffer withPort(ByteBuffer packet, int place, int port) {
    packet.putShort(place, (short) port);
    Packets.refreshTcp(packet, Ip.V4_HEADER, Ip.V4_SOURCE, 8);
    return packet;
  }

  /** The packets that open a connection. */
  static List<ByteBuffer> handshake() {
    return List.of(
        Packets.ipv4(CLIENT, 0, Packets.SYN, ""),
        ofServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, ""));
  }

  private static void swap(ByteBuffer packet, int one, int other) {
    int first = packet.getInt(one);
    packet.putInt(one, packet.getInt(other)).putInt(other, first);
  }

  /** Opens a connection up to its first request. */
  void open() throws Exception {
    open(CLIENT);
  }

  /** Opens one whose client begins with another number. */
  void open(int first) throws Exception {
    assertEquals(Verdict.ADMIT, fromClient(first, 0, Packets.SYN, "").get(0).verdict());
    List<Sent> answered = fromServer(SERVER, first + 1, Packets.SYN | Packets.ACK, "");
    assertEquals(Verdict.PASS, answered.get(answered.size() - 1).verdict());
    assertEquals(Verdict.KEEP, fromClient(first + 1, SERVER + 1, Packets.ACK, "").get(0).verdict());
  }

  List<Sent> request(String text) throws Exception {
    return fromClient(CLIENT + 1, SERVER + 1, Packets.ACK, text);
  }

  static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: a.example\r\n\r\n";
  }

  void logOut() {
    user = Question.NO_USER;
  }
}
