package dev.rosa.bench.cold;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The findings for a person: tables, and a sentence a row that is made from the numbers. */
final class ColdReport {

  /** What ROSA §6.1 reports: the first HMAC and the first hash against later ones. */
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
        "Medians of %d runs, each in a fresh JVM, taken in turn; in brackets the least and the"
            + " most.",
        findings.runs());
  }

  private void primitives() {
    add("");
    add(
        "First calls, 1,024 bytes, µs. Initialised: the object found and keyed, and its first"
            + " result.");
    add(
        "%-22s %-12s %22s %22s %20s %13s %13s",
        "operation", "provider", "to find and key", "first", "later", "first/later", "initialised");
    findings.primitives().forEach(this::primitive);
    add("");
    findings.primitives().forEach(this::primitiveSentence);
  }

  private void primitive(Primitives.Subject subject, List<PrimitiveReading> readings) {
    add(
        "%-22s %-12s %22s %22s %20s %12s× %12s×",
        subject.operation().algorithm(),
        subject.provider(),
        Spread.of(readings, PrimitiveReading::openMicros),
        Spread.of(readings, PrimitiveReading::firstMicros),
        Spread.of(readings, PrimitiveReading::steadyMicros),
        times(Spread.of(readings, PrimitiveReading::computing)),
        times(Spread.of(readings, PrimitiveReading::initialising)));
  }

  private static String times(Spread ratio) {
    return Spread.number(ratio.median());
  }

  private void primitiveSentence(Primitives.Subject subject, List<PrimitiveReading> readings) {
    add(
        "%s of %s: the first one takes %s µs with all that it needs, %s times a later one (%s"
            + " µs)%s.",
        subject.operation().algorithm(),
        subject.provider(),
        Spread.number(
            Spread.of(readings, reading -> reading.openMicros() + reading.firstMicros()).median()),
        times(Spread.of(readings, PrimitiveReading::initialising)),
        Spread.number(Spread.of(readings, PrimitiveReading::steadyMicros).median()),
        paper(subject.operation()));
  }

  private static String paper(Operation operation) {
    return switch (operation.kind()) {
      case HMAC -> "; the paper found " + PAPER_HMAC + " times";
      case HASH -> "; the paper found " + PAPER_HASH + " times";
      case CIPHER, DERIVATION -> "";
    };
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
    add(
        "%-58s %20s %26s %20s %20s",
        "router", "launch to ready, ms", "first packet", "later", "first/later");
    findings.routers().forEach(this::router);
    add("");
    add(
        "%-58s %20s %26s %20s %20s",
        "the same routers", "second packet", "inside: first", "back to back", "new session, hot");
    findings.routers().forEach(this::more);
    add("");
    findings.routers().keySet().forEach(this::routerSentence);
  }

  private void router(RouterKind kind, List<RouterReading> readings) {
    add(
        "%-58s %20s %26s %20s %20s",
        kind,
        Spread.of(readings, RouterReading::readyMillis),
        Spread.of(readings, RouterReading::firstMicros),
        Spread.of(readings, RouterReading::pacedMicros),
        findings.ratio(kind));
  }

  private void more(RouterKind kind, List<RouterReading> readings) {
    add(
        "%-58s %20s %26s %20s %20s",
        kind,
        Spread.of(readings, RouterReading::secondMicros),
        Spread.of(readings, RouterReading::insideFirstMicros),
        Spread.of(readings, RouterReading::backToBackMicros),
        Spread.of(readings, RouterReading::newSessionMicros));
  }

  private void routerSentence(RouterKind kind) {
    List<RouterReading> readings = findings.routers().get(kind);
    add(
        "%s: the first packet takes %s µs, %s times a later one (%s µs)%s; ready after %s ms%s.",
        kind,
        Spread.number(Spread.of(readings, RouterReading::firstMicros).median()),
        times(findings.ratio(kind)),
        Spread.number(Spread.of(readings, RouterReading::pacedMicros).median()),
        kind.prewarmed() ? gain(kind) : "",
        Spread.number(Spread.of(readings, RouterReading::readyMillis).median()),
        kind.aot() ? cacheGain(kind) : "");
  }

  private String gain(RouterKind kind) {
    return against(kind.notPrewarmed(), RouterReading::firstMicros, kind)
        .map(factor -> "; without prewarming " + factor + " times as long")
        .orElse("");
  }

  private String cacheGain(RouterKind kind) {
    return against(kind.withoutAot(), RouterReading::readyMillis, kind)
        .map(factor -> ", without the cache " + factor + " times as long")
        .orElse("");
  }

  private Optional<String> against(
      RouterKind other, java.util.function.ToDoubleFunction<RouterReading> value, RouterKind kind) {
    Map<RouterKind, List<RouterReading>> routers = findings.routers();
    return Optional.ofNullable(routers.get(other))
        .map(
            readings ->
                Spread.of(readings, value).median() / Spread.of(routers.get(kind), value).median())
        .map(Spread::number);
  }

  private void verdict() {
    add("");
    for (RouterKind kind : findings.judged()) {
      add(
          "bar: first packet after ready, prewarmed, at most %.0f × the later ones: %s × with %s:"
              + " %s",
          ColdFindings.BAR,
          times(findings.ratio(kind)),
          kind,
          findings.isReached(kind) ? "reached" : "MISSED");
    }
  }
}
