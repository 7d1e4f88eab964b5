package dev.rosa.bundle.admission;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;

/**
 * Exception table of one method, with the rules that it has to keep. Every handler lies behind what
 * it guards: an exception then never leads backwards, so that each loop has a jump that is paid
 * for. Compilers let the handler of a {@code finally} cover its own first instruction, a store that
 * throws nothing; that passes. Ranges are disjoint, equal or nested, as compilers write them. Owned
 * by the thread that visits the method.
 */
public final class ExceptionTable {

  /** Most entries of one method; compilers write one to three for each {@code try}. */
  public static final int MOST_ENTRIES = 128;

  /** Entry, in the order of the table. */
  private record Entry(Label start, Label end, Label handler) {}

  private final List<Entry> entries = new ArrayList<>();
  private final Map<Label, Integer> positions = new HashMap<>();
  private final BitSet stores = new BitSet();

  /** A table without entries. */
  public ExceptionTable() {}

  /** Adds an entry. */
  public void add(Label start, Label end, Label handler) {
    entries.add(new Entry(start, end, handler));
  }

  /** Notes that a label stands before the instruction of this number. */
  public void place(Label label, int instruction) {
    positions.put(label, instruction);
  }

  /** Notes that the instruction of this number stores a reference in a local. */
  public void store(int instruction) {
    stores.set(instruction);
  }

  /**
   * Checks the table once all labels have their places. The work is bounded by {@link
   * #MOST_ENTRIES}.
   *
   * @param findings is told of each handler that breaks a rule, and the rule
   */
  public void check(BiConsumer<Label, String> findings) {
    if (entries.size() > MOST_ENTRIES) {
      findings.accept(
          entries.get(MOST_ENTRIES).handler,
          "has %d exception handlers, at most %d are taken"
              .formatted(entries.size(), MOST_ENTRIES));
      return;
    }
    for (int i = 0; i < entries.size(); i++) {
      checkPlace(entries.get(i), findings);
      checkOthers(i, findings);
    }
  }

  private void checkPlace(Entry entry, BiConsumer<Label, String> findings) {
    int start = position(entry.start);
    int end = position(entry.end);
    int handler = position(entry.handler);
    if (start >= end) {
      findings.accept(entry.handler, "has an exception handler that guards nothing");
    } else if (handler >= start && handler < end && !coversItsStore(handler, end)) {
      findings.accept(entry.handler, "has an exception handler that covers itself");
    } else if (handler < start) {
      findings.accept(entry.handler, "has an exception handler before the code that it guards");
    }
  }

  private boolean coversItsStore(int handler, int end) {
    return handler + 1 == end && stores.get(handler);
  }

  private void checkOthers(int index, BiConsumer<Label, String> findings) {
    Entry entry = entries.get(index);
    int start = position(entry.start);
    int end = position(entry.end);
    for (Entry other : entries.subList(0, index)) {
      int otherStart = position(other.start);
      int otherEnd = position(other.end);
      boolean meet = Math.max(start, otherStart) < Math.min(end, otherEnd);
      boolean within = otherStart <= start && end <= otherEnd;
      boolean around = start <= otherStart && otherEnd <= end;
      if (meet && !within && !around) {
        findings.accept(entry.handler, "has exception handlers whose ranges overlap in part");
        return;
      }
    }
  }

  private int position(Label label) {
    return positions.getOrDefault(label, 0);
  }
}
