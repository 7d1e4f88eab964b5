package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.network.Kernel;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Watch for settings by which Linux unpacks IPv6 packets to its own addresses with a header of
 * Segment Routing (RFC 8754) or RPL (RFC 6554). It does so behind the diversion, and an active
 * packet inside is lost. Warns once of each interface and setting. One thread at a time.
 */
final class SegmentRouting {

  /** Settings of an interface, and the field's name for what they turn on. */
  private static final Map<String, String> SETTINGS =
      new TreeMap<>(Map.of("seg6_enabled", "SRv6", "rpl_seg_enabled", "RPL"));

  private final Kernel kernel;
  private final Events events;
  private final Set<String> told = new HashSet<>();

  SegmentRouting(Kernel kernel, Events events) {
    this.kernel = kernel;
    this.events = events;
  }

  /**
   * Warns of interfaces that have such a setting now and had none at the last call. One that cannot
   * be read is left out: a diversion does not depend on this.
   */
  void tell(List<Source> from) {
    for (Source source : from) {
      if (source.usable()) {
        SETTINGS.keySet().forEach(setting -> tell(source.device(), setting));
      }
    }
  }

  private void tell(String link, String setting) {
    String place = "net.ipv6.conf." + link + "." + setting;
    try {
      // Linux uses the lesser of the two, and takes any number but 0 for yes.
      boolean on = Math.min(value("all", setting), value(link, setting)) != 0;
      if (on && told.add(place)) {
        events.warn(
            "interface %s takes %s headers off: this router drops active packets behind them"
                    .formatted(link, SETTINGS.get(setting))
                + " ('sysctl %s' and that of all are on)".formatted(place));
      }
      if (!on && told.remove(place)) {
        events.info(
            "interface %s takes no %s headers off any longer"
                .formatted(link, SETTINGS.get(setting)));
      }
    } catch (IOException e) {
      events.info("%s: %s".formatted(place, e.getMessage()));
    }
  }

  private int value(String link, String setting) throws IOException {
    return Integer.parseInt(kernel.setting("ipv6/conf/" + link + "/" + setting).orElse("0"));
  }
}
