package dev.rosa.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ProxyCommandTest {
  private static final String CONFIG = "../config/proxy.xml";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldFindTheShippedConfigurationValid() {
    assertEquals(0, run("--config", CONFIG, "--validate"), err::toString);
    assertTrue(out.toString().startsWith(CONFIG + ": valid"), out::toString);
    // Its interfaces may be there or not.
    assertTrue(
        err.toString().lines().allMatch(line -> line.endsWith("there is no such interface")),
        err::toString);
  }

  @Test
  void shouldValidateTheUsualConfigurationIfNoneIsNamed() {
    assertEquals(
        List.of("--config", "config/proxy.xml", "--validate"),
        List.of(ProxyArguments.inOrder("--validate")));
    assertEquals(
        List.of("--config", "x", "--validate"),
        List.of(ProxyArguments.inOrder("--validate", "--config=x")));
    assertEquals(List.of(), List.of(ProxyArguments.inOrder()));
  }

  @Test
  void shouldNameACommandThatIsNone() {
    assertEquals(2, run("rule"));
    assertEquals(
        "rosa-proxy: unknown command 'rule', did you mean rules?; see rosa-proxy --help\n",
        err.toString());
  }

  @Test
  void shouldShowThatCommandsHaveAUsualConfiguration() {
    assertEquals(0, run("rules", "--help"));
    assertTrue(out.toString().contains(".jar [--config=FILE] rules ["), out::toString);
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
  void shouldNameTheScanThatAnAnswerNeeds(@TempDir Path folder) throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("proxy.xml"),
            """
            <proxy>
              <scans><scan name="virus" service="icap://127.0.0.1/avscan"/></scans>
              <rules>
                <rule name="web" action="allow" protocols="http" scan="virus"/>
              </rules>
            </proxy>
            """);
    assertEquals(0, run("test", "GET", "http://a.example/x", "--config", config.toString()));
    String text = out.toString();
    assertTrue(text.contains("its answer is scanned by virus, icap://127.0.0.1/avscan"), text);
    assertEquals(0, run("test", "GET", "http://a.example/", "--json", "--config", "" + config));
    assertTrue(out.toString().contains("\"scan\":\"virus, icap"), out::toString);
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
  void shouldSayThatItNeedsLinksToServe(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("p.xml"), "<proxy><rules/></proxy>");
    assertEquals(2, run("--config", file.toString()));
    assertTrue(err.toString().contains("has no <interfaces>"), err::toString);
    assertEquals(0, run("--config", file.toString(), "--validate"));
    assertTrue(err.toString().contains(":1: warning: <proxy> has no <interfaces>"), err::toString);
    assertTrue(out.toString().contains("valid, 1 warning"), out::toString);
  }

  @Test
  void shouldRefuseALinkThatIsNamedTwiceAndPortsOfTwoProtocols(@TempDir Path folder)
      throws IOException {
    String links = "<clients>r0</clients><servers>%s</servers>";
    assertMistake(folder, links.formatted("r0"), "is interface r0, which is named twice");
    String ports = links.formatted("r1") + "<ports http='80 443'/>";
    assertMistake(folder, ports, "has port 443, expected each one from 1 to 65535 once");
  }

  @Test
  void shouldReportALinkThatIsNoneInOneLine(@TempDir Path folder) throws IOException {
    assertMistake(
        folder,
        "<clients>eth0 with space</clients><servers>lo</servers><ports/>",
        "<clients> is 'eth0 with space', expected the name of a network interface");
    assertEquals(1, err.toString().lines().count(), err::toString);
  }

  private void assertMistake(Path folder, String elements, String sentence) throws IOException {
    Path file = folder.resolve("p.xml");
    String text = "<proxy><interfaces>" + elements + "</interfaces><rules/></proxy>";
    Files.writeString(file, text);
    assertEquals(2, run("--config", file.toString(), "--validate"));
    assertTrue(err.toString().contains(sentence), err::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<users><user name='Alice'/></users>",
        "<users><user name='al ice' groups='staff'/></users>",
        "<users><user name=''/></users>",
        "<users><user groups='staff'/></users>",
        "<lists><list category='ga mes' file='games.txt'/></lists>",
        "<lists><list category='games'/></lists>",
        "<times><time name='la te'/></times>",
        "<scans><scan name='a b' service='icap://127.0.0.1/a'/></scans>",
        "<scans><scan name='a'/></scans>",
        "<login listen='127.0.0.1:1'/>",
        "<log/>",
        "<operators/>"
      })
  void shouldNameTheLineOfWhatHasNoRightName(String element, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("p.xml");
    Files.writeString(file, "<proxy>\n" + element + "\n<rules/></proxy>");

    assertEquals(2, run("--config", file.toString(), "--validate"), err::toString);
    assertTrue(
        err.toString().lines().anyMatch(line -> line.startsWith("rosa-proxy: " + file + ":2: ")),
        err::toString);
  }

  @Test
  void shouldRefuseUsersAndUrlsThatAreNone() {
    assertEquals(
        2, run("test", "GET", "http://a.example/", "--user", "mallory", "--config", CONFIG));
    assertEquals(2, run("test", "GET", "http://a..b/", "--config", CONFIG));
    assertTrue(err.toString().contains("the host is not a name or an address"), err::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "test GET http://a.example/ --at 09:00"
            + "| '--at': '09:00', expected a time such as 2026-01-31T08:00;",
        "test GET http://a.example/ --length much | '--length': 'much', expected ",
        "test GET http://a.example/ --from here | '--from': 'here', expected ",
        "login --as https://a^b | '--as': 'https://a^b', expected a URL such as https://",
        "top --by foo | '--by': 'foo', expected one of user, host;"
      },
      quoteCharacter = '"')
  void shouldSayInPlainWordsWhatAnOptionIsNot(String typed, String sentence) {
    assertEquals(2, run(typed.split(" ")));
    assertTrue(err.toString().contains(sentence), err::toString);
    assertFalse(err.toString().contains("java"), err::toString);
  }

  private int run(String... args) {
    CommandLine line = Commands.commandLine(new ProxyCommand());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(ProxyArguments.inOrder(args));
  }
}
