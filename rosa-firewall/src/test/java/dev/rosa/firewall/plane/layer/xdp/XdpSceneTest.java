package dev.rosa.firewall.plane.layer.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.kernel.bpf.BpfTestRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of XDP on packets between virtual interfaces, each in a process and a network of its own.
 * Those with XDP need root's rights; they are skipped where bpf(2) is refused.
 */
class XdpSceneTest {

  /** A JVM has IPv6 only if there is an address when it starts. */
  private static final String WITH_LOOPBACK = "ip link set lo up && exec \"$@\"";

  private static final List<String> OWN_NETWORK =
      List.of("unshare", "-nm", "sh", "-c", WITH_LOOPBACK, "sh");
  private static final List<String> USER_NAMESPACE =
      List.of("unshare", "-Urnm", "sh", "-c", WITH_LOOPBACK, "sh");

  private static Process start(List<String> way, List<String> program) throws IOException {
    List<String> command = new ArrayList<>(way);
    command.addAll(program);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static Process start(List<String> way, String scene) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(XdpScene.class.getName(), scene));
    return start(way, command);
  }

  private static void requireDone(List<String> way, String scene) throws Exception {
    Process process = start(way, scene);
    try (BufferedReader said = process.inputReader()) {
      String all = said.lines().collect(Collectors.joining("\n"));
      assertTrue(all.endsWith("done"), all);
      assertEquals(0, process.waitFor());
    } finally {
      process.destroyForcibly();
    }
  }

  /**
   * Drops and lifts by IPv4 address, IPv6 prefix and MAC address; ends in the kernel; leaves
   * another program's place; comes back to an interface; uses generic mode; chooses by rehearsal.
   */
  @ParameterizedTest
  @ValueSource(strings = {"drop", "end", "taken", "again", "generic", "auto"})
  void shouldPlayTheScene(String scene) throws Exception {
    BpfTestRun.assumeBpf();
    requireDone(OWN_NETWORK, scene);
  }

  @Test
  void shouldGoOnWithNftAndSayWhyWhenTheKernelRefusesXdp() throws Exception {
    assumeTrue(
        new ProcessBuilder("unshare", "-Urnm", "true").start().waitFor() == 0,
        "needs user namespaces");
    requireDone(USER_NAMESPACE, "refused");
  }

  @Test
  void shouldLeaveNothingBehindWhenItsProcessIsKilled() throws Exception {
    BpfTestRun.assumeBpf();
    Process net = start(OWN_NETWORK, List.of("sh", "-c", "echo up; exec cat"));
    List<String> inside = List.of("nsenter", "-t", Long.toString(net.pid()), "-n", "-m", "--");
    try (BufferedReader up = net.inputReader()) {
      assertEquals("up", up.readLine());
      Process scene = start(inside, "hold");
      try (BufferedReader said = scene.inputReader()) {
        assertEquals("holding true", said.readLine());
      } finally {
        scene.destroyForcibly().waitFor();
      }
      Process ip = start(inside, List.of("ip", "link", "show", SceneNetwork.LINK));
      String text = new String(ip.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(text.contains(SceneNetwork.LINK), text);
      assertFalse(text.contains("xdp"), text);
    } finally {
      net.destroyForcibly();
    }
  }
}
