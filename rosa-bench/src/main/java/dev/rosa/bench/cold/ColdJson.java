package dev.rosa.bench.cold;

import dev.rosa.bench.measure.Json;
import dev.rosa.bench.measure.Limit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON report of {@code ./rosa bench cold}: every reading, and the limit. Stateless. */
final class ColdJson {

  private ColdJson() {}

  static String of(ColdFindings findings) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("machine", findings.machine());
    root.put("runs", findings.runs());
    List<Map<String, Object>> calls = new ArrayList<>();
    findings.primitives().forEach((subject, readings) -> calls.add(call(subject, readings)));
    root.put("firstCalls", calls);
    List<Map<String, Object>> routers = new ArrayList<>();
    findings.routers().keySet().forEach(kind -> routers.add(router(findings, kind)));
    root.put("routers", routers);
    Map<String, Object> bar = new LinkedHashMap<>();
    bar.put("atMost", findings.limit().map(Limit::bound));
    bar.put("reached", findings.limit().map(limit -> findings.isReached()));
    root.put("bar", bar);
    return Json.text(root);
  }

  private static Map<String, Object> call(
      Primitives.Subject subject, List<PrimitiveReading> readings) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("operation", subject.operation().algorithm());
    row.put("provider", subject.provider());
    row.put("bytes", Operation.BYTES);
    row.put("readings", readings);
    row.put("firstToLater", Spread.of(readings, PrimitiveReading::computing));
    row.put("initialisedToLater", Spread.of(readings, PrimitiveReading::initialising));
    return row;
  }

  private static Map<String, Object> router(ColdFindings findings, RouterKind kind) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("java", kind.java().feature());
    row.put("prewarmed", kind.prewarmed());
    row.put("fetchedAhead", kind.fetched());
    row.put("aotCache", kind.aot());
    row.put("readings", findings.routers().get(kind));
    row.put("firstToLater", findings.ratio(kind));
    return row;
  }
}
