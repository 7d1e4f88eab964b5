package dev.rosa.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.Program.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recipes of config/recipes, with the programs that they are for. */
@Tag("endtoend")
class FirewallRecipesTest {

  @TempDir Path directory;

  @Test
  void shouldBanWhomFail2banReportsAndNotAgainWhenItRestarts() throws Exception {
    LabRun.require("fail2ban-server");
    List<String> lines = runInLab("fail2ban.sh");
    int restart = lines.indexOf("restarted");
    List<String> bans = lines.subList(0, restart);
    List<String> later = lines.subList(restart, lines.size());

    assertTrue(bans.stream().anyMatch(line -> line.startsWith("10.7.0.22 ")), bans::toString);
    assertTrue(bans.toString().contains("jail web, 3 failures"), bans::toString);
    assertTrue(later.stream().anyMatch(line -> line.startsWith("10.7.0.21 ")), later::toString);
    assertFalse(later.stream().anyMatch(line -> line.startsWith("10.7.0.22 ")), later::toString);
  }

  @Test
  void shouldBanAddressesAndRangesOfCrowdSecsDecisionsOnly() throws Exception {
    LabRun.require("curl", "jq", "python3");
    List<String> bans = runInLab("crowdsec.sh");

    assertTrue(bans.stream().anyMatch(line -> line.startsWith("10.7.0.21 ")), bans::toString);
    assertTrue(bans.stream().anyMatch(line -> line.startsWith("203.0.113.0/24 ")), bans::toString);
    assertEquals(2, bans.stream().filter(line -> line.contains("CrowdSec")).count());
  }

  private List<String> runInLab(String script) throws IOException, InterruptedException {
    Path file = Path.of(FirewallRecipesTest.class.getResource(script).getPath());
    Outcome lab = LabRun.rosa(directory, "lab", "--firewall", "--", "bash", file.toString());
    assertEquals(0, lab.exit(), lab::said);
    return lab.out().lines().toList();
  }
}
