package dev.rosa.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.Program.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The firewall plane in its own network: the demo, and the commands at the lab's prompt. */
@Tag("endtoend")
class FirewallDemoTest {

  @TempDir Path directory;

  @BeforeEach
  void requireNamespaces() throws Exception {
    LabRun.require();
  }

  @Test
  void shouldBanEachAttackerAndHarmNoHonestClientWhenTheDemoRuns() throws Exception {
    Outcome demo = LabRun.rosa(directory, "demo", "firewall", "--json", "--seconds", "2");

    assertEquals(0, demo.exit(), demo::said);
    JsonNode report = new ObjectMapper().readTree(demo.out());
    for (JsonNode host : report.path("hosts")) {
      String name = host.path("host").asText();
      boolean isAttacker = name.startsWith("bot") || name.equals("cloner");
      assertEquals(isAttacker, host.has("ban"), host::toString);
    }
    assertTrue(report.path("forgedFrames").asLong() > 0);
    assertTrue(report.at("/firewall/evidence/byProof/none").asLong() > 0, demo::out);
    assertEquals(30, report.at("/lies/refused").asLong());
    assertTrue(
        report.at("/beside/maliciousPerSecond").asDouble()
            < report.at("/without/maliciousPerSecond").asDouble(),
        demo::out);
  }

  @Test
  void shouldShowWhyAnAttackerIsBannedAndUndoItAtThePrompt() throws Exception {
    String script =
        """
        order home1
        for i in 1 2 3 4; do order bot1 x; done
        until firewall list | grep -q 10.7.0.21; do sleep 0.2; done
        firewall show 10.7.0.21
        order bot1 7 2>&1 || echo refused-to-bot1
        firewall lift 10.7.0.21
        order bot1 7
        order home1
        """;
    Outcome lab = LabRun.rosa(directory, "lab", "--firewall", "--", "bash", "-c", script);

    assertEquals(0, lab.exit(), lab::said);
    List<String> said = lab.out().lines().toList();
    assertEquals("HTTP/1.1 200 OK", said.get(0));
    assertTrue(lab.out().contains("MALFORMED"), lab::said);
    assertTrue(said.contains("refused-to-bot1"), lab::said);
    assertEquals("HTTP/1.1 200 OK", said.get(said.size() - 1));
    assertEquals("HTTP/1.1 200 OK", said.get(said.size() - 2));
  }

  @Test
  void shouldHoldAgainstEachAttackAtThePrompt() throws Exception {
    Outcome lab =
        LabRun.rosa(directory, "lab", "--firewall", "--", "attack", "all", "--seconds", "2");

    assertEquals(0, lab.exit(), lab::said);
    assertEquals(4, lab.out().lines().filter(line -> line.contains(" held ")).count(), lab::out);
    assertFalse(lab.out().contains("NOT held"), lab::out);
  }
}
