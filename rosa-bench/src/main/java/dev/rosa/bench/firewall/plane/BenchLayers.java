package dev.rosa.bench.firewall.plane;

import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.nft.NftEnforcement;
import java.io.IOException;
import java.util.List;

/**
 * The plane's layers without its policy: bans are put in force as the plane does it, in this
 * process. Owned by one thread.
 */
public final class BenchLayers implements AutoCloseable {

  /** Name of the bench's planes, a part of their tables' names. */
  public static final String NAME = "bench";

  private static final long HOUR_MILLIS = 3_600_000;
  private static final int LIMIT_PER_SECOND = 100;

  private final Enforcement enforcement;

  private BenchLayers(Enforcement enforcement) {
    this.enforcement = enforcement;
  }

  /**
   * Begins without any ban.
   *
   * @throws AbsentException if this machine has no layer
   */
  public static BenchLayers begin() throws IOException, AbsentException {
    LayerSettings settings =
        new LayerSettings(
            NAME, List.of(AttackedHost.LINK), false, LayerSettings.WhenGone.LIFT, LIMIT_PER_SECOND);
    Enforcement enforcement = NftEnforcement.of(settings);
    try {
      enforcement.begin(Enforcement.WantedBans.withoutExceptions(List.of()));
      return new BenchLayers(enforcement);
    } catch (IOException e) {
      enforcement.close();
      throw new AbsentException(e.getMessage());
    }
  }

  /** Bans for an hour from now on. */
  public static List<Ban> bans(List<String> sources) {
    long now = System.currentTimeMillis();
    return sources.stream()
        .map(
            source ->
                new Ban(Source.parse(source), Ban.Action.DROP, now, now + HOUR_MILLIS, "bench"))
        .toList();
  }

  /** Puts bans in force; returns when they are. */
  public void enforce(List<Ban> bans) throws IOException {
    enforcement.enforce(bans);
  }

  /** Lifts bans. */
  public void lift(List<Ban> bans) throws IOException {
    enforcement.lift(bans);
  }

  @Override
  public void close() throws IOException {
    enforcement.close();
  }
}
