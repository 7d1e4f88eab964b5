package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.layer.LayerReport.LayerCount;
import dev.rosa.kernel.nft.NftTableReader.Count;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Sums of the layers' counters since the start, which begin anew with a new table. */
final class Tally {

  private static final Count ZERO = new Count(0, 0);

  private final Map<Layer, Count> sums = new EnumMap<>(Layer.class);
  private final Map<Layer, Count> last = new EnumMap<>(Layer.class);

  /** Takes counters as the beginning. */
  void begin(Map<Layer, Count> counters) {
    last.putAll(counters);
  }

  /** Adds what has been counted since the last call. */
  List<LayerCount> add(Map<Layer, Count> counters) {
    List<LayerCount> report = new ArrayList<>();
    for (Layer layer : Layer.values()) {
      Count now = counters.getOrDefault(layer, ZERO);
      Count before = last.getOrDefault(layer, ZERO);
      Count since = now.packets() < before.packets() ? ZERO : before;
      Count sum = sums.getOrDefault(layer, ZERO);
      sum =
          new Count(
              sum.packets() + now.packets() - since.packets(),
              sum.bytes() + now.bytes() - since.bytes());
      sums.put(layer, sum);
      last.put(layer, now);
      report.add(new LayerCount(layer.word(), sum.packets(), sum.bytes()));
    }
    return report;
  }
}
