package dev.rosa.identity;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Search for names that differ from a mistyped one in a character or two, for a hint. Stateless.
 */
public final class SimilarNames {

  private static final int MOST_CHANGES = 2;
  private static final int MOST_NAMES = 3;

  private SimilarNames() {}

  /** The nearest first, at most three of them; upper and lower case are alike. */
  public static List<String> to(String typed, Collection<String> names) {
    String lower = typed.toLowerCase(Locale.ROOT);
    return names.stream()
        .filter(name -> Math.abs(name.length() - lower.length()) <= MOST_CHANGES)
        .filter(name -> changes(lower, name.toLowerCase(Locale.ROOT)) <= MOST_CHANGES)
        .distinct()
        .sorted(Comparator.comparingInt(name -> changes(lower, name.toLowerCase(Locale.ROOT))))
        .limit(MOST_NAMES)
        .toList();
  }

  /** Characters to insert, delete or replace (Levenshtein distance). */
  private static int changes(String from, String to) {
    int[] before = new int[to.length() + 1];
    for (int j = 0; j < before.length; j++) {
      before[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[before.length];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = before[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(before[j], row[j - 1]));
      }
      before = row;
    }
    return before[to.length()];
  }
}
