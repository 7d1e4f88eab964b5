package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of several diversions in one kernel's network: each interface belongs to one of them. */
@Tag("endtoend")
class ConflictingDiversionsTest {

  private static final String READY = "ready; in the router's configuration";

  @TempDir private Path folder;
  private NetworkNamespace net;

  @BeforeEach
  void makeLinks() throws Exception {
    net = NetworkNamespace.create(folder);
    net.shell(
        """
        ip link add r0 type veth peer name s0
        ip link add r1 type veth peer name d0
        ip link add a0 type veth peer name a1
        ip link add b0 type veth peer name b1
        for one in r0 s0 r1 d0 a0 a1 b0 b1; do ip link set $one up; done
        echo 1 >/proc/sys/net/ipv4/ip_forward
        """);
  }

  @AfterEach
  void end() {
    net.close();
  }

  private static List<String> divert(String name, String to, String... from) {
    List<String> arguments = new ArrayList<>(List.of("divert", "--name", name, "--to", to));
    Stream.of(from).forEach(one -> arguments.addAll(List.of("--from", one)));
    return Programs.router(arguments.toArray(String[]::new));
  }

  private static String refusal(String device) {
    return ("rosa divert: active packets of interface %s are those of router lab already (nft table"
            + " netdev rosa_lab): end that first, or remove what it has left with 'rosa divert"
            + " --remove --name lab'\n")
        .formatted(device);
  }

  @Test
  void shouldRefuseAnInterfaceThatIsAnothersUntilThatIsRemoved() throws Exception {
    try (RunningProgram lab = net.start("lab", divert("lab", "a0", "r0", "r1"))) {
      lab.await(READY);
      String before = net.shell("nft list ruleset");
      Outcome running = net.run(divert("other", "b0", "r1"));
      assertEquals(1, running.exit(), running.out());
      assertEquals(refusal("r1"), running.out());
      assertEquals(before, net.shell("nft list ruleset"));
      lab.kill();
    }
    // The lock went with the process, the table is there.
    Outcome left = net.run(divert("other", "b0", "r1"));
    assertEquals(1, left.exit(), left.out());
    assertEquals(refusal("r1"), left.out());
    assertEquals(0, net.run(Programs.router("divert", "--remove", "--name", "lab")).exit());
    try (RunningProgram other = net.start("other", divert("other", "b0", "r1"));
        RunningProgram lab = net.start("lab-again", divert("lab", "a0", "r0"))) {
      other.await(READY);
      lab.await(READY);
    }
  }

  @Test
  void shouldRefuseTheNicThatLeadsToAnotherRouter() throws Exception {
    try (RunningProgram lab = net.start("lab", divert("lab", "a0", "r0"))) {
      lab.await(READY);
      Outcome other = net.run(divert("other", "a0", "r1"));
      assertEquals(1, other.exit(), other.out());
      assertEquals(
          "rosa divert: interface a0 is that of router lab already (nft table netdev rosa_lab): end"
              + " that first, or remove what it has left with 'rosa divert --remove --name lab'\n",
          other.out());
    }
  }

  @Test
  void shouldRefuseAnInterfaceThatGotAnotherName() throws Exception {
    try (RunningProgram lab = net.start("lab", divert("lab", "a0", "r0"))) {
      lab.await(READY);
      net.shell("ip link set r0 name wan");
      lab.await("interface r0 is called wan now");
      Outcome renamed = net.run(divert("other", "b0", "wan"));
      assertEquals(1, renamed.exit(), renamed.out());
      assertEquals(refusal("wan"), renamed.out());
    }
  }

  @Test
  void shouldNotLetTwoHaveAnInterfaceThatBeginAtTheSameMoment() throws Exception {
    try (RunningProgram one = net.start("one", divert("one", "a0", "r0", "r1"));
        RunningProgram two = net.start("two", divert("two", "b0", "r1", "r0"))) {
      Await.until(
          () -> "both to start or to be refused:\n" + one.said() + two.said(),
          () ->
              Stream.of(one, two).allMatch(each -> !each.isAlive() || each.said().contains(READY)));
      long ready = Stream.of(one, two).filter(each -> each.said().contains(READY)).count();
      assertEquals(1, ready, one.said() + two.said());
      RunningProgram refused = one.isAlive() ? two : one;
      assertEquals(1, refused.awaitExit());
      assertTrue(
          refused.said().startsWith("rosa divert: active packets of interface r"), refused.said());
      assertEquals(1, refused.said().lines().count(), refused.said());
    }
  }
}
