package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes of the router's user without capabilities: they do not get into its JVM. */
@Tag("endtoend")
class RouterAttachTest extends RouterRig {

  private static final String FLAG = "-XX:+DisableAttachMechanism";
  private static final String KEPT_OUT = "kept out 0000000000000000\n";
  private static final List<String> WITHOUT_CAPABILITIES =
      List.of("setpriv", "--no-new-privs", "--bounding-set", "-all", "--inh-caps", "-all");

  @BeforeEach
  void makeLinks() throws Exception {
    net.shell(
        """
        ip link add r0 type veth peer name s0
        ip link add a0 type veth peer name a1
        for one in r0 s0 a0 a1; do ip link set $one up; done
        """);
  }

  private List<String> router() throws Exception {
    return bare(router("<interfaces><divert>r0</divert></interfaces>"));
  }

  /** Started by a user who gives the JVM no options of ROSA's. */
  private static List<String> bare(List<String> command) {
    return command.stream().filter(word -> !word.equals(FLAG)).toList();
  }

  private Outcome intrude(List<String> command) throws Exception {
    List<String> all = new ArrayList<>(WITHOUT_CAPABILITIES);
    all.addAll(command);
    return net.run(all);
  }

  private Outcome attach(RunningProgram process, String... word) throws Exception {
    String[] arguments =
        Stream.concat(Stream.of(Long.toString(process.pid())), Stream.of(word))
            .toArray(String[]::new);
    return intrude(Programs.python("attach.py", arguments));
  }

  @Test
  void shouldLetNoProcessAttachBeforeTheKeeperStartsOrAfterwards() throws Exception {
    try (RunningProgram router = net.start("router", router())) {
      Outcome early = attach(router, FLAG);
      assertEquals(KEPT_OUT, early.out(), router.said());
      router.await(" ready ");
      assertEquals(KEPT_OUT, attach(router).out());
      assertEquals(0, router.end(), router.said());
    }
  }

  @Test
  void shouldTakeARouterThatSaysTooMuchToItsKeeperForOneThatIsGone() throws Exception {
    try (RunningProgram router = net.start("router", router())) {
      router.await(" ready ");
      ProcessHandle keeper = router.child();
      // The keeper's standard input is a pipe; the router's descriptor of its other end is sought.
      net.shell(
          """
          pipe=$(readlink /proc/%d/fd/0)
          for one in /proc/%d/fd/*; do
            [ "$(readlink $one)" != "$pipe" ] || printf 'xxxxxxxxxxxxxxxxxxxxxxx' >$one
          done
          """
              .formatted(keeper.pid(), router.pid()));
      router.await("the keeper has ended: link and rules are not watched any longer");
      // Nothing would bring packets to it; a service manager starts it again.
      assertEquals(1, router.awaitExit(), router.said());
      assertEquals("", net.shell("nft list ruleset"));
    }
  }

  @Test
  void shouldEndWithItsKeeperWhenThatIsToldToEnd() throws Exception {
    try (RunningProgram router = net.start("router", router())) {
      router.await(" ready ");
      boolean unused = router.child().destroy();
      router.await("told to end by a signal, while the role runs");
      assertEquals(1, router.awaitExit(), router.said());
      assertEquals("", net.shell("nft list ruleset"));
    }
  }

  @Test
  void shouldLetNoProcessReadItsMemory() throws Exception {
    try (RunningProgram router = net.start("router", router())) {
      router.await(" ready ");
      Outcome memory = intrude(List.of("sh", "-c", "exec 3</proc/" + router.pid() + "/mem"));
      assertTrue(memory.exit() != 0 && memory.out().contains("denied"), memory.out());
      assertEquals(0, router.end(), router.said());
    }
  }

  @Test
  void shouldLetNoProcessReadTheMemoryOfItsKeeperEvenWithTheSameCapabilities() throws Exception {
    try (RunningProgram router = net.start("router", router())) {
      router.await(" ready ");
      String read = "exec 3</proc/" + router.child().pid() + "/mem";
      Outcome memory =
          net.run(
              List.of(
                  "setpriv",
                  "--no-new-privs",
                  "--bounding-set",
                  "-all,+net_admin,+net_raw",
                  "sh",
                  "-c",
                  read));
      assertTrue(memory.exit() != 0 && memory.out().contains("denied"), memory.out());
      assertEquals(0, router.end(), router.said());
    }
  }

  @Test
  void shouldLetNoProcessAttachToADiversionForARouterElsewhere() throws Exception {
    List<String> divert = bare(Programs.router("divert", "--to", "a0", "--from", "r0"));
    try (RunningProgram process = net.start("divert", divert)) {
      assertEquals(KEPT_OUT, attach(process, FLAG).out(), process.said());
      process.await("waiting for the router's beats");
      assertEquals(0, process.end(), process.said());
    }
  }

  @Test
  void shouldRefuseAJvmThatIsToldToLetProcessesAttachAllTheSame() throws Exception {
    List<String> told =
        new ArrayList<>(List.of("env", "_JAVA_OPTIONS=-XX:-DisableAttachMechanism"));
    told.addAll(router());
    Outcome refused = net.run(told);
    assertEquals(1, refused.exit(), refused.out());
    assertTrue(
        refused
            .out()
            .endsWith(
                "rosa-router: other processes can attach to this JVM although it was told "
                    + FLAG
                    + ": take the opposite out of _JAVA_OPTIONS\n"),
        refused.out());
    assertEquals("", net.shell("nft list ruleset"));
  }
}
