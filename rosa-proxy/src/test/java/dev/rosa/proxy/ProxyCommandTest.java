package dev.rosa.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ProxyCommandTest {
  private static final String CONFIG = "../config/proxy.xml";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldFindTheShippedConfigurationValid() {
    assertEquals(0, run("--config", CONFIG, "--validate"), err::toString);
    assertEquals(CONFIG + ": valid", out.toString().strip());
  }

  @Test
  void shouldTellWhichRuleDecidesAndWhy() {
    assertEquals(
        0, run("test", "GET", "http://a.example/x?key=1", "--user", "alice", "--config", CONFIG));

    String text = out.toString();
    assertTrue(text.startsWith("allow http://a.example/x by staff, rule 3 in " + CONFIG), text);
    assertTrue(text.contains("rule 2 does not match: categories"), text);
    assertTrue(!text.contains("key"), text);
  }

  @Test
  void shouldRefuseByDefaultAndSayNoRuleMatches() {
    assertEquals(1, run("test", "--config=" + CONFIG, "GET", "http://a.example/x"));
    assertTrue(out.toString().contains("by default: no rule matches"), out::toString);
  }

  @Test
  void shouldTellInJson() {
    assertEquals(
        1,
        run(
            "test",
            "GET",
            "http://www.games.example/",
            "--user",
            "bob",
            "--at",
            "2026-11-23T09:00",
            "--json",
            "--config",
            CONFIG));

    String json = out.toString();
    assertTrue(json.startsWith("{\"action\":\"refuse\",\"rule\":2,\"name\":\"no-games\""), json);
    assertTrue(json.contains("\"categories\":[\"games\"]"), json);
    assertTrue(json.contains("\"before\":[{\"rule\":1,"), json);
  }

  @Test
  void shouldJudgeContentThatIsNamed() {
    String[] words = {
      "test", "GET", "http://a.example/x", "--user", "bob", "--kind", "exe", "--config", CONFIG
    };

    assertEquals(1, run(words));
    assertTrue(out.toString().contains("no-programs"), out::toString);
  }

  @Test
  void shouldPrintTheRulesInTheirCanonicalForm() {
    assertEquals(0, run("rules", "--config", CONFIG));

    assertTrue(
        out.toString().contains("    3  staff            allow users=\"@staff\" log=\"none\""),
        out::toString);
    assertTrue(out.toString().contains("refuse log=\"summary\""), out::toString);
  }

  @Test
  void shouldSayThatItTakesNoTraffic() {
    assertEquals(1, run("--config", CONFIG));
    assertTrue(err.toString().contains("no kernel part"), err::toString);
  }

  @Test
  void shouldRefuseUsersAndUrlsThatAreNone() {
    assertEquals(
        2, run("test", "GET", "http://a.example/", "--user", "mallory", "--config", CONFIG));
    assertEquals(2, run("test", "GET", "http://a..b/", "--config", CONFIG));
    assertTrue(err.toString().contains("the host is not a name or an address"), err::toString);
  }

  private int run(String... args) {
    CommandLine line = Commands.commandLine(new ProxyCommand());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(ProxyArguments.inOrder(args));
  }
}
