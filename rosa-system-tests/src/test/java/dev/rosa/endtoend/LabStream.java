package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Stream of datagrams through a lab: an application that sends and receives, with {@code rosa send}
 * and {@code rosa receive} between. One thread's.
 */
final class LabStream implements AutoCloseable {

  /** Permitted lateness of a packet: as much as a slow machine can make it. */
  static final String LATE = "10s";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Lab lab;
  private final String overlay;
  private final List<RunningProgram> programs = new ArrayList<>();
  private final DatagramSocket application;
  private HostPort entrance;
  private int sent;

  /**
   * A stream without ends yet.
   *
   * @param overlay HOST:PORT to which the lab's last router sends
   */
  LabStream(Lab lab, String overlay) throws IOException {
    this.lab = lab;
    this.overlay = overlay;
    application = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    application.setSoTimeout((int) Await.PATIENCE.toMillis());
  }

  /** Starts both ends. */
  static LabStream open(Lab lab, String overlay, String code, String suite, int seconds)
      throws Exception {
    LabStream stream = new LabStream(lab, overlay);
    stream.openReceiver();
    stream.openSender(code, suite, seconds);
    return stream;
  }

  private void openReceiver() throws Exception {
    String deliver = "127.0.0.1:" + application.getLocalPort();
    RunningProgram receive =
        lab.rosa(
            "bob",
            "receive",
            "--json",
            "--as",
            lab.at().authorizationServer(),
            "--overlay-listen",
            overlay,
            "--skew",
            LATE,
            "--deliver",
            deliver);
    programs.add(receive.awaitReady());
  }

  /** Starts the sending end: sessions of {@code seconds} that it renews. */
  void openSender(String code, String suite, int seconds) throws Exception {
    entrance = HostPort.parse(LabAddresses.one());
    List<String> arguments =
        new ArrayList<>(List.of("send", "--json", "--as", lab.at().authorizationServer()));
    arguments.addAll(List.of("--code", code, "--suite", suite, "--recipient", "bob"));
    arguments.addAll(List.of("--source", "10.0.1.1", "--destination", "10.0.2.1"));
    arguments.addAll(List.of("--listen", entrance.toString(), "--via", lab.at().overlay1()));
    arguments.addAll(List.of("--service-port", "6004", "--seconds", Integer.toString(seconds)));
    programs.add(lab.rosa("alice", arguments.toArray(String[]::new)).awaitReady());
  }

  /** Ends the sending end, which must have had no trouble. */
  void closeSender() throws Exception {
    RunningProgram sender = programs.remove(programs.size() - 1);
    assertEquals(0, sender.end(), sender::tail);
  }

  /** Sends datagrams one after the other and takes each at the other end, as an application. */
  void exchange(int count, String marks) throws Exception {
    for (int i = 0; i < count; i++) {
      String text = "datagram " + ++sent;
      send(text);
      assertEquals(text + marks, receive());
    }
  }

  void send(String text) throws IOException {
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
  void checkSummaries(int renewals, int earlier) throws Exception {
    RunningProgram receive = programs.get(0);
    RunningProgram send = programs.get(1);
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

  /** Ends the receiving end; returns its summary. */
  JsonNode closeReceiver() throws Exception {
    RunningProgram receive = programs.get(0);
    receive.askToEnd();
    assertEquals(0, receive.awaitExit(), receive::tail);
    return JSON.readTree(receive.out());
  }

  /** The receiving end. */
  RunningProgram receiver() {
    return programs.get(0);
  }

  /** Datagrams that were sent. */
  int sent() {
    return sent;
  }

  /** The end that was started last. */
  RunningProgram newest() {
    return programs.get(programs.size() - 1);
  }

  @Override
  public void close() {
    programs.forEach(RunningProgram::askToEnd);
    programs.forEach(RunningProgram::close);
    application.close();
  }
}
