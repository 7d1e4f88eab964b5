package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two UDP applications that know nothing of ROSA, with {@code rosa send} and {@code rosa receive}
 * between them: nothing is lost when sessions or servers end.
 */
@Tag("endtoend")
class StreamingTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BURST = 10;

  /** Permitted lateness of a packet: as much as a slow machine can make it. */
  private static final String LATE = "10s";

  @TempDir static Path folder;
  private static final String OVERLAY = LabAddresses.one();
  private static Lab lab;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  private final List<RunningProgram> streams = new ArrayList<>();
  private DatagramSocket application;
  private HostPort entrance;
  private int sent;

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, OVERLAY);
    for (String router : List.of("r1.xml", "r2.xml")) {
      Path file = lab.files().file(router);
      Files.writeString(
          file, Files.readString(file).replace("skew=\"1s\"", "skew=\"" + LATE + "\""));
    }
    try {
      lab.start();
    } catch (Throwable e) {
      System.err.println(lab.tails());
      lab.close();
      throw e;
    }
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  @AfterEach
  void closeStreams() {
    streams.forEach(RunningProgram::askToEnd);
    streams.forEach(RunningProgram::close);
    application.close();
  }

  @Test
  void shouldLoseNothingWhenSessionsAreRenewed() throws Exception {
    open("counter", "HMAC-SHA256-128", 300);
    exchange(1, "");
    // Code and secret are at the routers: no packet of a short session has to wait for them.
    closeSender();
    openSender("counter", "HMAC-SHA256-128", 3);
    RouterReading before = lab.reading("r1");
    Await.until(
        "three renewals",
        () -> {
          exchange(BURST, "");
          return lab.reading("r1").packetsSince(before).getOrDefault("keysDerived", 0L) >= 4;
        });
    checkSummaries(3, 1);
    assertEquals(sent - 1, lab.reading("r1").packetsSince(before).get("executed"));
  }

  @Test
  void shouldCarryAnEncryptedSessionToItsRecipient() throws Exception {
    for (String suite : List.of("AES128-CTR+HMAC-SHA256-128", "AES256-GCM")) {
      open("marker", suite, 300);
      exchange(BURST, "**");
      checkSummaries(0, 0);
      closeStreams();
    }
    open("counter", "AES256-GCM", 300);
    exchange(BURST, "");
    checkSummaries(0, 0);
  }

  @Test
  void shouldLoseNothingWhenServersRestartUnderALiveSession() throws Exception {
    RunningProgram as = lab.process("as");
    RunningProgram codeServer = lab.process("cs");
    open("counter", "HMAC-SHA256-128", 300);
    RouterReading before = lab.reading("r1");
    exchange(BURST, "");
    as.kill();
    codeServer.kill();
    exchange(BURST, "");
    // Nor does it matter that servers, publisher and sender come back with other keys.
    DomainAuthority authority = DomainAuthority.open(folder.resolve("domain"));
    for (String name : List.of("as1", "cs1", "alice", "carol")) {
      authority.renew(name, DomainAuthority.DEFAULT_VALIDITY);
    }
    lab.startCodeServer().awaitReady();
    lab.startAuthorizationServer().awaitReady();
    exchange(BURST, "");
    // Records from before the power cut hold after it: a new session, at routers that have found
    // the Code Server again.
    closeSender();
    openSender("marker", "HMAC-SHA256-128", 300);
    exchange(BURST, "**");
    RouterReading after = lab.settled("r1", before, 4 * BURST);
    assertEquals(4 * BURST, after.packetsSince(before).get("executed"));
    assertEquals(Map.of(), after.dropsSince(before));
  }

  @Test
  void shouldCountAndReportWhatNoSessionCameFor() throws Exception {
    application = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    openSender("counter", "HMAC-SHA256-128", 3);
    RunningProgram sender = streams.get(0);
    lab.process("as").kill();
    try {
      Await.until(
          () -> "a session to end" + sender.tail(),
          () -> {
            send("into the void");
            return sender.err().contains("no session since ");
          });
      sender.askToEnd();
      assertEquals(1, sender.awaitExit(), sender::tail);
    } finally {
      lab.startAuthorizationServer().awaitReady();
    }
    int waited = JSON.readTree(sender.out()).path("withoutSession").asInt();
    assertTrue(waited > 0, sender::tail);
    assertTrue(
        sender.err().contains(" datagrams were not sent: " + waited + " without a session"),
        sender::tail);
  }

  private void open(String code, String suite, int seconds) throws Exception {
    sent = 0;
    application = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    application.setSoTimeout((int) Await.PATIENCE.toMillis());
    String deliver = "127.0.0.1:" + application.getLocalPort();
    RunningProgram receive =
        lab.rosa(
            "bob",
            "receive",
            "--json",
            "--as",
            lab.at().authorizationServer(),
            "--overlay-listen",
            OVERLAY,
            "--skew",
            LATE,
            "--deliver",
            deliver);
    streams.add(receive.awaitReady());
    openSender(code, suite, seconds);
  }

  private void openSender(String code, String suite, int seconds) throws Exception {
    entrance = HostPort.parse(LabAddresses.one());
    List<String> arguments =
        new ArrayList<>(List.of("send", "--json", "--as", lab.at().authorizationServer()));
    arguments.addAll(List.of("--code", code, "--suite", suite, "--recipient", "bob"));
    arguments.addAll(List.of("--source", "10.0.1.1", "--destination", "10.0.2.1"));
    arguments.addAll(List.of("--listen", entrance.toString(), "--via", lab.at().overlay1()));
    arguments.addAll(List.of("--service-port", "6004", "--seconds", Integer.toString(seconds)));
    streams.add(lab.rosa("alice", arguments.toArray(String[]::new)).awaitReady());
  }

  private void closeSender() throws Exception {
    RunningProgram sender = streams.remove(streams.size() - 1);
    assertEquals(0, sender.end(), sender::tail);
  }

  /** Sends datagrams one after the other and takes each at the other end, as an application. */
  private void exchange(int count, String marks) throws Exception {
    for (int i = 0; i < count; i++) {
      String text = "datagram " + ++sent;
      send(text);
      assertEquals(text + marks, receive());
    }
  }

  private void send(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    application.send(new DatagramPacket(bytes, bytes.length, entrance.toSocketAddress()));
  }

  private String receive() throws Exception {
    DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
    try {
      application.receive(packet);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("datagram " + sent + " was lost", e);
    }
    return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
  }

  /**
   * Both ends close cleanly and agree.
   *
   * @param earlier datagrams of a sender before this one
   */
  private void checkSummaries(int renewals, int earlier) throws Exception {
    RunningProgram receive = streams.get(0);
    RunningProgram send = streams.get(1);
    send.askToEnd();
    receive.askToEnd();
    assertEquals(0, send.awaitExit(), send::tail);
    assertEquals(0, receive.awaitExit(), receive::tail);
    JsonNode source = JSON.readTree(send.out());
    JsonNode destination = JSON.readTree(receive.out());
    assertEquals(sent - earlier, source.path("packets").asInt(), source::toString);
    assertEquals(0, source.path("dropped").asInt(), source::toString);
    assertTrue(source.path("renewals").asInt() >= renewals, source::toString);
    assertEquals(sent, destination.path("delivered").asInt(), destination::toString);
  }
}
