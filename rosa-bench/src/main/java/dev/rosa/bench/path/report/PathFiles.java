package dev.rosa.bench.path.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.path.result.PathResults;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.traffic.TrafficReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The report's files: JSON for programs, a page with pictures for people. Stateless. */
public final class PathFiles {

  /** The page. */
  public static final String PAGE = "path.html";

  private static final ObjectMapper JSON = new ObjectMapper();

  private PathFiles() {}

  /**
   * Writes all of them.
   *
   * @param further another place for the JSON, or null
   */
  public static void write(PathFindings findings, Path directory, Path further) throws IOException {
    Files.createDirectories(directory);
    String json = json(findings);
    Files.writeString(directory.resolve("path.json"), json);
    if (further != null) {
      Files.writeString(further, json);
    }
    String bars = PathPicture.delivered(findings.results());
    Files.writeString(directory.resolve("path.svg"), bars);
    Files.writeString(directory.resolve(PAGE), PathPage.of(findings, bars));
  }

  /** One object. */
  static String json(PathFindings findings) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.set("machine", JSON.valueToTree(findings.machine()));
    root.set("plan", JSON.valueToTree(findings.plan()));
    root.set("cores", JSON.valueToTree(findings.cores()));
    ArrayNode figures = root.putArray("figures");
    findings.figures().forEach(figure -> figures.add(figure(figure)));
    ArrayNode rows = root.putArray("rows");
    findings.results().readings().forEach((row, rounds) -> rows.add(row(findings, row, rounds)));
    root.set("warmUps", JSON.valueToTree(findings.results().warmUps()));
    findings.results().steady().ifPresent(steady -> steady(root.putObject("steady"), steady));
    root.set("absent", JSON.valueToTree(findings.results().absences()));
    root.set("remarks", JSON.valueToTree(findings.results().remarks()));
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  private static ObjectNode figure(Figure figure) {
    ObjectNode node = JSON.createObjectNode();
    node.put("what", figure.what());
    node.put("bar", figure.limitText());
    node.put("measured", figure.measured().isPresent() ? figure.measured().getAsDouble() : null);
    node.put("verdict", figure.verdict().label());
    node.set("facts", JSON.valueToTree(figure.facts()));
    return node;
  }

  private static ObjectNode row(
      PathFindings findings, PathRow row, Map<Integer, TrafficReading> rounds) {
    ObjectNode node = JSON.createObjectNode();
    node.put("way", row.way());
    node.put("variant", row.variant());
    node.put("payload", row.payload());
    node.put("mode", row.mode().label());
    node.set("drops", JSON.valueToTree(findings.results().drops(row)));
    if (!findings.results().pairs(row).isEmpty()) {
      node.set("pairRatios", JSON.valueToTree(findings.results().pairs(row)));
    }
    ArrayNode readings = node.putArray("rounds");
    rounds.forEach((round, reading) -> readings.add(reading(round, reading)));
    return node;
  }

  private static ObjectNode reading(int round, TrafficReading reading) {
    ObjectNode node = JSON.createObjectNode();
    node.put("round", round);
    node.put("seconds", reading.seconds());
    node.put("sentPerSecond", reading.sentPerSecond());
    node.put("deliveredPerSecond", reading.deliveredPerSecond());
    node.put("sent", reading.sent());
    node.put("delivered", reading.delivered());
    node.put("cpuNanos", reading.cpuNanos());
    node.put("softirqNanos", reading.softirqNanos());
    node.put("processNanos", reading.processNanos());
    node.put("busyShare", reading.busyShare());
    node.put("senderLimited", reading.isSenderLimited());
    reading.latency().ifPresent(latency -> node.set("latencyMicros", JSON.valueToTree(latency)));
    return node;
  }

  private static void steady(ObjectNode node, PathResults.Steady steady) {
    node.put("load", steady.load());
    node.put("seconds", steady.seconds());
    node.set("before", JSON.valueToTree(steady.before()));
    node.set("after", JSON.valueToTree(steady.after()));
    node.put("packets", steady.packets());
    node.put("packetsPerSecond", steady.packetsPerSecond());
    node.put(
        "allocatedBytes",
        steady.allocatedBytes().isPresent() ? steady.allocatedBytes().getAsDouble() : null);
    node.put("longestPauseMillis", steady.longestPauseMillis());
    node.put("pauses", steady.pauses());
  }
}
