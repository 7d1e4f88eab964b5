package dev.rosa.audit;

import java.util.ArrayList;
import java.util.List;

/**
 * Deviations of an export in the order of the check. The first ones are kept and the rest are
 * counted, as each of millions of rows may have some. Owned by one thread.
 */
final class Findings {

  /** More than anybody reads. */
  static final int MOST = 20_000;

  private final List<Finding> kept = new ArrayList<>();
  private long more;

  void add(Finding finding) {
    if (kept.size() < MOST) {
      kept.add(finding);
    } else {
      more++;
    }
  }

  void addAll(List<Finding> findings) {
    findings.forEach(this::add);
  }

  /** Those that are kept; a last one says how many there are besides. */
  List<Finding> list() {
    if (more == 0) {
      return List.copyOf(kept);
    }
    List<Finding> all = new ArrayList<>(kept);
    all.add(Finding.ofExport("%d more are not listed".formatted(more)));
    return all;
  }
}
