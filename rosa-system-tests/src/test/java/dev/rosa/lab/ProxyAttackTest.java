package dev.rosa.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.RunningProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the attacks of {@code ./rosa lab --proxy}, with the proxy and without it. */
@Tag("endtoend")
class ProxyAttackTest {
  private static final List<String> ATTACKS =
      List.of(
          "proxy-split",
          "proxy-pipeline",
          "proxy-smuggle",
          "proxy-overlap",
          "proxy-bounce",
          "proxy-flood");

  @TempDir Path folder;

  @BeforeEach
  void look() throws Exception {
    String missing = NetLab.missing();
    assumeTrue(missing.isEmpty(), missing);
    for (String server : List.of("nginx", "vsftpd")) {
      assumeTrue(Files.isExecutable(Path.of("/usr/sbin", server)), server + " is not installed");
    }
  }

  @Test
  void shouldHoldAgainstAllThatThePromptCanAttackWith() throws Exception {
    try (NetLab lab = NetLab.start(folder, "--proxy")) {
      JsonNode attacks = attack(lab, 0, attacks());
      for (JsonNode attack : attacks) {
        assertEquals("held", attack.path("verdict").asText(), attack::toString);
        assertEquals(0, attack.path("arrived").asInt());
        assertTrue(attack.path("refused").size() > 0, attack::toString);
      }
    }
  }

  @Test
  void shouldSayThatItDoesNotHoldWithoutTheProxy() throws Exception {
    try (NetLab lab = NetLab.start(folder, "--proxy", "--no-routers")) {
      for (JsonNode attack : attack(lab, 1, attacks())) {
        assertEquals("NOT held", attack.path("verdict").asText(), attack::toString);
      }
    }
  }

  @Test
  void shouldEndTheProxyAndStartItAgainAtThePrompt() throws Exception {
    String kill = NetLab.home().resolve("kill.sh").toString();
    try (NetLab lab = NetLab.start(folder, "--proxy")) {
      assertEquals(2, lab.start(kill, "r1").awaitExit());
      lab.run(kill, "proxy");
      assertEquals(1, lab.start(kill, "proxy").awaitExit());
      String[] fetch = {"on", "src", "curl", "-sS", "-m", "3", "http://10.0.2.2/"};
      RunningProgram without = lab.start(fetch);
      assertEquals(28, without.awaitExit(), without::said);

      lab.run("start", "proxy");

      assertTrue(lab.run(fetch).contains("a page of dst"));
      assertEquals(2, lab.start("start", "r1").awaitExit());
      assertEquals(2, lab.start("send").awaitExit());
    }
  }

  private static List<String> attacks() {
    List<String> all = new ArrayList<>(ATTACKS);
    if (Files.isExecutable(Path.of("/usr/sbin/telnetd"))) {
      all.add("proxy-telnet");
    }
    return all;
  }

  private static JsonNode attack(NetLab lab, int exit, List<String> names) throws Exception {
    List<String> command = new ArrayList<>(List.of("attack", "--json", "--seconds", "2"));
    command.addAll(names);
    RunningProgram attack = lab.start(command.toArray(String[]::new));
    assertEquals(exit, attack.awaitExit(), attack::said);
    JsonNode attacks = new ObjectMapper().readTree(attack.out()).path("attacks");
    assertEquals(names.size(), attacks.size());
    return attacks;
  }
}
