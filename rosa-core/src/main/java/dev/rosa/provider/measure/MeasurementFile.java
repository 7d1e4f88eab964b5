package dev.rosa.provider.measure;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File that keeps the measurements of crypto engines from one start to the next. What it says only
 * ever decides between servers that gave the known answer. One that is broken is ignored with a
 * warning, and replaced. Stateless.
 */
public final class MeasurementFile {

  private static final Logger LOG = LoggerFactory.getLogger(MeasurementFile.class);

  /** Larger files are refused unread. */
  public static final int MAX_BYTES = 64 << 10;

  private static final int MAX_CONTENDERS = 64;
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(8)
                          .maxStringLength(1_024)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private MeasurementFile() {}

  /** Content of the file; nothing if there is none, or it is broken. */
  public static Map<Suite, Measurement> read(Path file) {
    try {
      return parse(content(file));
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      warn(file, "line " + line + " is not JSON as expected");
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      warn(file, e.getMessage());
    }
    return Map.of();
  }

  private static void warn(Path file, String why) {
    String line = why == null ? "unreadable" : why.replaceAll("\\s*\\R\\s*", " ");
    LOG.warn("{} does not hold measurements and is ignored: {}", file, line);
  }

  private static byte[] content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw new IOException("it is larger than " + MAX_BYTES + " bytes");
      }
      return content;
    }
  }

  private static Map<Suite, Measurement> parse(byte[] content) throws IOException {
    JsonNode suites = JSON.readTree(content).path("suites");
    if (!suites.isObject()) {
      throw new IOException("expected a JSON object with an object 'suites'");
    }
    Map<Suite, Measurement> measurements = new EnumMap<>(Suite.class);
    for (Map.Entry<String, JsonNode> entry : suites.properties()) {
      Suite suite =
          Suite.byName(entry.getKey())
              .orElseThrow(() -> new IOException("'" + entry.getKey() + "' is no suite"));
      measurements.put(suite, measurement(entry.getValue()));
    }
    return measurements;
  }

  private static Measurement measurement(JsonNode node) throws IOException {
    Map<String, Double> nanos = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.path("nsPerPacket").properties()) {
      double value = entry.getValue().asDouble(-1);
      if (!(value > 0) || nanos.size() == MAX_CONTENDERS) {
        throw new IOException("'nsPerPacket' must be numbers above 0 of few providers");
      }
      nanos.put(entry.getKey(), value);
    }
    String chosen = text(node, "chosen");
    if (!nanos.containsKey(chosen)) {
      throw new IOException("'chosen' must be one of 'nsPerPacket'");
    }
    return new Measurement(
        text(node, "fingerprint"), chosen, Instant.parse(text(node, "measuredAt")), nanos);
  }

  private static String text(JsonNode node, String name) throws IOException {
    if (!node.path(name).isTextual()) {
      throw new IOException("'" + name + "' must be a text");
    }
    return node.get(name).textValue();
  }

  /**
   * Replaces the file in one step, readable by its owner only; if it cannot, says so and goes on.
   */
  public static void write(Path file, Machine machine, Map<Suite, Measurement> measurements) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      Path fresh =
          Files.createTempFile(
              folder,
              "." + file.getFileName(),
              ".new",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.write(fresh, JSON.writeValueAsBytes(tree(machine, measurements)));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn(
          "measurements cannot be kept in {}, the next start measures again: {}",
          file,
          e.toString());
    }
  }

  private static ObjectNode tree(Machine machine, Map<Suite, Measurement> measurements) {
    ObjectNode root = JSON.createObjectNode();
    root.put("machine", machine.summary());
    ObjectNode suites = root.putObject("suites");
    measurements.forEach(
        (suite, measurement) -> {
          ObjectNode node = suites.putObject(suite.protocolName());
          node.put("chosen", measurement.chosen());
          node.put("measuredAt", measurement.at().toString());
          ObjectNode nanos = node.putObject("nsPerPacket");
          measurement.nanosPerPacket().forEach(nanos::put);
          node.put("fingerprint", measurement.fingerprint());
        });
    return root;
  }
}
