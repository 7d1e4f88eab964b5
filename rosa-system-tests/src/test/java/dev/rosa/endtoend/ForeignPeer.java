package dev.rosa.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.testkit.Await;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The Python program that speaks the protocol without any of ROSA's code (foreign_source.py), as a
 * process that takes commands line by line.
 */
final class ForeignPeer implements AutoCloseable {

  /** Debian's Python, for which the packages of {@link #MISSING} are. */
  private static final String PYTHON = "/usr/bin/python3";

  private static final String MISSING =
      PYTHON
          + " with scapy and cryptography is not here; install with: apt-get install python3-scapy"
          + " python3-cryptography";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter commands;
  private final Path errors;
  private int port;

  private ForeignPeer(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    answers = process.inputReader(StandardCharsets.UTF_8);
    commands = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** Reason why it cannot be started here, or empty. */
  static String missing() throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of(PYTHON))) {
      return MISSING;
    }
    Process probe =
        new ProcessBuilder(PYTHON, "-c", "import scapy.packet, cryptography")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return probe.waitFor() == 0 ? "" : MISSING;
  }

  static ForeignPeer start(Path folder) throws IOException {
    Path errors = folder.resolve("foreign_source.err");
    Path program = Path.of(System.getProperty("basedir", ""), "src/test/python/foreign_source.py");
    Process process =
        new ProcessBuilder(PYTHON, "-B", program.toAbsolutePath().toString())
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .start();
    ForeignPeer peer = new ForeignPeer(process, errors);
    peer.port = peer.answer().path("ready").asInt();
    return peer;
  }

  /** Address where it takes overlay datagrams as the Destination. */
  String address() {
    return "127.0.0.1:" + port;
  }

  /** A packet for it to build; {@code changes} as described in the program. */
  static ObjectNode packet(JsonNode session, long sequence, String payloadHex, JsonNode changes) {
    ObjectNode packet = JSON.createObjectNode();
    packet.set("session", session);
    packet.put("sequence", sequence);
    packet.put("payload", payloadHex);
    packet.set("changes", changes);
    return packet;
  }

  /** A packet as it should be. */
  static ObjectNode packet(JsonNode session, long sequence, String payloadHex) {
    return packet(session, sequence, payloadHex, JSON.createArrayNode());
  }

  /** One change, e.g. {@code ["flip", "user", 3]}. */
  static ArrayNode change(Object... parts) {
    return JSON.createArrayNode().add(JSON.<JsonNode>valueToTree(parts));
  }

  void send(String via, List<ObjectNode> packets) throws IOException {
    ObjectNode command = JSON.createObjectNode().put("op", "send").put("via", via);
    command.set("packets", JSON.valueToTree(packets));
    ask(command);
  }

  void resend(String via, int count) throws IOException {
    ask(JSON.createObjectNode().put("op", "resend").put("via", via).put("count", count));
  }

  void capture(Path file, String framing, long time, List<ObjectNode> packets) throws IOException {
    ObjectNode command = JSON.createObjectNode().put("op", "capture").put("file", file.toString());
    command.put("framing", framing).put("time", time);
    command.set("packets", JSON.valueToTree(packets));
    ask(command);
  }

  /** Waits for so many packets; fewer if they do not come. */
  List<JsonNode> arrivals(int count) throws IOException {
    return arrivals(count, Await.PATIENCE.toSeconds());
  }

  /** A packet that has arrived and was not waited for, if there is one. */
  List<JsonNode> unexpected() throws IOException {
    return arrivals(1, 0);
  }

  private List<JsonNode> arrivals(int count, long seconds) throws IOException {
    ObjectNode command = JSON.createObjectNode().put("op", "arrivals").put("count", count);
    List<JsonNode> arrived = new ArrayList<>();
    ask(command.put("seconds", seconds)).path("arrived").forEach(arrived::add);
    return arrived;
  }

  private JsonNode ask(JsonNode command) throws IOException {
    commands.write(JSON.writeValueAsString(command));
    commands.newLine();
    commands.flush();
    return answer();
  }

  private JsonNode answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("foreign_source.py ended: " + Files.readString(errors));
    }
    return JSON.readTree(line);
  }

  @Override
  public void close() throws IOException {
    commands.close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
