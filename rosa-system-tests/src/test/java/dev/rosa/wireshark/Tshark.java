package dev.rosa.wireshark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Run of tshark with ROSA's dissector over a capture. */
final class Tshark {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SCRIPT =
      Path.of(System.getProperty("basedir", ""))
          .toAbsolutePath()
          .resolveSibling("docs/wireshark/rosa.lua");

  private Tshark() {}

  /** Reason why it cannot be run here, or empty. */
  static String missing() {
    boolean there =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "tshark")));
    return there ? "" : "tshark is not here; install with: apt-get install tshark";
  }

  /**
   * Output of ROSA's dissector, one map a packet: each field's values in their order, at any depth;
   * without fields where it was not called.
   */
  static List<Map<String, List<String>>> dissect(Path capture, String... options)
      throws IOException, InterruptedException {
    List<Map<String, List<String>>> packets = new ArrayList<>();
    for (JsonNode packet : JSON.readTree(run(capture, options))) {
      Map<String, List<String>> fields = new TreeMap<>();
      JsonNode layers = packet.path("_source").path("layers");
      collect("rosa", layers.path("rosa"), fields);
      collect("rosa_overlay", layers.path("rosa_overlay"), fields);
      packets.add(fields);
    }
    return packets;
  }

  private static byte[] run(Path capture, String... options)
      throws IOException, InterruptedException {
    Path out = capture.resolveSibling(capture.getFileName() + ".json");
    Path err = capture.resolveSibling(capture.getFileName() + ".err");
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", capture.toString()));
    command.addAll(List.of("-X", "lua_script:" + SCRIPT, "-T", "json", "--no-duplicate-keys"));
    command.addAll(List.of(options));
    Program.Outcome tshark = Program.of("tshark", command).writing(out, err).run();
    if (tshark.exit() != 0 || tshark.err().contains("rosa.lua")) {
      throw new AssertionError("tshark ended with " + tshark.exit() + ": " + tshark.err());
    }
    return Files.readAllBytes(out);
  }

  private static void collect(String name, JsonNode node, Map<String, List<String>> fields) {
    if (node.isValueNode()) {
      fields.computeIfAbsent(name, any -> new ArrayList<>()).add(node.asText());
    } else if (node.isArray()) {
      node.forEach(value -> collect(name, value, fields));
    } else {
      node.properties().forEach(field -> collect(field.getKey(), field.getValue(), fields));
    }
  }
}
