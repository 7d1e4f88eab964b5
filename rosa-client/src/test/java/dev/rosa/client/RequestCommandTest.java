package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.endpoint.FakeAuthorizationServer;
import dev.rosa.testkit.Await;
import io.grpc.Status;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that talk to an Authorization Server, as a user types them. */
@Tag("jdk")
class RequestCommandTest {
  private static final List<String> FIELDS =
      List.of(
          "domain",
          "epoch",
          "sst",
          "set",
          "session",
          "user",
          "codeDigest",
          "grant",
          "suite",
          "kHmac",
          "kEncrypt",
          "src",
          "dst");

  @TempDir private Path directory;

  private FakeAuthorizationServer server;

  @BeforeEach
  void startServer() throws Exception {
    server = FakeAuthorizationServer.start(directory.resolve("domain"));
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private String identity(String name) {
    return directory.resolve("domain").resolve(name).toString();
  }

  private String[] session(String command, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                command,
                "--identity",
                identity("alice"),
                "--as",
                server.address().toString(),
                "--code",
                "counter",
                "--source",
                "10.0.1.1",
                "--destination",
                "10.0.2.1"));
    args.addAll(Arrays.asList(more));
    return args.toArray(String[]::new);
  }

  @Test
  void shouldPrintGrantInTheVectorsSpellingWhenJsonIsAskedFor() throws Exception {
    CommandRun run =
        CommandRun.of(
            session(
                "request",
                "--seconds",
                "60",
                "--suite",
                "AES128-CTR+HMAC-SHA256-128",
                "--permissions",
                "read,modify",
                "--rate",
                "7",
                "--json"));

    assertEquals(0, run.exitCode(), run.err());
    JsonNode json = new ObjectMapper().readTree(run.out());
    List<String> names = new ArrayList<>();
    json.fieldNames().forEachRemaining(names::add);
    assertEquals(FIELDS, names);
    assertEquals(17, json.get("domain").intValue());
    assertEquals(0x13, json.get("suite").intValue());
    assertEquals(60, json.get("set").longValue() - json.get("sst").longValue());
    assertTrue(json.get("session").textValue().matches("[0-9a-f]{16}"));
    assertEquals("0000000700000003", json.get("grant").textValue());
    assertTrue(json.get("kHmac").textValue().matches("[0-9a-f]{64}"));
    assertTrue(json.get("kEncrypt").textValue().matches("[0-9a-f]{32}"));
  }

  @Test
  void shouldSumUpWithoutKeys() {
    CommandRun run = CommandRun.of(session("request", "--seconds", "60"));

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("10.0.1.1 to 10.0.2.1"), run.out());
    // The code's digest is 64 digits long too, and the only text of that length.
    assertEquals(1, run.out().split("[0-9a-f]{64}", -1).length - 1, run.out());
  }

  @Test
  void shouldSayWhoRefusedAndWhy() {
    server.answerWith(Status.PERMISSION_DENIED.withDescription("no rule lets alice use counter"));

    CommandRun run = CommandRun.of(session("request", "--seconds", "60"));

    assertEquals(1, run.exitCode());
    assertEquals(
        "rosa request: the Authorization Server at "
            + server.address()
            + " refused: no rule lets alice use counter\n",
        run.err());
  }

  @Test
  void shouldSayWhatTheServerAnsweredWhenItIsNoRefusal() {
    server.answerWith(
        Status.UNAVAILABLE.withDescription("127.0.0.1:7002 has not confirmed the code's secret"));

    CommandRun run = CommandRun.of(session("request", "--seconds", "60"));

    assertEquals(1, run.exitCode());
    assertEquals(
        "rosa request: the Authorization Server at "
            + server.address()
            + " answered: 127.0.0.1:7002 has not confirmed the code's secret\n",
        run.err());
  }

  @Test
  void shouldBoundWhatTheServerAnswered() {
    server.answerWith(Status.INTERNAL.withDescription("\u001b[2J" + "x".repeat(5_000)));

    CommandRun run = CommandRun.of(session("request", "--seconds", "60"));

    assertEquals(1, run.exitCode());
    assertTrue(run.err().length() < 800, run.err());
    assertFalse(run.err().contains("\u001b"), run.err());
  }

  @Test
  void shouldSayThatThereIsNoConnection() {
    server.close();

    CommandRun run = CommandRun.of(session("request", "--seconds", "60"));

    assertEquals(1, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("could not be asked: no connection (Connection"), run.err());
    assertTrue(run.err().endsWith("; check the address, and that it runs\n"), run.err());
  }

  @Test
  void shouldRefuseWrongUsageInOneLine() {
    for (String[] more :
        new String[][] {
          {},
          {"--seconds", "0"},
          {"--start", "200", "--end", "100"},
          {"--seconds", "5", "--end", "100"},
          {"--seconds", "x"},
          {"--seconds", "5", "--suite", "ROT13"},
          {"--seconds", "5", "--permissions", "fly"},
          {"--seconds", "5", "--recipient", "rosa://17/pilot/x"},
          {"--seconds", "5", "--fuel", "65536"},
          {"--end", "yesterday"}
        }) {
      CommandRun run = CommandRun.of(session("request", more));

      assertEquals(2, run.exitCode(), Arrays.toString(more));
      assertEquals(1, run.err().lines().count(), run.err());
      assertFalse(run.err().contains("Exception"), run.err());
    }
  }

  @Test
  void shouldSayWhatWasExpectedWhenNumberIsNone() {
    CommandRun run = CommandRun.of(session("request", "--seconds", "1h"));

    assertTrue(run.err().contains("'1h', expected a whole number"), run.err());
  }

  @Test
  void shouldRefuseToSendWhenNothingFitsIntoAPacket() {
    CommandRun run =
        CommandRun.of(
            session(
                "send",
                "--listen",
                "127.0.0.1:0",
                "--via",
                "127.0.0.1:3323",
                "--service-port",
                "6004",
                "--mtu",
                "100",
                "--idle-exit",
                "1s"));

    assertEquals(2, run.exitCode(), run.err());
    assertEquals("rosa send: --mtu 100 leaves no room for any payload\n", run.err());
  }

  private CommandRun requestAt(String servers) {
    String[] args = session("request", "--seconds", "5");
    args[4] = servers;
    return CommandRun.of(args);
  }

  @Test
  void shouldRequestFromTheSecondServerWhenTheFirstIsGone() {
    CommandRun run = requestAt("127.0.0.1:1," + server.address());

    assertEquals(0, run.exitCode(), run.err());
  }

  @Test
  void shouldRefuseBadListsOfServersInOneLine() {
    String one = "127.0.0.1:1";
    List<String> bad =
        List.of(
            one + "," + one,
            one + ",",
            "," + one,
            one + ",,127.0.0.1:2",
            one + ",nonsense",
            one
                + ",127.0.0.1:2,127.0.0.1:3,127.0.0.1:4,127.0.0.1:5,127.0.0.1:6,127.0.0.1:7"
                + ",127.0.0.1:8,127.0.0.1:9");
    for (String servers : bad) {
      CommandRun run = requestAt(servers);

      assertEquals(2, run.exitCode(), servers + ": " + run.err());
      assertEquals(1, run.err().strip().lines().count(), servers + ": " + run.err());
      assertTrue(run.err().contains("expected"), servers + ": " + run.err());
    }
  }

  @Test
  void shouldRefuseIdentityOfAnotherRole() {
    String[] args = session("request", "--seconds", "5");
    args[2] = identity("as1");

    CommandRun run = CommandRun.of(args);

    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("expected one of role user"), run.err());
  }

  @Test
  void shouldCarryAnApplicationsDatagramsFromSendToReceive() throws Exception {
    try (DatagramSocket application = socket()) {
      RunningCommand receive =
          RunningCommand.start(
              "receive",
              "--identity",
              identity("bob"),
              "--as",
              server.address().toString(),
              "--overlay-listen",
              "127.0.0.1:0",
              "--deliver",
              "127.0.0.1:" + application.getLocalPort(),
              "--count",
              "5",
              "--idle-exit",
              "20s",
              "--json");
      RunningCommand send = RunningCommand.start(sendVia(receive.awaitPort()));
      // Five small ones and one that is too large.
      feed(send.awaitPort(), 10, 11, 12, 13, 2_000, 14);

      for (int i = 0; i < 5; i++) {
        byte[] bytes = new byte[100];
        DatagramPacket datagram = new DatagramPacket(bytes, bytes.length);
        application.receive(datagram);
        assertEquals(10 + i, datagram.getLength());
      }
      checkSummaries(send.await(), receive.await());
    }
  }

  private String[] sendVia(int overlayPort) {
    return session(
        "send",
        "--listen",
        "127.0.0.1:0",
        "--via",
        "127.0.0.1:" + overlayPort,
        "--service-port",
        "6004",
        "--suite",
        "AES256-GCM",
        "--recipient",
        "bob",
        "--idle-exit",
        "20s",
        "--count",
        "6",
        "--json");
  }

  private static void checkSummaries(CommandRun send, CommandRun receive) throws IOException {
    JsonNode sent = new ObjectMapper().readTree(send.out());
    JsonNode received = new ObjectMapper().readTree(receive.out());
    assertEquals(5, sent.get("packets").intValue(), send.err());
    assertEquals(1, sent.get("tooLarge").intValue());
    assertTrue(send.err().contains("too large for one packet"), send.err());
    assertEquals(5, received.get("delivered").intValue());
    assertEquals(1, sent.get("notSent").intValue());
    assertEquals(1, send.exitCode());
    assertTrue(send.err().endsWith("rosa send: 1 datagrams were not sent: 1 too large\n"));
    assertEquals(0, receive.exitCode());
  }

  @Test
  void shouldCountWhatWaitedWhenServerRefusesTheNextSession() throws Exception {
    RunningCommand send =
        RunningCommand.start(
            session(
                "send",
                "--listen",
                "127.0.0.1:0",
                "--via",
                "127.0.0.1:3323",
                "--service-port",
                "6004",
                "--seconds",
                "2",
                "--json"));
    int port = send.awaitPort();
    server.answerWith(Status.PERMISSION_DENIED.withDescription("alice may no longer"));
    while (!send.hasEnded()) {
      feed(port, 10, 11);
      Thread.sleep(20);
    }
    CommandRun ended = send.await();
    assertEquals(1, ended.exitCode());
    assertTrue(ended.err().endsWith("refused: alice may no longer\n"), ended.err());
    JsonNode summary = new ObjectMapper().readTree(ended.out());
    assertTrue(summary.get("withoutSession").intValue() > 0, ended.out());
    assertTrue(
        summary.get("notSent").intValue() >= summary.get("withoutSession").intValue(), ended.out());
  }

  /** Datagrams of these lengths. */
  private static void feed(int port, int... lengths) throws IOException {
    try (DatagramSocket socket = socket()) {
      for (int length : lengths) {
        socket.send(
            new DatagramPacket(
                new byte[length],
                length,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
      }
    }
  }

  private static DatagramSocket socket() throws IOException {
    DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    socket.setSoTimeout((int) Await.PATIENCE.toMillis());
    return socket;
  }
}
