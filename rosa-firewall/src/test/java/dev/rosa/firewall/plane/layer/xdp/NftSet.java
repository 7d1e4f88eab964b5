package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.layer.LayerReport.InterfaceLayer;
import java.io.IOException;
import java.util.List;

/**
 * Enforcement by one nft set of IPv4 addresses at a scene's link, or by nothing: then what is
 * dropped was dropped in front.
 */
final class NftSet implements Enforcement {

  private final boolean inForce;

  NftSet(boolean inForce) {
    this.inForce = inForce;
  }

  private void nft(String script) throws IOException {
    if (inForce) {
      try {
        String unused = SceneNetwork.shell("nft '" + script + "'");
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  @Override
  public void begin(WantedBans wanted) throws IOException {
    nft(
        "add table netdev scene; add set netdev scene s { type ipv4_addr; };"
            + " add chain netdev scene c { type filter hook ingress device v0 priority 0; };"
            + " add rule netdev scene c ip saddr @s drop");
    enforce(List.copyOf(wanted.inForce()));
  }

  @Override
  public void enforce(List<Ban> bans) throws IOException {
    for (Ban ban : bans) {
      nft("add element netdev scene s { " + ban.source() + " }");
    }
  }

  @Override
  public void lift(List<Ban> bans) throws IOException {
    for (Ban ban : bans) {
      nft("delete element netdev scene s { " + ban.source() + " }");
    }
  }

  @Override
  public boolean mend() {
    return false;
  }

  @Override
  public LayerReport report() {
    return new LayerReport(List.of(new InterfaceLayer(SceneNetwork.LINK, "ip", "")), List.of(), 0);
  }

  @Override
  public void close() {}
}
