package dev.rosa.bench.cold;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.bench.measure.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The findings for programs: every reading, and the limit. Stateless. */
final class ColdJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ColdJson() {}

  static void write(ColdFindings findings, Path file) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.set("machine", JSON.valueToTree(findings.machine()));
    root.put("runs", findings.runs());
    root.set("firstCalls", primitives(findings));
    root.set("routers", routers(findings));
    ObjectNode bar = root.putObject("bar");
    bar.put("atMost", findings.limit().map(Limit::bound).orElse(null));
    bar.put("reached", findings.limit().map(limit -> findings.isReached()).orElse(null));
    Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n");
  }

  private static ArrayNode primitives(ColdFindings findings) {
    ArrayNode all = JSON.createArrayNode();
    findings
        .primitives()
        .forEach(
            (subject, readings) -> {
              ObjectNode row = all.addObject();
              row.put("operation", subject.operation().algorithm());
              row.put("provider", subject.provider());
              row.put("bytes", Operation.BYTES);
              row.set("readings", JSON.valueToTree(readings));
              put(row, "firstToLater", Spread.of(readings, PrimitiveReading::computing));
              put(row, "initialisedToLater", Spread.of(readings, PrimitiveReading::initialising));
            });
    return all;
  }

  private static ArrayNode routers(ColdFindings findings) {
    ArrayNode all = JSON.createArrayNode();
    findings
        .routers()
        .forEach(
            (kind, readings) -> {
              ObjectNode row = all.addObject();
              row.put("java", kind.java().feature());
              row.put("prewarmed", kind.prewarmed());
              row.put("fetchedAhead", kind.fetched());
              row.put("aotCache", kind.aot());
              row.set("readings", JSON.valueToTree(readings));
              put(row, "firstToLater", findings.ratio(kind));
            });
    return all;
  }

  private static void put(ObjectNode row, String name, Spread spread) {
    row.set(name, JSON.valueToTree(spread));
  }
}
