import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.xdp.FrontedEnforcement;
import dev.rosa.firewall.plane.layer.xdp.XdpSettings;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rates of bans in XDP's maps, with no enforcement behind. Run as root: {@code unshare -nm sh -c 'ip
 * link add v0 type veth peer name v1; ip link set v0 up; ip link set v1 up; exec java -cp CLASSES
 * lab/xdp/BanRates.java'}. It ends by itself after some seconds.
 */
public final class BanRates {

  private static final int BANS = 100_000;
  private static final int SINGLE = 20_000;
  private static final int ROUNDS = 5;

  private BanRates() {}

  private static final class Nothing implements Enforcement {
    @Override
    public void begin(WantedBans wanted) {}

    @Override
    public void enforce(List<Ban> bans) {}

    @Override
    public void lift(List<Ban> bans) {}

    @Override
    public boolean mend() {
      return false;
    }

    @Override
    public LayerReport report() {
      return new LayerReport(
          List.of(new LayerReport.InterfaceLayer("v0", "none", "")), List.of(), 0);
    }

    @Override
    public void close() {}
  }

  private static List<Ban> bans(int number) {
    long now = System.currentTimeMillis();
    return IntStream.range(0, number)
        .mapToObj(i -> new Source(Source.Family.IPV4, 0, 0x0a000000L + i, 32))
        .map(source -> new Ban(source, Ban.Action.DROP, now, now + 3_600_000, "rate"))
        .toList();
  }

  private interface Work {
    void run() throws Exception;
  }

  private static void time(String what, int number, Work work) throws Exception {
    long began = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf("%s: %d in %.1f ms%n", what, number, seconds * 1e3);
  }

  public static void main(String[] args) throws Exception {
    LayerSettings layers =
        new LayerSettings("rates", List.of("v0"), false, LayerSettings.WhenGone.LIFT, 1);
    XdpSettings settings = new XdpSettings(XdpSettings.Mode.ON, 1 << 17);
    List<Ban> bans = bans(BANS);
    try (Enforcement xdp =
        FrontedEnforcement.of(new Nothing(), layers, settings, InstantSource.system())) {
      xdp.begin(Enforcement.WantedBans.withoutExceptions(List.of()));
      Ban first = bans.get(0);
      Source net = Source.parse("192.0.2.0/24");
      Ban prefix =
          new Ban(net, Ban.Action.DROP, first.startMillis(), first.endMillis(), "rate");
      for (int round = 0; round < ROUNDS; round++) {
        xdp.enforce(List.of(first));
        Thread.sleep(1_001);
        time("look that attaches", 1, xdp::mend);
        xdp.enforce(List.of(prefix));
        Thread.sleep(1_001);
        time("look that changes the program", 1, xdp::mend);
        xdp.lift(List.of(prefix));
        Thread.sleep(1_001);
        xdp.mend();
        Thread.sleep(1_001);
        time("look that changes nothing", 1, xdp::mend);
        System.out.println(xdp.report().interfaces());
        time("bans in one batch", BANS, () -> xdp.enforce(bans));
        time("lifts in one batch", BANS - 1, () -> xdp.lift(bans.subList(1, BANS)));
        time("bans one by one", SINGLE, () -> {
          for (Ban ban : bans.subList(0, SINGLE)) {
            xdp.enforce(List.of(ban));
          }
        });
        xdp.lift(bans);
        Thread.sleep(1_100);
        xdp.mend();
      }
    }
  }
}
