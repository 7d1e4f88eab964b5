package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.layer.LayerReport.InterfaceLayer;
import dev.rosa.firewall.plane.layer.LayerReport.LayerCount;
import dev.rosa.firewall.plane.layer.LayerSettings;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Enforcement with XDP in front of it. Each ban is in force behind first. What goes wrong in front
 * fails no ban: packets pass to the enforcement behind, and the report says why. One thread at a
 * time.
 */
public final class FrontedEnforcement implements Enforcement {

  private static final String LAYER = "xdp";

  private final Enforcement behind;
  private final Front front;
  private long restored;

  FrontedEnforcement(Enforcement behind, Front front) {
    this.behind = behind;
    this.front = front;
  }

  /**
   * Puts XDP in front of an enforcement, unless the settings say that it is off.
   *
   * @param behind all bans are in force there; closed with the result
   * @param layers the interfaces
   * @param clock clock of the bans' ends; it passes as the monotonic clock does
   */
  public static Enforcement of(
      Enforcement behind, LayerSettings layers, XdpSettings settings, InstantSource clock) {
    return settings.mode() == XdpSettings.Mode.OFF
        ? behind
        : new FrontedEnforcement(behind, XdpFront.create(layers.interfaces(), settings, clock));
  }

  @Override
  public void begin(WantedBans wanted) throws IOException {
    behind.begin(wanted);
    front.enforce(wanted.inForce());
  }

  @Override
  public void enforce(List<Ban> bans) throws IOException {
    try {
      behind.enforce(bans);
    } finally {
      front.enforce(bans);
    }
  }

  @Override
  public void lift(List<Ban> bans) throws IOException {
    try {
      behind.lift(bans);
    } finally {
      front.lift(bans);
    }
  }

  @Override
  public boolean mend() throws IOException {
    boolean mended = front.mend();
    if (mended) {
      restored++;
    }
    return behind.mend() || mended;
  }

  @Override
  public LayerReport report() throws IOException {
    LayerReport report = behind.report();
    List<InterfaceLayer> interfaces = report.interfaces().stream().map(this::fronted).toList();
    List<LayerCount> counts = new ArrayList<>(report.counts());
    FrontCounts dropped = front.counts();
    counts.add(new LayerCount(LAYER, dropped.packets(), dropped.bytes()));
    return new LayerReport(interfaces, counts, report.restored() + restored);
  }

  private InterfaceLayer fronted(InterfaceLayer layer) {
    Optional<Front.Place> place = front.at(layer.interfaceName());
    if (place.isEmpty()) {
      return layer;
    }
    String why = place.get().why();
    if (place.get().present()) {
      return new InterfaceLayer(layer.interfaceName(), LAYER, why);
    }
    boolean isPassedBy = layer.why().equals(LayerReport.PASSED_BY);
    String all = isPassedBy ? "%s; no XDP: %s".formatted(layer.why(), why) : "no XDP: " + why;
    return new InterfaceLayer(layer.interfaceName(), layer.layer(), all);
  }

  @Override
  public void close() throws IOException {
    try {
      front.close();
    } finally {
      behind.close();
    }
  }
}
