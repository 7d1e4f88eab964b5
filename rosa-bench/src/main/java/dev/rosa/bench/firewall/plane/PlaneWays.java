package dev.rosa.bench.firewall.plane;

import dev.rosa.bench.firewall.ground.BanRules;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.firewall.way.Way;
import dev.rosa.bench.namespace.AbsentException;
import java.io.IOException;
import java.util.List;

/** Ways by the plane's layers: bans as the plane puts them in force. Stateless. */
public final class PlaneWays {

  /** Layers without a ban. */
  public static final String NONE = "plane, no ban";

  /** 1,000 IPv4 addresses. */
  public static final String BANS = "plane, 1,000 bans";

  /** 100,000 IPv4 addresses. */
  public static final String MANY_BANS = "plane, 100,000 bans";

  /** 1,000 MAC addresses. */
  public static final String MAC_BANS = "plane, 1,000 MAC bans";

  private static final int FEW = 1_000;
  private static final int MANY = 100_000;

  private PlaneWays() {}

  /** Name of the way with so many IPv4 bans; measured are 1,000 and 100,000. */
  public static String bans(int count) {
    return "plane, %,d bans".formatted(count);
  }

  /** All of them. */
  public static List<Way> all() {
    return List.of(
        Way.open(NONE, host -> begin(List.of())),
        Way.of(BANS, Sources.bad(FEW), host -> begin(Sources.bad(FEW).addresses())),
        Way.costly(MANY_BANS, Sources.bad(MANY), host -> begin(Sources.bad(MANY).addresses())),
        Way.of(MAC_BANS, Sources.bad(FEW), host -> begin(BanRules.macs(FEW))));
  }

  private static Way.InForce begin(List<String> sources) throws IOException, AbsentException {
    BenchLayers layers = BenchLayers.begin();
    try {
      layers.enforce(BenchLayers.bans(sources));
      return layers::close;
    } catch (IOException e) {
      layers.close();
      throw e;
    }
  }
}
