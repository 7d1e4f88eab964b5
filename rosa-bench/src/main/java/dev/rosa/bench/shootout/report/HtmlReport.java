package dev.rosa.bench.shootout.report;

import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.display.Html;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * HTML report of the crypto shootout: one page that refers to nothing outside of it. Owned by one
 * thread.
 */
final class HtmlReport {

  /** The setting of all figures. */
  static final String FIGURES_SETTING = "1,024 bytes, batches of 64";

  private static final int NEW_BATCH = 64;

  private static final String OTHER_BENCHES =
      "Ratios are taken within each round and the median of the rounds is what counts; fewer than"
          + " three rounds give no verdict. Two more figures have benches of their own: the first"
          + " packet after “ready” (./rosa bench cold) and the cost per packet with a million"
          + " sessions (./rosa bench sessions).";

  private static final List<Operation> OTHERS =
      List.of(Operation.HMAC_SHA256, Operation.AES_CTR, Operation.AES_GCM);

  private final Findings findings;
  private final List<Figure> figures;
  private final Pictures pictures;
  private final Sentences sentences;
  private final Html html = Html.page("Crypto shootout");

  HtmlReport(Findings findings, List<Figure> figures) {
    this.findings = findings;
    this.figures = figures;
    this.pictures = new Pictures(findings);
    this.sentences = new Sentences(findings);
  }

  String page() {
    head();
    html.element("h2", "The figures");
    FigureTable.add(html, FIGURES_SETTING, figures);
    html.element("p", "note", OTHER_BENCHES);
    if (findings.setting().sizes().size() > 1) {
      paperFigures();
      others();
    }
    new Tables(findings, html).overview();
    callCosts();
    new Tables(findings, html).heap();
    new Tables(findings, html).machine();
    method();
    new Tables(findings, html).everything();
    return html.end();
  }

  private void head() {
    Findings.Setting setting = findings.setting();
    html.paragraph(
        "Every provider and engine that ROSA knows, measured on this machine: %s, %d core%s, %s, %s; %s, scope “%s”, %s."
            .formatted(
                setting.machine().cpu(),
                setting.machine().cores(),
                setting.machine().cores() == 1 ? "" : "s",
                setting.machine().system(),
                setting.machine().jvm(),
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'")
                    .withZone(ZoneOffset.UTC)
                    .format(setting.started()),
                setting.scope(),
                rounds()));
    html.warnings(findings.warnings());
    for (Recommendation.Advice advice : Recommendation.of(findings)) {
      html.element("p", "advice", advice.sentence());
      advice.line().ifPresent(line -> html.element("pre", line));
    }
  }

  private String rounds() {
    int rounds = findings.results().roundCount();
    String took =
        findings.duration().isZero() ? "" : " in " + Numbers.duration(findings.duration());
    return rounds + (rounds == 1 ? " round" : " rounds") + took;
  }

  private void paperFigures() {
    html.element("h2", "The paper’s figures 3, 4 and 5, drawn anew");
    PaperPart.add(html, Paper.CITED);
    claim();
    for (Paper.Curve figure : Paper.CITED.curves()) {
      if (!findings.setting().operations().contains(figure.operation())) {
        continue;
      }
      html.element("h3", "Figure %d: %s".formatted(figure.number(), figure.operation()));
      html.paragraph(sentences.thenAndNow(figure));
      html.raw("<div class=\"pair\">");
      picture(
          figure.operation(),
          Cell.ONE_AT_A_TIME,
          "Figure %d drawn anew: %s, one at a time".formatted(figure.number(), figure.operation()));
      picture(
          figure.today(), NEW_BATCH, "New: %s, batches of %d".formatted(figure.today(), NEW_BATCH));
      html.raw("</div>");
      if (figure.today() != figure.operation()) {
        html.element("p", "note", Method.INSTEAD_OF_CBC);
      }
    }
  }

  private void claim() {
    html.element(
        "h3", "The paper’s claim that JNI is three times as fast as the best Java provider");
    List<Operation> then = Paper.CITED.curves().stream().map(Paper.Curve::operation).toList();
    html.paragraph(sentences.nativeAgainstJava(then, Cell.ONE_AT_A_TIME));
    List<Operation> inBatches =
        findings.setting().operations().stream()
            .filter(operation -> operation.suite().isPresent())
            .toList();
    html.paragraph(sentences.nativeAgainstJava(inBatches, NEW_BATCH));
  }

  private void others() {
    List<Operation> drawn =
        OTHERS.stream().filter(findings.setting().operations()::contains).toList();
    if (drawn.isEmpty()) {
      return;
    }
    html.element("h2", "What the paper could not have: HMAC-SHA256, AES-CTR, AES-GCM");
    for (Operation operation : drawn) {
      html.element("h3", operation.label()).raw("<div class=\"pair\">");
      picture(operation, Cell.ONE_AT_A_TIME, operation + ", one at a time");
      picture(operation, NEW_BATCH, operation + ", batches of " + NEW_BATCH);
      html.raw("</div>");
    }
  }

  private void picture(Operation operation, int batch, String title) {
    html.raw("<figure>").raw(pictures.timeOverSize(operation, batch, title)).raw("<figcaption>");
    html.paragraph(sentences.fastest(operation, batch));
    if (batch != Cell.ONE_AT_A_TIME) {
      html.paragraph(sentences.batchesAgainstSingles(operation, batch));
    }
    String missing = sentences.missing(operation, batch);
    if (!missing.isEmpty()) {
      html.element("p", "note", missing);
    }
    html.raw("</figcaption></figure>");
  }

  private void callCosts() {
    if (findings.callCosts().isEmpty()) {
      return;
    }
    html.element("h2", "The cost of the call itself");
    html.raw("<div class=\"pair\"><figure>").raw(pictures.callCosts()).raw("<figcaption>");
    html.paragraph(CallSentences.of(findings.callCosts()));
    html.raw("</figcaption></figure>");
    new Tables(findings, html).callCosts();
    html.raw("</div>");
  }

  private void method() {
    html.element("h2", "How it was measured");
    html.raw(Method.METHOD);
    html.paragraph(
        "Flags of the forked JVMs: " + String.join(" ", findings.setting().jvmFlags()) + ".");
  }
}
