package dev.rosa.bench.firewall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.namespace.Shell;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.Program.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short run of the bench, in namespaces of its own. */
class FirewallRunTest {

  private static final Path HOME =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  @TempDir Path folder;

  @BeforeAll
  static void shouldHaveTheSystemsPrograms() {
    for (String tool : List.of("unshare", "taskset", "ip", "nft", "gcc")) {
      assumeTrue(Shell.has(tool), tool + " is not installed");
    }
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "the bench takes two cores");
  }

  private JsonNode run(String only) throws Exception {
    List<String> flags = new ArrayList<>(List.of("-Drosa.home=" + HOME, "-cp"));
    flags.add(System.getProperty("java.class.path"));
    flags.addAll(List.of("dev.rosa.bench.Bench", "bench", "firewall", "--quick"));
    flags.addAll(List.of("--rounds", "1", "--only", only, "--out", folder.toString()));
    List<String> command = JavaHome.current().command(flags);
    Outcome outcome = Program.of("bench", command).run();
    assertEquals(0, outcome.exit(), outcome::said);
    return new ObjectMapper().readTree(folder.resolve("firewall.json").toFile());
  }

  private static JsonNode packets(JsonNode report, String way, String fate) {
    return StreamSupport.stream(report.path("packets").spliterator(), false)
        .filter(row -> row.path("way").asText().equals(way))
        .filter(row -> row.path("fate").asText().equals(fate) && row.path("payload").asInt() == 50)
        .map(row -> row.path("rounds").path("1"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldDropBannedPacketsAndLetOthersPassWhenARuleIsInForce() throws Exception {
    JsonNode report = run("input, 1 rule");
    JsonNode dropped = packets(report, "input, 1 rule", "dropped");
    assertTrue(dropped.path("sent").asLong() > 0, dropped::toString);
    assertEquals(0, dropped.path("received").asLong());
    JsonNode accepted = packets(report, "input, 1 rule", "accepted");
    assertTrue(accepted.path("received").asLong() > 0, accepted::toString);
    assertTrue(Files.readString(folder.resolve("firewall.html")).contains("input, 1 rule"));
  }

  @Test
  void shouldDropBannedPacketsWhenThePlanesLayersAreInForce() throws Exception {
    JsonNode report = run("plane, 1,000 bans");
    assertEquals(0, packets(report, "plane, 1,000 bans", "dropped").path("received").asLong());
    assertTrue(packets(report, "plane, 1,000 bans", "accepted").path("received").asLong() > 0);
  }
}
