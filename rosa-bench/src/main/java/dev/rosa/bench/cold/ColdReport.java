package dev.rosa.bench.cold;

import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.display.TextTable;
import dev.rosa.bench.display.TextTable.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Report of {@code ./rosa bench cold} for a person: its tables. */
final class ColdReport {

  /** Figures of ROSA §6.1: the first HMAC and the first hash against later ones. */
  private static final int PAPER_HMAC = 60;

  private static final int PAPER_HASH = 10;

  private final ColdFindings findings;
  private final List<String> lines = new ArrayList<>();

  private ColdReport(ColdFindings findings) {
    this.findings = findings;
  }

  /** All of it, line by line. */
  static List<String> of(ColdFindings findings) {
    ColdReport report = new ColdReport(findings);
    report.machine();
    if (!findings.primitives().isEmpty()) {
      report.primitives();
    }
    if (!findings.routers().isEmpty()) {
      report.routers();
      report.verdict();
    }
    return report.lines;
  }

  private void add(String form, Object... values) {
    lines.add(String.format(Locale.ROOT, form, values).stripTrailing());
  }

  private void machine() {
    add(
        "%s, %d cores, %s; %s",
        findings.machine().cpu(),
        findings.machine().cores(),
        findings.machine().system(),
        findings.machine().jvm());
    add(
        findings.runs() == 1
            ? "One run of each, in a fresh JVM."
            : "Medians of "
                + findings.runs()
                + " runs, each in a fresh JVM, taken in turn; in brackets the least and the most.");
  }

  private void primitives() {
    add("");
    add(
        "First calls, 1,024 bytes, µs. Initialised: the object found and keyed, and its first"
            + " result. The paper found a first HMAC %d times as long as later ones, a first hash"
            + " %d times.",
        PAPER_HMAC, PAPER_HASH);
    TextTable table = new TextTable().column(Side.LEFT, "operation").column(Side.LEFT, "provider");
    spreads(table, "to find and key", "first", "later");
    table.column(Side.RIGHT, "first/later").column(Side.RIGHT, "initialised");
    findings.primitives().forEach((subject, readings) -> table.row(primitive(subject, readings)));
    lines.addAll(table.lines());
  }

  private static List<String> primitive(
      Primitives.Subject subject, List<PrimitiveReading> readings) {
    List<String> cells = new ArrayList<>();
    cells.add(subject.operation().algorithm());
    cells.add(subject.provider());
    addSpread(cells, Spread.of(readings, PrimitiveReading::openMicros));
    addSpread(cells, Spread.of(readings, PrimitiveReading::firstMicros));
    addSpread(cells, Spread.of(readings, PrimitiveReading::steadyMicros));
    cells.add(times(Spread.of(readings, PrimitiveReading::computing)) + "×");
    cells.add(times(Spread.of(readings, PrimitiveReading::initialising)) + "×");
    return cells;
  }

  /** Two columns for each: the median, and the runs around it. */
  private static void spreads(TextTable table, String... heads) {
    for (String head : heads) {
      table.column(Side.RIGHT, head).column(Side.RIGHT, "");
    }
  }

  private static void addSpread(List<String> cells, Spread spread) {
    cells.add(Spread.number(spread.median()));
    cells.add(spread.range());
  }

  private static String times(Spread ratio) {
    return Spread.number(ratio.median());
  }

  private void routers() {
    add("");
    add(
        "First packets of a router process, %s, 1,024 bytes of RTP that its code transcodes, µs.",
        ColdCommand.SUITE.protocolName());
    add(
        "From sending a packet into the overlay link to receiving it at the next hop, on the"
            + " loopback.");
    add(
        "First and later packets come alone, %d ms after anything else; later is the median of %d,"
            + " after %,d back to back made the router hot.",
        RouterRun.PAUSE_MILLIS, RouterRun.PACED, RouterRun.BACK_TO_BACK);
    TextTable table = new TextTable().column(Side.LEFT, "router");
    spreads(table, "launch to ready, ms", "first packet", "later", "first/later");
    findings.routers().forEach((kind, readings) -> table.row(router(kind, readings)));
    lines.addAll(table.lines());
    add("");
    TextTable more = new TextTable().column(Side.LEFT, "the same routers");
    spreads(more, "second packet", "inside: first", "back to back", "new session, hot");
    findings.routers().forEach((kind, readings) -> more.row(more(kind, readings)));
    lines.addAll(more.lines());
  }

  private List<String> router(RouterKind kind, List<RouterReading> readings) {
    List<String> cells = new ArrayList<>(List.of(kind.toString()));
    addSpread(cells, Spread.of(readings, RouterReading::readyMillis));
    addSpread(cells, Spread.of(readings, RouterReading::firstMicros));
    addSpread(cells, Spread.of(readings, RouterReading::pacedMicros));
    addSpread(cells, findings.ratio(kind));
    return cells;
  }

  private static List<String> more(RouterKind kind, List<RouterReading> readings) {
    List<String> cells = new ArrayList<>(List.of(kind.toString()));
    addSpread(cells, Spread.of(readings, RouterReading::secondMicros));
    addSpread(cells, Spread.of(readings, RouterReading::insideFirstMicros));
    addSpread(cells, Spread.of(readings, RouterReading::backToBackMicros));
    addSpread(cells, Spread.of(readings, RouterReading::newSessionMicros));
    return cells;
  }

  private void verdict() {
    add("");
    lines.addAll(FigureTable.lines("figure", findings.figures()));
  }
}
