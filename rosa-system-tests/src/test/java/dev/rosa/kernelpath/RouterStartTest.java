package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.HangUpSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of a diverting router: its privileges, its rules, its keeper, and the remains of a killed
 * one.
 */
@Tag("endtoend")
class RouterStartTest extends RouterRig {

  private static final String NO_CAPABILITIES = "capabilities dropped";
  private static final String DIVERTED = "active packets of r0 r1 are diverted to rosa0";
  private static final String SILENT = "is silent for 1s: active packets are dropped";
  private static final String DROPPED = "counter name \"unprocessed\" drop";
  private static final List<String> SETS = List.of("CapInh", "CapPrm", "CapEff", "CapAmb");
  private static final String ONLY_NET = "0000000000003000";
  private static final String NONE = "0000000000000000";

  @BeforeEach
  void makeLinks() throws Exception {
    net.shell(
        """
        ip link add r0 type veth peer name s0
        ip link add r1 type veth peer name d0
        for one in r0 s0 r1 d0; do ip link set $one up; done
        """);
  }

  private static String local(String whenGone) {
    return "<interfaces workers='2' when-gone='%s'><divert>r0</divert><divert>r1</divert></interfaces>"
        .formatted(whenGone);
  }

  private RunningProgram ready(String whenGone) throws Exception {
    RunningProgram router = net.start("router", router(local(whenGone)));
    router.await(" ready ");
    return router;
  }

  private String ruleset() throws Exception {
    return net.shell("nft list ruleset");
  }

  private boolean hasLink() throws Exception {
    return net.shell("ip -br link").contains("rosa0");
  }

  private void untilNothingIsLeft() throws Exception {
    Await.until(() -> "link and rules to go:\n" + left(), () -> ruleset().isEmpty() && !hasLink());
  }

  private void untilOnlyDropping() throws Exception {
    Await.until(
        () -> "rules to drop, and the link to go:\n" + left(),
        () -> !hasLink() && ruleset().contains(DROPPED));
  }

  private String left() {
    try {
      return net.shell("nft list ruleset; ip -br link");
    } catch (Exception e) {
      return e.getMessage();
    }
  }

