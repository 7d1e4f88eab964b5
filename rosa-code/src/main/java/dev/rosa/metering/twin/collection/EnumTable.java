package dev.rosa.metering.twin.collection;

import java.util.Map;
import java.util.Objects;

/** Shadow of {@link java.util.EnumMap}: constants are in their order anyway. */
public final class EnumTable<K extends Enum<K>, V> extends SortedTable<K, V> {

  /** An empty map; the type of its keys is found by its first key. */
  public EnumTable(Class<K> type) {
    Objects.requireNonNull(type);
  }

  public EnumTable(EnumTable<K, ? extends V> content) {
    super(content);
  }

  public EnumTable(Map<K, ? extends V> content) {
    super(content);
  }
}
