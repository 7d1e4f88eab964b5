package dev.rosa.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Answers of {@code rosa proxy test} about requests that the proxy refuses itself. */
class RequestLimitsTest {
  private static final String RULES =
      """
      <proxy>
        <rules>
          <rule name="secret" action="refuse" paths="/secret*"/>
          <rule name="some" action="allow" protocols="ftp" commands="GET DIR SITE" paths="/pub/*"/>
          <rule name="encrypt" action="pass" protocols="ftp" paths="/safe"/>
          <rule name="all" action="allow"/>
        </rules>
      </proxy>
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path config;

  @BeforeEach
  void writeRules() throws IOException {
    config = Files.writeString(folder.resolve("proxy.xml"), RULES);
  }

  @Test
  void shouldRefuseCommandsWhosePathsNobodyKnowsUnlessTheRuleNamesThem() {
    assertEquals("refuse, no rule names SITE in commands", answer("SITE", "ftp://192.0.2.1/x"));
    assertEquals("refuse, no rule names XCRC in commands", answer("xcrc", "ftp://192.0.2.1/pub/x"));
    assertEquals("allow", answer("SITE", "ftp://192.0.2.1/pub/x"));
    assertEquals("allow", answer("NOOP", "ftp://192.0.2.1/"));
  }

  @Test
  void shouldRefuseCommandsThatEncryptUnlessARulePassesThem() {
    assertEquals("refuse, AUTH needs a rule with pass", answer("AUTH", "ftp://192.0.2.1/"));
    assertEquals("refuse, MIC needs a rule with pass", answer("mic", "ftp://192.0.2.1/"));
    assertEquals("pass", answer("AUTH", "ftp://192.0.2.1/safe"));
  }

  @Test
  void shouldRefuseWhatNoRuleAllows() {
    assertEquals("refuse, use PASV, EPSV, PORT or EPRT", answer("LPRT", "ftp://192.0.2.1/safe"));
    assertEquals("refuse, use PASV, EPSV, PORT or EPRT", answer("lpsv", "ftp://192.0.2.1/"));
    assertEquals("refuse, not a command", answer("X1", "ftp://192.0.2.1/"));
    assertEquals("refuse, not a plain path", answer("GET", "ftp://192.0.2.1/~root/x"));
    assertEquals("refuse, not a plain path", answer("DIR", "ftp://192.0.2.1/pub/*/x"));
    assertEquals(
        "refuse, the method is not made of capital letters", answer("get", "http://a.example/"));
  }

  @Test
  void shouldKnowCommandsOfFtpByWordsAndVerbsInAnyCase() {
    for (String command : List.of("GET", "RETR", "retr", "get", "DIR", "NLST")) {
      assertEquals("allow", answer(command, "ftp://192.0.2.1/pub/x"), command);
      assertTrue(out.toString().contains("by some, rule 2"), out::toString);
    }
    for (String command : List.of("PUT", "DELETE", "XMKD", "STOR")) {
      assertEquals("allow", answer(command, "ftp://192.0.2.1/pub/x"), command);
      assertTrue(out.toString().contains("by all, rule 4"), out::toString);
    }
    assertEquals("refuse", answer("XMKD", "ftp://192.0.2.1/secret"));
  }

  @Test
  void shouldJudgeTheConnectionWhereRequestsAreNotSeen() {
    assertEquals("allow", answer("GET", "https://a.example/secret"));
    assertTrue(out.toString().contains("allow https://a.example/ by all"), out::toString);
  }

  @Test
  void shouldTellInJson() {
    assertEquals(1, run("test", "LPRT", "ftp://192.0.2.1/", "--json", "--config", "" + config));
    assertTrue(
        out.toString().startsWith("{\"action\":\"refuse\",\"refusal\":\"use PASV, EPSV"),
        out::toString);
  }

  /** The action, and why the proxy refuses it itself. */
  private String answer(String command, String url) {
    out.getBuffer().setLength(0);
    int code = run("test", command, url, "--config", config.toString());
    String first = out.toString().lines().findFirst().orElseThrow(() -> new AssertionError(err));
    String action = first.substring(0, first.indexOf(' '));
    assertEquals(action.equals("refuse") ? 1 : 0, code, first);
    String itself = " by the proxy itself: ";
    int reason = first.indexOf(itself);
    return reason < 0 ? action : action + ", " + first.substring(reason + itself.length());
  }

  private int run(String... args) {
    CommandLine line = Commands.commandLine(new ProxyCommand());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(ProxyArguments.inOrder(args));
  }
}
