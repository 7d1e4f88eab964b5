package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.serving.PeerRefusal;
import dev.rosa.testkit.TestLimits;
import io.grpc.ManagedChannel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer that has proven nothing costs a server little, and costs other peers nothing. */
@Tag("jdk")
final class HandshakeCostTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static final int CALL_THREADS = 8;
  private static final byte ALERT = 21;
  private static final byte HANDSHAKE = 22;

  @TempDir Path directory;
  private TestDomain domain;
  private ControlServer server;
  private final HeldCalls.Service busy = new HeldCalls.Service();
  private final List<ManagedChannel> channels = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    domain = TestDomain.in(directory);
    server =
        ControlServer.start(ANY_PORT, domain.codeServer("cs1"), List.of(busy), TestLimits.CONTROL);
  }

  @AfterEach
  void stop() {
    busy.released.release(CALL_THREADS);
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
  }

  private ManagedChannel channel(Identity caller) {
    ManagedChannel channel = ControlChannel.open(server.address(), caller, Role.CODESERVER);
    channels.add(channel);
    return channel;
  }

  /** A server in a JVM of its own, whose first TLS is the control plane's, as a role's is. */
  static final class Apart {

    private Apart() {}

    /**
     * Prints the first bytes of the answers to an expensive and to a cheap group, and to the begin
     * of a long message.
     */
    public static void main(String[] args) throws Exception {
      Identity self = TestDomain.in(Path.of(args[0])).codeServer("cs1");
      try (ControlServer server =
          ControlServer.start(
              ANY_PORT, self, List.of(new HeldCalls.Service()), TestLimits.CONTROL)) {
        InetSocketAddress at = server.address();
        System.out.println(
            firstByteOfAnswerTo(clientHello("0104"), at)
                + " "
                + firstByteOfAnswerTo(clientHello("001d"), at)
                + " "
                + firstByteOfAnswerTo(beginOfMessage(9_000), at));
      }
    }
  }

  /** A record of 100 bytes, the first ones of a ClientHello of {@code bytes}. */
  private static byte[] beginOfMessage(int bytes) {
    ByteBuffer record = ByteBuffer.allocate(105);
    record.put(HANDSHAKE).putShort((short) 0x0301).putShort((short) 100);
    return record.putInt(1 << 24 | bytes).array();
  }

  @Test
  void shouldRefuseHandshakeWithoutComputingWhenItIsMadeExpensive() throws Exception {
    Process apart =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Apart.class.getName(),
                directory.resolve("apart").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(apart.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(
        ALERT + " " + HANDSHAKE + " " + ALERT, said.strip().lines().reduce("", (x, y) -> y));
  }

  private static byte firstByteOfAnswerTo(byte[] hello, InetSocketAddress server)
      throws IOException {
    try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
      socket.setSoTimeout(120_000);
      socket.getOutputStream().write(hello);
      return (byte) socket.getInputStream().read();
    }
  }

  /** A ClientHello of TLS 1.3 (RFC 8446) that offers one group, and no key share of it yet. */
  private static byte[] clientHello(String group) {
    String extensions =
        "002b0003020304" // supported versions: TLS 1.3
            + ("000a00040002" + group) // supported groups
            + "000d000400020403" // signature algorithms: ecdsa_secp256r1_sha256
            + "003300020000"; // key shares: none
    String body =
        "0303"
            + "07".repeat(32) // random
            + "00" // no session
            + "00021301" // TLS_AES_128_GCM_SHA256
            + "0100" // no compression
            + "%04x".formatted(extensions.length() / 2)
            + extensions;
    byte[] content = HexFormat.of().parseHex(body);
    ByteBuffer record = ByteBuffer.allocate(9 + content.length);
    record.put(HANDSHAKE).putShort((short) 0x0301).putShort((short) (4 + content.length));
    return record.putInt(1 << 24 | content.length).put(content).array();
  }

  @Test
  void shouldAnswerHandshakesWhenAllThreadsOfCallsAreBusy() throws Exception {
    ManagedChannel greedy = channel(domain.authorizationServer("as1"));
    HeldCalls calls = new HeldCalls();
    for (int i = 0; i < CALL_THREADS; i++) {
      calls.begin(greedy);
    }
    assertTrue(busy.entered.tryAcquire(CALL_THREADS, 2, TimeUnit.MINUTES));
    assertEquals(HANDSHAKE, firstByteOfAnswerTo(clientHello("001d"), server.address()));
  }

  /** Connections that a gate admits, of 100 for each address. */
  private static long admitted(boolean handshakesWait, String... addresses) {
    ControlLoad load = ControlLoad.within(TestLimits.CONNECTIONS.withConnections(900, 4, 900));
    HandshakeQueue waiting = new HandshakeQueue(work -> {}, 100);
    if (handshakesWait) {
      waiting.add(() -> {});
    }
    EmbeddedChannel listening = new EmbeddedChannel(new ConnectionGate(load.shares(), waiting));
    for (int i = 0; i < 100; i++) {
      for (String address : addresses) {
        listening.writeInbound(new PeerChannel(address));
      }
    }
    long refused = load.refusals().counted(PeerRefusal.SOURCE_RATE);
    assertEquals(100L * addresses.length - refused, load.shares().admitted());
    return load.shares().admitted();
  }

  @Test
  void shouldRefuseASourceThatBeginsTooManyAMinuteOnlyWhereHandshakesWait() {
    assertEquals(4, admitted(true, "192.0.2.1"));
    assertEquals(8, admitted(true, "192.0.2.1", "192.0.2.2"));
    assertEquals(100, admitted(false, "192.0.2.1"));
  }

  @Test
  void shouldRefuseASiteWhoseSourcesTogetherBeginTooManyAMinute() {
    String[] ofOneSite = new String[8];
    Arrays.setAll(ofOneSite, i -> "2001:db8:1:" + i + "::1");
    assertEquals(8, admitted(true, ofOneSite));
  }
}
