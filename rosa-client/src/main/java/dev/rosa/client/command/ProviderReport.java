package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.provider.ProviderSurvey;
import dev.rosa.provider.ProviderSurvey.Measured;
import dev.rosa.provider.ProviderSurvey.Role;
import dev.rosa.provider.ProviderSurvey.Row;
import dev.rosa.provider.measure.Machine;
import dev.rosa.provider.measure.Timing;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Results of {@code rosa providers}, as a table for people or JSON for machines. */
final class ProviderReport {

  /** Load of the measurement. */
  record Load(int payloadBytes, int batch) {}

  /** One row with what was measured of it; null if nothing. */
  private record Line(Row row, Timing timing, String failure) {

    String knownAnswer() {
      if (row.absence().isPresent()) {
        return "";
      }
      return row.errors().isEmpty() && failure == null ? "ok" : "WRONG";
    }

    /** Reason for a missing timing. */
    Optional<String> remark() {
      if (row.absence().isPresent()) {
        return row.absence();
      }
      if (!row.errors().isEmpty()) {
        return Optional.of("wrong: " + String.join("; ", row.errors()));
      }
      return Optional.ofNullable(failure).map(how -> "wrong: " + how);
    }
  }

  private static final String ROW = "%-27s %-14s %-9s %-12s %9s %9s  %s";

  private final Machine machine;
  private final Optional<Path> configuration;
  private final ProviderSurvey survey;
  private final Load load;
  private final List<Line> found = new ArrayList<>();
  private final Set<Suite> measuredCold = new LinkedHashSet<>();

  ProviderReport(Machine machine, Optional<Path> configuration, ProviderSurvey survey, Load load) {
    this.machine = machine;
    this.configuration = configuration;
    this.survey = survey;
    this.load = load;
  }

  void add(Suite suite, Measured measured) {
    if (!measured.isWarm()) {
      measuredCold.add(suite);
    }
    for (Row row : survey.rows(suite)) {
      String name = row.provider();
      found.add(new Line(row, measured.timings().get(name), measured.failures().get(name)));
    }
  }

  /** A provider that serves and failed while it was measured, in a sentence; empty if none did. */
  Optional<String> wrongServer() {
    return found.stream()
        .filter(line -> line.row().role() == Role.SERVES && line.failure() != null)
        .findFirst()
        .map(
            line ->
                "provider %s, which serves %s, %s"
                    .formatted(line.row().provider(), line.row().suite(), line.failure()));
  }

  /** The table, and what is to be said about it. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("machine        " + machine.summary());
    survey.providers().stream()
        .filter(each -> each.absence().isEmpty())
        .forEach(each -> lines.add("%-14s %s".formatted(each.name(), each.description())));
    lines.add("configuration  " + configurationName());
    lines.add(
        "measured       ns per packet, payloads of %d bytes, batches of %d"
            .formatted(load.payloadBytes(), load.batch()));
    lines.add("");
    lines.add(
        String.format(
            ROW, "suite", "provider", "available", "known answer", "seal", "verify", "chosen"));
    Suite previous = null;
    for (Line line : found) {
      lines.add(text(line, line.row().suite() == previous).stripTrailing());
      previous = line.row().suite();
    }
    lines.addAll(remarks());
    return lines;
  }

  private String configurationName() {
    return configuration.map(Path::toString).orElse("none: SunJCE serves all");
  }

  private String text(Line line, boolean sameSuite) {
    Row row = line.row();
    Timing timing = line.timing();
    return String.format(
        ROW,
        sameSuite ? "" : row.suite(),
        row.provider(),
        row.absence().isEmpty() ? "yes" : "no",
        line.knownAnswer(),
        timing == null ? "" : nanos(timing.sealNanos()),
        timing == null ? "" : nanos(timing.verifyNanos()),
        chosen(row));
  }

  private static String nanos(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  private String chosen(Row row) {
    return switch (row.role()) {
      case SERVES ->
          "serves" + survey.since(row.suite()).map(at -> ", auto since " + at).orElse("");
      case NAMED -> "named";
      case UNDECIDED -> "auto";
      case NONE -> "";
    };
  }

  /** Each reason once, with the suites it is about, or without where it is about all. */
  private List<String> remarks() {
    Map<String, Set<Suite>> suites = new LinkedHashMap<>();
    Set<Suite> all = new LinkedHashSet<>();
    for (Line line : found) {
      all.add(line.row().suite());
      line.remark()
          .ifPresent(
              why ->
                  suites
                      .computeIfAbsent(
                          line.row().provider() + "\n" + why, key -> new LinkedHashSet<>())
                      .add(line.row().suite()));
    }
    List<String> remarks = new ArrayList<>();
    suites.forEach(
        (key, of) -> {
          String[] parts = key.split("\n", 2);
          String which = of.equals(all) ? "" : " for " + names(of);
          remarks.add(parts[0] + which + ": " + parts[1]);
        });
    if (!measuredCold.isEmpty()) {
      remarks.add(
          "The machine was too busy to compile in time: what is written in Java is faster than"
              + " shown for "
              + names(measuredCold));
    }
    if (!remarks.isEmpty()) {
      remarks.add(0, "");
    }
    return remarks;
  }

  private static String names(Set<Suite> suites) {
    return suites.stream().map(Suite::protocolName).collect(Collectors.joining(", "));
  }

  /** The same for machines; a number or text that there is none of is null. */
  ObjectNode json() {
    ObjectNode json = CommandContext.JSON.createObjectNode();
    json.putObject("machine")
        .put("cpu", machine.cpu())
        .put("cpuFlags", machine.cpuFlags())
        .put("cores", machine.cores())
        .put("jvm", machine.jvm());
    json.put("configuration", configuration.map(Path::toString).orElse(null));
    json.put("refusal", survey.refusal().orElse(null));
    json.put("payloadBytes", load.payloadBytes()).put("batch", load.batch());
    ArrayNode providers = json.putArray("providers");
    survey
        .providers()
        .forEach(
            each ->
                providers
                    .addObject()
                    .put("name", each.name())
                    .put("description", each.description())
                    .put("absence", each.absence().orElse(null)));
    ArrayNode suites = json.putArray("suites");
    found.forEach(line -> put(suites.addObject(), line));
    return json;
  }

  private void put(ObjectNode node, Line line) {
    Row row = line.row();
    Timing timing = line.timing();
    String answer = line.knownAnswer();
    node.put("warm", !measuredCold.contains(row.suite()));
    node.put("suite", row.suite().protocolName())
        .put("provider", row.provider())
        .put("available", row.absence().isEmpty())
        .put("knownAnswer", answer.isEmpty() ? null : answer.toLowerCase(Locale.ROOT))
        .put("remark", line.remark().orElse(null))
        .put("sealNsPerPacket", timing == null ? null : timing.sealNanos())
        .put("verifyNsPerPacket", timing == null ? null : timing.verifyNanos())
        .put("chosen", row.role() == Role.SERVES)
        .put("role", row.role().name().toLowerCase(Locale.ROOT));
  }
}
