package dev.rosa.firewall.plane.layer.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.layer.LayerReport.InterfaceLayer;
import dev.rosa.firewall.plane.layer.LayerReport.LayerCount;
import dev.rosa.firewall.plane.layer.LayerSettings;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link FrontedEnforcement}: its order, and what it reports. */
class FrontedEnforcementTest {

  private static final Ban BAN = ban("192.0.2.7");

  private final List<String> calls = new ArrayList<>();
  private boolean behindFails;
  private boolean mended;
  private Optional<Front.Place> place = Optional.empty();

  private final Enforcement behind =
      new Enforcement() {
        private void call(String name) throws IOException {
          calls.add(name + " behind");
          if (behindFails) {
            throw new IOException("refused");
          }
        }

        @Override
        public void begin(WantedBans wanted) throws IOException {
          call("begin");
        }

        @Override
        public void enforce(List<Ban> bans) throws IOException {
          call("enforce");
        }

        @Override
        public void lift(List<Ban> bans) throws IOException {
          call("lift");
        }

        @Override
        public boolean mend() throws IOException {
          call("mend");
          return false;
        }

        @Override
        public LayerReport report() {
          return new LayerReport(
              List.of(new InterfaceLayer("eth0", "ip", "")),
              List.of(new LayerCount("ip", 5, 500)),
              3);
        }

        @Override
        public void close() throws IOException {
          call("close");
        }
      };

  private final Front front =
      new Front() {
        @Override
        public void enforce(Collection<Ban> bans) {
          calls.add("enforce " + bans.size() + " in front");
        }

        @Override
        public void lift(List<Ban> bans) {
          calls.add("lift in front");
        }

        @Override
        public boolean mend() {
          calls.add("mend in front");
          return mended;
        }

        @Override
        public Optional<Place> at(String interfaceName) {
          return place;
        }

        @Override
        public FrontCounts counts() {
          return new FrontCounts(1, 10, 2, 20);
        }

        @Override
        public void close() {
          calls.add("close in front");
        }
      };

  private final FrontedEnforcement fronted = new FrontedEnforcement(behind, front);

  private static Ban ban(String source) {
    return new Ban(Source.parse(source), Ban.Action.DROP, 0, 1_000, "test");
  }

  @Test
  void shouldPutBansInForceBehindFirst() throws Exception {
    fronted.begin(Enforcement.WantedBans.withoutExceptions(List.of(BAN, ban("192.0.2.8"))));
    fronted.enforce(List.of(BAN));
    fronted.lift(List.of(BAN));
    assertEquals(
        List.of(
            "begin behind",
            "enforce 2 in front",
            "enforce behind",
            "enforce 1 in front",
            "lift behind",
            "lift in front"),
        calls);
  }

  @Test
  void shouldTellTheFrontAlsoWhenTheEnforcementBehindFails() {
    behindFails = true;
    assertThrows(IOException.class, () -> fronted.enforce(List.of(BAN)));
    assertThrows(IOException.class, () -> fronted.lift(List.of(BAN)));
    assertThrows(IOException.class, fronted::close);
    assertEquals(
        List.of(
            "enforce behind",
            "enforce 1 in front",
            "lift behind",
            "lift in front",
            "close in front",
            "close behind"),
        calls);
  }

  @Test
  void shouldReportTheLayerInFrontWhereItIs() throws Exception {
    place = Optional.of(new Front.Place(true, ""));
    assertEquals(List.of(new InterfaceLayer("eth0", "xdp", "")), fronted.report().interfaces());
  }

  @Test
  void shouldSayWhyAnInterfaceHasNone() throws Exception {
    place = Optional.of(new Front.Place(false, "another program is attached there, and stays"));
    assertEquals(
        List.of(
            new InterfaceLayer(
                "eth0", "ip", "no XDP: another program is attached there, and stays")),
        fronted.report().interfaces());
  }

  @Test
  void shouldAddItsCountsAndRestorationsToTheReport() throws Exception {
    mended = true;
    fronted.mend();
    LayerReport report = fronted.report();
    assertEquals(
        List.of(new LayerCount("ip", 5, 500), new LayerCount("xdp", 3, 30)), report.counts());
    assertEquals(4, report.restored());
  }

  @Test
  void shouldLeaveTheEnforcementAloneWhenXdpIsOff() {
    LayerSettings layers =
        new LayerSettings("test", List.of(), false, LayerSettings.WhenGone.LIFT, 1);
    XdpSettings off = new XdpSettings(XdpSettings.Mode.OFF, 1);
    assertSame(behind, FrontedEnforcement.of(behind, layers, off, InstantSource.system()));
  }
}
