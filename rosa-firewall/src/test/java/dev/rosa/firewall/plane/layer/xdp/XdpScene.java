package dev.rosa.firewall.plane.layer.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport.InterfaceLayer;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.kernel.bpf.BpfAssembler;
import dev.rosa.kernel.bpf.BpfAssembler.Register;
import dev.rosa.kernel.bpf.BpfLink;
import dev.rosa.kernel.bpf.BpfProgram;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Scenes with a fronted enforcement in a network of this process's own. The first argument names
 * the scene; it prints {@code done} if all was as it should be.
 */
final class XdpScene {

  private static final long LONG_MILLIS = 3_600_000;
  private static final int XDP_PASS = 2;
  private static final InstantSource CLOCK = InstantSource.system();

  private XdpScene() {}

  public static void main(String[] args) throws Exception {
    try (SceneNetwork net = new SceneNetwork()) {
      switch (args[0]) {
        case "drop" -> drop(net);
        case "end" -> end(net);
        case "taken" -> taken(net);
        case "again" -> again(net);
        case "generic" -> generic();
        case "refused" -> refused(net);
        case "auto" -> auto(net);
        case "hold" -> hold(net);
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
    say("done");
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static Enforcement fronted(XdpSettings.Mode mode, boolean nft, String... interfaces)
      throws Exception {
    LayerSettings layers =
        new LayerSettings("scene", List.of(interfaces), false, LayerSettings.WhenGone.LIFT, 1);
    XdpSettings xdp = new XdpSettings(mode, 1_024);
    Enforcement fronted = FrontedEnforcement.of(new NftSet(nft), layers, xdp, CLOCK);
    fronted.begin(Enforcement.WantedBans.withoutExceptions(List.of()));
    return fronted;
  }

  private static Enforcement inFrontOnly() throws Exception {
    return fronted(XdpSettings.Mode.ON, false);
  }

  /** The next look attaches the program, or changes it. */
  private static void enforce(Enforcement xdp, List<Ban> bans) throws Exception {
    xdp.enforce(bans);
    TimeUnit.NANOSECONDS.sleep(XdpFront.NANOS_BETWEEN_LOOKS);
    boolean unused = xdp.mend();
  }

  private static void awaitNoXdp(Enforcement xdp) throws Exception {
    while (SceneNetwork.hasXdp()) {
      Thread.sleep(20);
      boolean unused = xdp.mend();
    }
  }

  private static List<Ban> bans(long millis, String... sources) {
    long now = CLOCK.millis();
    return List.of(sources).stream()
        .map(Source::parse)
        .map(source -> new Ban(source, Ban.Action.DROP, now, now + millis, "scene"))
        .toList();
  }

  private static InterfaceLayer layer(Enforcement enforcement) throws Exception {
    return enforcement.report().interfaces().get(0);
  }

  private static void drop(SceneNetwork net) throws Exception {
    byte[] mac = {2, 0, 0, 0, 0, 0x55};
    Source other = Source.parse("10.9.0.8");
    try (Enforcement xdp = inFrontOnly()) {
      assertFalse(SceneNetwork.hasXdp(), "without a ban no program is attached");
      List<Ban> bans = bans(LONG_MILLIS, "10.9.0.7", "2001:db8:1:2::/64", "02:00:00:00:00:55");
      enforce(xdp, bans.subList(0, 1));
      assertFalse(net.arrives("10.9.0.7"));
      assertTrue(net.arrives("10.9.0.8"));
      assertTrue(net.arrives("2001:db8:1:2::5"));
      enforce(xdp, bans.subList(1, 3));
      assertFalse(net.arrives("2001:db8:1:2::5"));
      assertTrue(net.arrives("2001:db8:1:3::5"));
      assertFalse(net.arrives(mac, other));
      assertEquals(new InterfaceLayer("v0", "xdp", ""), layer(xdp));
      assertEquals(3, xdp.report().counts().get(0).packets());
      xdp.lift(bans.subList(0, 1));
      assertTrue(net.arrives("10.9.0.7"));
      assertFalse(net.arrives("2001:db8:1:2::5"));
      xdp.lift(bans.subList(1, 3));
      assertTrue(net.arrives(mac, other));
      awaitNoXdp(xdp);
      assertEquals("no XDP: no ban needs it now", layer(xdp).why());
    }
  }

  /** Nobody mends: the kernel ends the ban. */
  private static void end(SceneNetwork net) throws Exception {
    try (Enforcement xdp = inFrontOnly()) {
      List<Ban> bans = bans(2_000, "10.9.0.7");
      enforce(xdp, bans);
      xdp.enforce(bans(LONG_MILLIS, "10.9.0.8"));
      while (!net.arrives("10.9.0.7")) {
        Thread.sleep(20);
      }
      assertTrue(CLOCK.millis() >= bans.get(0).endMillis(), "not before its end");
      assertFalse(net.arrives("10.9.0.8"));
      boolean unused = xdp.mend();
      assertFalse(net.arrives("10.9.0.8"));
    }
  }

  private static BpfProgram otherProgram() throws Exception {
    BpfAssembler code = new BpfAssembler().setConstant(Register.R0, XDP_PASS).exit();
    return BpfProgram.load(BpfProgram.XDP, "other", code.assemble());
  }

  private static int index() throws Exception {
    String text = SceneNetwork.shell("ip -o link show v0");
    return Integer.parseInt(text.substring(0, text.indexOf(':')));
  }

  private static void taken(SceneNetwork net) throws Exception {
    try (Enforcement xdp = fronted(XdpSettings.Mode.ON, true);
        BpfProgram program = otherProgram()) {
      int index = index();
      BpfLink other = BpfLink.attach(program, "v0", index, BpfLink.Mode.NATIVE);
      enforce(xdp, bans(LONG_MILLIS, "10.9.0.7"));
      assertFalse(net.arrives("10.9.0.7"), "nft goes on");
      String why = "no XDP: cannot attach to v0: another program is attached there, and stays";
      assertEquals(new InterfaceLayer("v0", "ip", why), layer(xdp));
      assertEquals(index, other.interfaceIndex());
      other.close();
      awaitXdp(xdp);
      assertFalse(net.arrives("10.9.0.7"));
    }
  }

  private static void awaitXdp(Enforcement xdp) throws Exception {
    while (!layer(xdp).layer().equals("xdp")) {
      assertFalse(layer(xdp).why().contains("cannot load"), layer(xdp).why());
      Thread.sleep(20);
      boolean unused = xdp.mend();
    }
  }

  private static void again(SceneNetwork net) throws Exception {
    try (Enforcement xdp = inFrontOnly()) {
      enforce(xdp, bans(LONG_MILLIS, "10.9.0.7"));
      assertFalse(net.arrives("10.9.0.7"));
      SceneNetwork.shell("ip link del v0");
      while (layer(xdp).layer().equals("xdp")) {
        Thread.sleep(20);
        boolean unused = xdp.mend();
      }
      // A new prefix length while the interface is gone.
      enforce(xdp, bans(LONG_MILLIS, "10.9.0.64/26"));
      net.makeLinks();
      awaitXdp(xdp);
      assertFalse(net.arrives("10.9.0.7"));
      assertFalse(net.arrives("10.9.0.65"));
    }
  }

  private static void generic() throws Exception {
    SceneNetwork.shell("ip link del v0; ip link add v0 type bridge; ip link set v0 up");
    try (Enforcement xdp = fronted(XdpSettings.Mode.ON, false, "v0")) {
      enforce(xdp, bans(LONG_MILLIS, "10.9.0.7"));
      assertEquals("xdp", layer(xdp).layer());
      assertTrue(layer(xdp).why().startsWith("in generic mode"), layer(xdp).why());
      assertTrue(SceneNetwork.hasXdp());
    }
    assertFalse(SceneNetwork.hasXdp());
  }

  private static void refused(SceneNetwork net) throws Exception {
    try (Enforcement xdp = fronted(XdpSettings.Mode.ON, true)) {
      List<Ban> bans = bans(LONG_MILLIS, "10.9.0.7");
      enforce(xdp, bans);
      assertFalse(net.arrives("10.9.0.7"));
      assertEquals("ip", layer(xdp).layer());
      assertTrue(layer(xdp).why().startsWith("no XDP: cannot make BPF map"), layer(xdp).why());
      xdp.lift(bans);
      boolean unused = xdp.mend();
      assertTrue(net.arrives("10.9.0.7"));
    }
  }

  private static void auto(SceneNetwork net) throws Exception {
    try (Enforcement xdp = fronted(XdpSettings.Mode.AUTO, true)) {
      enforce(xdp, bans(LONG_MILLIS, "10.9.0.7"));
      while (layer(xdp).why().contains("underway")) {
        assertFalse(net.arrives("10.9.0.7"), "nft has the ban meanwhile");
        Thread.sleep(20);
        boolean unused = xdp.mend();
      }
      say(layer(xdp).toString());
      boolean taken = layer(xdp).layer().equals("xdp");
      assertTrue(taken || layer(xdp).why().contains("a rehearsal took"), layer(xdp).why());
      assertEquals(taken, SceneNetwork.hasXdp());
      assertFalse(SceneNetwork.shell("ip link").contains("rosa-out"), "in a network of its own");
    }
  }

  private static void hold(SceneNetwork net) throws Exception {
    Enforcement xdp = inFrontOnly();
    enforce(xdp, bans(LONG_MILLIS, "10.9.0.7"));
    assertFalse(net.arrives("10.9.0.7"));
    say("holding " + SceneNetwork.hasXdp());
    Thread.sleep(LONG_MILLIS);
  }
}
