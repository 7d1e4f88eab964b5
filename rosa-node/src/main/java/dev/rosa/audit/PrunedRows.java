package dev.rosa.audit;

import dev.rosa.transparency.TreeHash;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Set of an audit log export's entries without bytes, and the decision which of them an operator
 * has deleted. They are pruned if a later row of the log says so: anything else without bytes was
 * changed.
 */
final class PrunedRows {

  private final BitSet empty = new BitSet();

  /** By the row that says so: entries of the rows before that number are deleted. */
  private final Map<Integer, Long> acts = new LinkedHashMap<>();

  private long end;

  /** Notes the entry at a place. */
  void note(int place, byte[] entry) {
    if (entry.length == 0) {
      empty.set(place);
    } else {
      long said = PruneAct.end(entry);
      if (said > 0 && said <= place) {
        acts.put(place, said);
      }
    }
  }

  /** Finds the acts that the log has among those that were noted. */
  void decide(List<TreeHash> log, List<TreeHash> entries) {
    acts.forEach(
        (row, said) -> {
          if (row < log.size() && log.get(row).equals(entries.get(row))) {
            end = Math.max(end, said);
          }
        });
  }

  /** Tells whether an act of the log has deleted the entry that is missing here. */
  boolean contains(int place) {
    return place < end && empty.get(place);
  }

  /**
   * Rows that have an entry although one behind them is pruned. A log is pruned from its first row
   * on, and exported from its last one on: there are none, also beside a prune that runs.
   */
  LongStream left() {
    long last = end == 0 ? -1 : empty.previousSetBit((int) end - 1);
    return LongStream.range(0, last).filter(row -> !empty.get((int) row));
  }

  /** Number of pruned rows. */
  long count() {
    return empty.stream().filter(place -> place < end).count();
  }

  /** Hashes of the entries; those of entries without bytes are another list's. */
  List<TreeHash> filled(List<TreeHash> entries, List<TreeHash> from) {
    List<TreeHash> filled = new ArrayList<>(entries);
    empty.stream()
        .filter(place -> place < from.size())
        .forEach(place -> filled.set(place, from.get(place)));
    return filled;
  }

  /** The same for pruned rows alone. */
  List<TreeHash> withPruned(List<TreeHash> entries, List<TreeHash> log) {
    List<TreeHash> filled = new ArrayList<>(entries);
    empty.stream()
        .filter(place -> contains(place) && place < log.size())
        .forEach(place -> filled.set(place, log.get(place)));
    return filled;
  }
}
