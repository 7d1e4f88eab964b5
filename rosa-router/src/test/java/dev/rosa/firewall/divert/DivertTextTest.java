package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.command.Commands;
import dev.rosa.firewall.assistant.MissingPrivilege;
import dev.rosa.kernel.process.CapabilitySets;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Text between processes, and text for people. */
class DivertTextTest {

  private static final long ADMIN = 1L << 12;
  private static final long RAW = 1L << 13;

  @Test
  void shouldReadBackAPlan() {
    DiversionPlan plan =
        new DiversionPlan(
            new OwnershipMark(DiversionPlan.ROLE, "r1"),
            DiversionPlan.Form.ROUTING,
            new DiversionPlan.Way("eth1", null, 0x80000001),
            List.of("r0"),
            new DiversionPlan.Bypass(true, Duration.ofMillis(750), 3));
    assertEquals(plan, DiversionPlan.parse(plan.arguments()));
  }

  private static String missing(long effective) {
    CapabilitySets own = new CapabilitySets(effective, 0, 0, 0, 0, false);
    return assertThrows(IOException.class, () -> MissingPrivilege.check("<interfaces>", own))
        .getMessage();
  }

  @Test
  void shouldSayWhichPrivilegeIsMissingAndWhatFor() throws IOException {
    MissingPrivilege.check("<interfaces>", new CapabilitySets(ADMIN | RAW, 0, 0, 0, 0, false));
    assertEquals(
        "<interfaces> needs CAP_NET_RAW for packet sockets, missing here; give CAP_NET_RAW with"
            + " AmbientCapabilities= in the systemd unit, or 'setpriv --inh-caps +net_raw"
            + " --ambient-caps +net_raw'",
        missing(ADMIN));
    assertEquals(
        "<interfaces> needs CAP_NET_ADMIN for the assistant link and the nft rules, missing here;"
            + " give CAP_NET_ADMIN with AmbientCapabilities= in the systemd unit, or 'setpriv"
            + " --inh-caps +net_admin --ambient-caps +net_admin'",
        missing(RAW));
    assertEquals(
        "<interfaces> needs CAP_NET_ADMIN for the assistant link and the nft rules and CAP_NET_RAW"
            + " for packet sockets, missing here; give CAP_NET_ADMIN CAP_NET_RAW with"
            + " AmbientCapabilities= in the systemd unit, or 'setpriv --inh-caps"
            + " +net_admin,+net_raw --ambient-caps +net_admin,+net_raw'",
        missing(0));
  }

  private static KeeperExitNotice exitNotice(String whenGone) {
    return new KeeperExitNotice(
        new Interfaces(1, whenGone, Duration.ofSeconds(1), List.of("r0"), null));
  }

  @Test
  void shouldSayWhatBecomesOfPacketsWhenTheKeeperHasEnded() {
    KeeperExitNotice killed = exitNotice("drop");
    assertEquals(
        "they stay, and active packets are lost when this router ends; restart the router",
        killed.text());
    killed.failed();
    assertEquals("it has taken away what it could; the router ends", killed.text());
    KeeperExitNotice dropping = exitNotice("drop");
    dropping.tookAway();
    assertEquals(
        "it has taken them away, and active packets are dropped; the router ends", dropping.text());
    KeeperExitNotice forwarding = exitNotice("forward");
    forwarding.tookAway();
    assertEquals(
        "it has taken them away, and active packets are forwarded unprocessed; the router ends",
        forwarding.text());
  }

  private static String usage(String... args) {
    StringWriter err = new StringWriter();
    int code = Commands.commandLine(new DivertCommand()).setErr(new PrintWriter(err)).execute(args);
    assertEquals(2, code, err.toString());
    assertEquals(1, err.toString().lines().count(), err.toString());
    return err.toString();
  }

  @Test
  void shouldRefuseWrongUsageInOneLine() {
    assertEquals(
        "rosa divert: interface r0 is named twice, expected it once; see rosa divert --help\n",
        usage("--to", "r0", "--from", "r0"));
    assertEquals(
        "rosa divert: --to and at least one --from are needed; see rosa divert --help\n", usage());
    usage("--to", "r0");
    usage("--to", "r0", "--from", "r1; flush ruleset");
    usage("--to", "r0", "--from", "r1", "--when-gone", "maybe");
    assertEquals(
        "rosa divert: --silence is 100ms, expected a time from 500ms to 1m; see rosa divert"
            + " --help\n",
        usage("--to", "r0", "--from", "r1", "--silence", "100ms"));
    usage("--to", "r0", "--from", "r1", "--silence", "soon");
    usage("--to", "r0", "--from", "r1", "--name", "a\"b");
    assertEquals(
        "rosa divert: --return-mark is '0', expected a number from 0x1 to 0xffffffff; see rosa"
            + " divert --help\n",
        usage("--to", "r0", "--from", "r1", "--return-mark", "0"));
    usage("--show", "--return-mark", "0x1");
    usage("--show", "--remove", "--name", "a");
    usage("--show", "--to", "r0");
    usage("--remove");
  }
}
