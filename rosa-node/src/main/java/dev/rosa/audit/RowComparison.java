package dev.rosa.audit;

import dev.rosa.transparency.TreeHash;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Comparison of an export's rows with the log's hashes: it names the rows that were changed,
 * removed, moved or added.
 */
final class RowComparison {

  private static final int UNKNOWN = -1;

  private final int size;
  private final int[] rows;
  private final boolean[] ordered;
  private final Set<Integer> outOfOrder = new HashSet<>();
  private final Findings findings;

  private RowComparison(List<TreeHash> log, List<TreeHash> found, Findings findings) {
    this.findings = findings;
    size = log.size();
    rows = rowsOf(log, found);
    ordered = longestOrder(rows);
  }

  /**
   * Compares.
   *
   * @param log hashes of the rows that the log has
   * @param found hashes of the rows that are there
   * @param findings gets what differs
   */
  static void compare(List<TreeHash> log, List<TreeHash> found, Findings findings) {
    if (!log.equals(found)) {
      RowComparison comparison = new RowComparison(log, found, findings);
      comparison.findMoved();
      comparison.findGaps();
    }
  }

  /** The row of the log at each place, or {@link #UNKNOWN}. */
  private static int[] rowsOf(List<TreeHash> log, List<TreeHash> found) {
    Map<TreeHash, Integer> byHash = new HashMap<>();
    for (int row = 0; row < log.size(); row++) {
      byHash.putIfAbsent(log.get(row), row);
    }
    return found.stream().mapToInt(hash -> byHash.getOrDefault(hash, UNKNOWN)).toArray();
  }

  /** Places of a longest sequence of rows in their order. */
  private static boolean[] longestOrder(int[] rows) {
    int[] lastPlaces = new int[rows.length];
    int[] before = new int[rows.length];
    int length = 0;
    for (int place = 0; place < rows.length; place++) {
      if (rows[place] != UNKNOWN) {
        int at = firstNotBelow(lastPlaces, length, rows, rows[place]);
        before[place] = at == 0 ? UNKNOWN : lastPlaces[at - 1];
        lastPlaces[at] = place;
        length = Math.max(length, at + 1);
      }
    }
    boolean[] ordered = new boolean[rows.length];
    int place = length == 0 ? UNKNOWN : lastPlaces[length - 1];
    while (place != UNKNOWN) {
      ordered[place] = true;
      place = before[place];
    }
    return ordered;
  }

  private static int firstNotBelow(int[] places, int length, int[] rows, int row) {
    int low = 0;
    int high = length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows[places[middle]] < row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void findMoved() {
    boolean[] present = new boolean[size];
    for (int place = 0; place < rows.length; place++) {
      if (ordered[place]) {
        present[rows[place]] = true;
      }
    }
    for (int place = 0; place < rows.length; place++) {
      int row = rows[place];
      if (row != UNKNOWN && !ordered[place]) {
        findMoved(row, place, present[row]);
        present[row] = true;
        outOfOrder.add(row);
      }
    }
  }

  private void findMoved(int row, int place, boolean present) {
    if (present) {
      add(row, "was added a second time" + at(place));
    } else if (row != place) {
      add(row, moved(row, place));
    }
  }

  /** Two neighbours that changed places: one of them is in order, and is named all the same. */
  private String moved(int row, int place) {
    if (place < size && row < rows.length && rows[row] == place) {
      if (ordered[row]) {
        add(place, "was exchanged with row " + row);
      }
      return "was exchanged with row " + place;
    }
    return "was moved" + at(place);
  }

  private static String at(int place) {
    return ", it stands where row " + place + " belongs";
  }

  /** Between two rows in their order: rows that are not there, and entries that are no rows. */
  private void findGaps() {
    int row = 0;
    Deque<Integer> unknown = new ArrayDeque<>();
    for (int place = 0; place < rows.length; place++) {
      if (ordered[place]) {
        closeGap(row, rows[place], unknown);
        row = rows[place] + 1;
      } else if (rows[place] == UNKNOWN) {
        unknown.add(place);
      }
    }
    closeGap(row, size, unknown);
  }

  private void closeGap(int from, int to, Deque<Integer> unknown) {
    for (int row = from; row < to; row++) {
      if (outOfOrder.contains(row)) {
        continue;
      }
      if (unknown.isEmpty()) {
        add(row, "is missing");
      } else {
        unknown.removeFirst();
        add(row, "was changed");
      }
    }
    unknown.forEach(place -> add(place, "was added, the log has no such row"));
    unknown.clear();
  }

  private void add(int row, String text) {
    findings.add(new Finding(row, text));
  }
}