  /** The kernel's status of a process or thread, if it has not ended: a JVM ends idle ones. */
  private static Optional<List<String>> status(Path task) throws IOException {
    try {
      return Optional.of(Files.readAllLines(task.resolve("status")));
    } catch (IOException e) {
      if (Files.exists(task)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static void assertSets(List<String> lines, String expected) {
    for (String set : SETS) {
      String line = lines.stream().filter(one -> one.startsWith(set)).findFirst().orElseThrow();
      boolean inheritable = line.matches("Cap(Inh|Amb).*");
      assertTrue(line.endsWith(expected) || (inheritable && line.endsWith(NONE)), line);
    }
  }

  @Test
  void shouldHaveNoCapabilityInAnyThreadAndAKeeperWithTwo() throws Exception {
    try (RunningProgram router = ready("forward")) {
      assertTrue(router.said().contains(NO_CAPABILITIES), router.said());
      List<Path> threads = new ArrayList<>();
      try (Stream<Path> tasks = Files.list(Path.of("/proc/" + router.pid() + "/task"))) {
        tasks.forEach(threads::add);
      }
      assertTrue(threads.size() > 1);
      int looked = 0;
      for (Path thread : threads) {
        Optional<List<String>> status = status(thread);
        if (status.isPresent()) {
          assertSets(status.get(), NONE);
          assertTrue(status.get().contains("NoNewPrivs:\t1"), status::toString);
          looked++;
        }
      }
      assertTrue(looked > 1);
      Path keeper = Path.of("/proc/" + router.child().pid());
      assertSets(status(keeper).orElseThrow(), ONLY_NET);
      assertTrue(status(keeper).orElseThrow().contains("NoNewPrivs:\t1"));
      assertTrue(ruleset().contains("comment \"ROSA diversion of router r1\""), ruleset());
      assertTrue(
          net.shell("ip link show rosa0").contains("alias ROSA assistant link of router r1"));
      assertEquals(0, router.end(), router.said());
      assertEquals("", ruleset());
      assertFalse(hasLink());
    }
  }

  @Test
  void shouldGoOnWithItsKeeperWhenAllProcessesOfTheServiceAreHungUp() throws Exception {
    HangUpSignal.assumeItArrives();
    try (RunningProgram router = ready("forward")) {
      new ProcessBuilder("kill", "-HUP", "" + router.pid(), "" + router.child().pid())
          .start()
          .waitFor();
      router.await("SIGHUP: nothing is read again", 2);
      assertTrue(router.isAlive() && hasLink());
      assertEquals(0, router.end(), router.said());
      assertEquals("", ruleset());
    }
  }

  @Test
  void shouldLeaveNothingBehindWhenTheRouterIsKilled() throws Exception {
    try (RunningProgram router = ready("forward")) {
      router.kill();
      untilNothingIsLeft();
    }
  }

  @Test
  void shouldGoOnDroppingWhenTheRouterIsKilledAndTakeThatOver() throws Exception {
    try (RunningProgram router = ready("drop")) {
      router.kill();
      untilOnlyDropping();
    }
    try (RunningProgram router = ready("drop")) {
      assertTrue(router.said().contains("found what an earlier run left"), router.said());
      assertEquals(0, router.end());
      assertEquals("", ruleset());
    }
  }

  @Test
  void shouldGoOnDroppingWhenTheRouterThatWasKilledCannotStartAgain() throws Exception {
    try (RunningProgram router = ready("drop")) {
      router.kill();
      untilOnlyDropping();
    }
    Files.writeString(folder.resolve("broken.replay"), "nonsense\n");
    String record = "<sessions record='broken.replay'/>";
    Outcome second = net.run(router(record + local("drop")));
    assertEquals(1, second.exit(), second.out());
    assertTrue(second.out().contains("broken.replay:1: not a record"), second.out());
    untilOnlyDropping();
  }

  @Test
  void shouldDropWhenTheKeeperAloneIsEnded() throws Exception {
    try (RunningProgram router = ready("drop")) {
      router.child().destroy();
      router.await("the keeper has ended: link and rules are not watched any longer");
      assertTrue(ruleset().contains(DROPPED), ruleset());
    }
  }

  @Test
  void shouldTakeOverWhatIsLeftWhenEverythingWasKilled() throws Exception {
    try (RunningProgram router = ready("forward")) {
      ProcessHandle keeper = router.child();
      keeper.destroyForcibly();
      router.kill();
      Await.until("the keeper to be gone", () -> !keeper.isAlive());
    }
    assertTrue(hasLink());
    assertFalse(ruleset().isEmpty());
    try (RunningProgram router = ready("forward")) {
      assertTrue(router.said().contains("found what an earlier run left"), router.said());
      assertEquals(0, router.end());
    }
    untilNothingIsLeft();
  }

  @Test
  void shouldSayThatTheRulesAreUnkeptWhenTheKeeperIsKilled() throws Exception {
    try (RunningProgram router = ready("forward")) {
      router.child().destroyForcibly();
      router.await("the keeper has ended: link and rules are not watched any longer");
      assertTrue(router.isAlive());
      // It would take the packets of the next one's link.
      Outcome second = net.run(router(local("forward")));
      assertEquals(1, second.exit(), second.out());
      assertTrue(second.out().contains("a router r1 runs here already"), second.out());
      assertEquals(1, router.end(), router.said());
      assertTrue(router.said().contains("what it left in force stays"), router.said());
    }
  }

  @Test
  void shouldBypassARouterThatHangs() throws Exception {
    try (RunningProgram router = ready("drop")) {
      router.await(DIVERTED);
      // A machine that does ten other things may have made it silent before.
      int silences = (int) router.lines(SILENT);
      router.signal("STOP");
      router.await(SILENT, silences + 1);
      // It may have been silent, and heard of again, just before it was stopped.
      Await.until(
          () -> "rules to drop, and nothing to be diverted:\n" + left(),
          () -> !ruleset().contains("fwd to") && ruleset().contains(DROPPED));
      int diversions = (int) router.lines(DIVERTED);
      router.signal("CONT");
      router.await(DIVERTED, diversions + 1);
      assertEquals(0, router.end(), router.said());
      assertEquals("", ruleset());
    }
  }

  @Test
  void shouldRefuseToRunTwice() throws Exception {
    try (RunningProgram router = ready("forward")) {
      router.await(DIVERTED);
      Outcome second = net.run(router(local("forward")));
      assertEquals(1, second.exit(), second.out());
      assertEquals(
          "rosa-router: a router r1 runs here already: end that first ('ss -xap' shows it as"
              + " @rosa-router/r1)\n",
          second.out());
      Await.until(
          () -> "packets to be diverted still:\n" + left(), () -> ruleset().contains("fwd to"));
      assertEquals(0, router.end(), router.said());
    }
  }

  @Test
  void shouldWorkForAnotherMachineThatForwards() throws Exception {
    net.shell(
        "ip link add a0 address 02:00:00:00:00:01 type veth peer name a1;"
            + " ip link set a0 up; ip link set a1 up");
    String elsewhere =
        "<interfaces><assistant interface='a1' return-to='02:00:00:00:00:01'/></interfaces>";
    try (RunningProgram divert =
            net.start("divert", Programs.router("divert", "--to", "a0", "--from", "r0"));
        RunningProgram router = net.start("router", router(elsewhere))) {
      router.await(" ready ");
      divert.await("active packets of r0 are diverted to a0");
      assertTrue(router.said().contains(NO_CAPABILITIES), router.said());
      assertTrue(net.shell("nft list table netdev rosa_r1").contains("\"a1\""));
      assertEquals(0, router.end(), router.said());
      divert.await("says bye: active packets are forwarded unprocessed");
      assertEquals(0, divert.end(), divert.said());
      assertEquals("", ruleset());
    }
  }

  @Test
  void shouldMakeAgainWhatAnotherProgramRemoves() throws Exception {
    try (RunningProgram router = ready("forward")) {
      router.await(DIVERTED);
      net.shell("nft flush ruleset");
      router.await("the nft table rosa_r1 was flushed or changed: made again");
      assertTrue(ruleset().contains("rosa1"), ruleset());
      String mac = net.shell("cat /sys/class/net/rosa0/address 2>/dev/null || ip link show rosa0");
      net.shell("ip link del rosa0");
      router.await("the assistant link was removed or changed: made again");
      router.await(DIVERTED, 2);
      assertTrue(hasLink());
      assertFalse(mac.isEmpty());
      assertEquals(0, router.end());
      assertEquals("", ruleset());
    }
  }

  @Test
  void shouldLeaveForeignLinkAndTableAlone() throws Exception {
    net.shell("ip link add rosa0 type veth peer name other");
    Outcome link = net.run(router(local("forward")));
    assertEquals(1, link.exit());
    assertEquals(
        "rosa-router: there is an interface rosa0 already, and it is not ROSA's: remove it, or give"
            + " <assistant> other names\n",
        link.out());
    assertTrue(hasLink());
    net.shell("ip link del rosa0; nft add table netdev rosa_r1");
    Outcome table = net.run(router(local("forward")));
    assertEquals(1, table.exit());
    assertTrue(table.out().contains("rosa_r1 already, and it is not ROSA's"), table.out());
    assertEquals(1, table.out().lines().count(), table.out());
    assertEquals("table netdev rosa_r1 {\n}\n", ruleset());
    assertFalse(hasLink());
  }

  @Test
  void shouldNameTheProgramThatIsMissingAndDoNothing() throws Exception {
    net.shell("mount --bind /dev/null $(readlink -f $(command -v tc))");
    Outcome outcome = net.run(router(local("forward")));
    assertEquals(1, outcome.exit(), outcome.out());
    assertEquals(
        "rosa-router: the program tc is not here; install it: apt-get install iproute2\n",
        outcome.out());
    assertEquals("", ruleset());
    assertFalse(hasLink());
  }

  private Outcome without(String capabilities, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of("setpriv", "--bounding-set", capabilities));
    command.addAll(router(local("forward"), more));
    return net.run(command);
  }

  @Test
  void shouldSayWhichPrivilegeIsMissingAndDoNothing() throws Exception {
    Outcome raw = without("-net_raw");
    assertEquals(1, raw.exit());
    assertTrue(
        raw.out().startsWith("rosa-router: <interfaces> needs CAP_NET_RAW for packet sockets"),
        raw.out());
    Outcome admin = without("-net_admin");
    assertEquals(1, admin.exit());
    assertTrue(
        admin.out().startsWith("rosa-router: <interfaces> needs CAP_NET_ADMIN for the"),
        admin.out());
    Outcome both = without("-all");
    assertEquals(1, both.exit());
    assertTrue(both.out().contains("CAP_NET_ADMIN CAP_NET_RAW"), both.out());
    for (Outcome outcome : List.of(raw, admin, both)) {
      assertEquals(1, outcome.out().lines().count(), outcome.out());
    }
    assertEquals("", ruleset());
    assertFalse(hasLink());
  }

  @Test
  void shouldValidateWithoutAnyPrivilege() throws Exception {
    Outcome outcome = without("-all", "--validate");
    assertEquals(0, outcome.exit(), outcome.out());
    assertEquals("", ruleset());
  }
}
