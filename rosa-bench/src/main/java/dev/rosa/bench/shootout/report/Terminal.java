package dev.rosa.bench.shootout.report;

import dev.rosa.bench.display.FigureTable;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import java.util.ArrayList;
import java.util.List;

/** Summary of the shootout for a terminal. Stateless. */
public final class Terminal {

  private Terminal() {}

  /** All of it: warnings and recommendation first, as on the page. */
  public static List<String> lines(Findings findings, List<Figure> figures) {
    List<String> lines = new ArrayList<>(findings.warnings());
    for (Recommendation.Advice advice : Recommendation.of(findings)) {
      lines.add(advice.sentence());
      advice.line().ifPresent(line -> lines.add("    " + line));
    }
    lines.add("");
    if (findings.setting().sizes().size() > 1) {
      lines.addAll(winners(findings));
      lines.add("");
    }
    lines.addAll(FigureTable.lines(HtmlReport.FIGURES_SETTING, figures));
    lines.add(FigureTable.summary(figures));
    return lines;
  }

  /** The fastest of each operation. */
  private static List<String> winners(Findings findings) {
    Sentences sentences = new Sentences(findings);
    List<String> lines = new ArrayList<>();
    for (Operation operation : findings.setting().operations()) {
      lines.add(operation + ":");
      lines.add("    " + sentences.fastest(operation, Cell.ONE_AT_A_TIME));
      if (operation.suite().isPresent()) {
        lines.add("    " + sentences.fastest(operation, findings.setting().largestBatch()));
      }
    }
    return lines;
  }
}
