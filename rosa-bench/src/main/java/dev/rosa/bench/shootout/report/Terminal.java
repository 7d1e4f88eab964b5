package dev.rosa.bench.shootout.report;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Figure;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import java.util.ArrayList;
import java.util.List;

/** What a terminal shows of a run. Stateless. */
public final class Terminal {

  private static final int FIRST_COLUMN = 78;
  private static final int BAR_COLUMN = 26;
  private static final int MEASURED_COLUMN = 10;
  private static final int LARGEST_BATCH = 64;

  private Terminal() {}

  /** The promised figures, a line each; of those not reached the facts, too. */
  public static List<String> figures(List<Figure> figures) {
    List<String> lines = new ArrayList<>();
    lines.add(line("1,024 bytes, batches of 64", "bar", "measured", "verdict"));
    for (Figure figure : figures) {
      lines.add(line(figure.what(), figure.bar(), figure.measuredText(), figure.verdict().label()));
      figure.facts().forEach(fact -> lines.add("    " + fact));
    }
    lines.add(FigureTable.summary(figures));
    return lines;
  }

  private static String line(String what, String bar, String measured, String verdict) {
    return ("%-" + FIRST_COLUMN + "s  %-" + BAR_COLUMN + "s  %" + MEASURED_COLUMN + "s  %s")
        .formatted(what, bar, measured, verdict);
  }

  /** Who is fastest in what. */
  public static List<String> winners(Findings findings) {
    Sentences sentences = new Sentences(findings);
    List<String> lines = new ArrayList<>();
    for (Operation operation : findings.setting().operations()) {
      lines.add(operation + ":");
      lines.add("    " + sentences.fastest(operation, Cell.ONE_AT_A_TIME));
      if (operation.suite().isPresent()) {
        lines.add("    " + sentences.fastest(operation, LARGEST_BATCH));
      }
    }
    return lines;
  }
}
