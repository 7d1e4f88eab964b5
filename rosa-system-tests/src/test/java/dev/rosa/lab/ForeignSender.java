package dev.rosa.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * scapy on src or another node: active packets and others, made by lab_source.py, which shares no
 * code with ROSA.
 */
final class ForeignSender {

  private static final String PYTHON = "/usr/bin/python3";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final NetLab lab;
  private final Path folder;
  private final Path program =
      Path.of(System.getProperty("basedir", ""), "src/test/python/lab_source.py").toAbsolutePath();
  private int files;

  ForeignSender(NetLab lab, Path folder) {
    this.lab = lab;
    this.folder = folder;
  }

  /** Output of {@code rosa request --json} for alice. */
  JsonNode session(String... options) throws Exception {
    String[] command = new String[options.length + 1];
    command[0] = "request";
    System.arraycopy(options, 0, command, 1, options.length);
    return JSON.readTree(lab.run(command));
  }

  static ArrayNode list() {
    return JSON.createArrayNode();
  }

  /** A packet of a session; each change is a list as foreign_source.py describes. */
  static ObjectNode packet(JsonNode session, long sequence, String payload, Object[]... changes) {
    ObjectNode packet = JSON.createObjectNode();
    packet.set("session", session);
    packet.put("sequence", sequence);
    packet.put("payload", HexFormat.of().formatHex(payload.getBytes(StandardCharsets.UTF_8)));
    packet.set("changes", JSON.valueToTree(changes));
    return packet;
  }

  static Object[] change(Object... parts) {
    return parts;
  }

  /** A packet with Router Alert that is none of ROSA's business. */
  static ObjectNode other(String kind, String source, String destination) {
    return JSON.createObjectNode().put("other", kind).put("src", source).put("dst", destination);
  }

  /** Sends them from src. */
  void send(ArrayNode packets) throws IOException, InterruptedException {
    lab.run("on", "src", PYTHON, "-B", program.toString(), written(packets));
  }

  /** Begins to send them from a node, one in so many milliseconds. */
  RunningProgram start(String node, ArrayNode packets, int everyMillis) throws IOException {
    String pause = Double.toString(everyMillis / 1_000.0);
    return lab.start(
        "on", node, PYTHON, "-B", program.toString(), written(packets), "--every", pause);
  }

  /** Sends them in frames from src to that MAC address, see {@link #replayFrom}. */
  void replay(ArrayNode packets, String mac, String... tags)
      throws IOException, InterruptedException {
    replayFrom("src/s0", packets, mac, tags);
  }

  /**
   * Writes them to a capture and has tcpreplay send it to that MAC address.
   *
   * @param link the one that they are sent by, with its node in front
   * @param tags VLAN tags of eight hexadecimal digits
   */
  void replayFrom(String link, ArrayNode packets, String mac, String... tags)
      throws IOException, InterruptedException {
    String capture = folder.resolve("replay-" + ++files + ".pcap").toString();
    List<String> write = new ArrayList<>(List.of(PYTHON, "-B", program.toString()));
    write.addAll(List.of(written(packets), "--write", capture, mac));
    write.addAll(List.of(tags));
    lab.run(write.toArray(String[]::new));
    String[] place = link.split("/");
    lab.run("on", place[0], "tcpreplay", "-q", "--pps", "100", "-i", place[1], capture);
  }

  private String written(ArrayNode packets) throws IOException {
    Path file = folder.resolve("packets-" + ++files + ".json");
    Files.write(file, JSON.writeValueAsBytes(packets));
    return file.toString();
  }
}
