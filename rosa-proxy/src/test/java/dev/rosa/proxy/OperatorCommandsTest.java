package dev.rosa.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.command.Commands;
import dev.rosa.config.IpLiteral;
import dev.rosa.identity.TestDomain;
import dev.rosa.operator.NamedRequests;
import dev.rosa.operator.OperatorRequests;
import dev.rosa.operator.OperatorSocket;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.login.page.WebCertificate;
import dev.rosa.proxy.rules.ProxyConfig;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.helpers.NOPLogger;
import picocli.CommandLine;

/** Commands of operators and users, against a page and a socket that serve. */
class OperatorCommandsTest {
  private static final InetAddress HERE = IpLiteral.parse("127.0.0.1");

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final ObjectNode status = JsonNodeFactory.instance.objectNode();
  private LoginService login;
  private OperatorSocket operators;

  @BeforeEach
  void start() throws Exception {
    WebCertificate.writeTo(folder);
    TestDomain domain = TestDomain.in(folder.resolve("domain"));
    domain.user("bob");
    Path config = folder.resolve("proxy.xml");
    Files.writeString(
        config,
        """
        <proxy>
          <operators socket="run/proxy.sock"/>
          <login listen="127.0.0.1:0" certificate="web.crt" key="web.key"
                 authority="domain/ca.crt" passwords="proxy.users"/>
          <users><user name="alice"/><user name="bob"/></users>
          <rules><rule action="allow" users="*"/></rules>
        </proxy>
        """);
    ProxyConfig read = command(config).config();
    login =
        LoginService.start(read.login(), read.userNames(), new NoListener(), NOPLogger.NOP_LOGGER);
    Map<String, OperatorRequests> requests = new HashMap<>(login.requests());
    requests.put("status", (request, answer) -> answer.line(status));
    operators = OperatorSocket.open(read.operators().socket(), new NamedRequests(requests));
  }

  private static ProxyCommand command(Path config) {
    ProxyCommand command = new ProxyCommand();
    CommandLine unused = Commands.commandLine(command);
    unused.parseArgs("--config", config.toString());
    return command;
  }

  @AfterEach
  void end() throws Exception {
    operators.close();
    login.close();
  }

  private static final class NoListener implements LoggedIn.Listener {
    @Override
    public void loggedIn(InetAddress client, int user, long seconds) {
      // The packet path is not there.
    }

    @Override
    public void loggedOut(InetAddress client, int user) {
      // The packet path is not there.
    }
  }

  private int run(String... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> args = new ArrayList<>(List.of(words));
    args.addAll(List.of("--config", folder.resolve("proxy.xml").toString()));
    return Commands.commandLine(new ProxyCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(ProxyArguments.inOrder(args.toArray(String[]::new)));
  }

  private int runWithInput(String input, String... words) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    try {
      return run(words);
    } finally {
      System.setIn(before);
    }
  }

  private String page() {
    return "https://127.0.0.1:" + login.address().orElseThrow().getPort();
  }

  private String web() {
    return folder.resolve("web.crt").toString();
  }

  @Test
  void shouldShowTheStatusAndTellByItsExitCodeIfTheProxyIsReady() {
    status.put("ready", true).putObject("connections").put("remembered", 3).put("requests", 70);
    assertEquals(0, run("status"), err::toString);
    assertEquals(
        "ready                      true\nconnections                remembered=3  requests=70\n",
        out.toString());

    status.put("ready", false);
    assertEquals(1, run("status", "--json"));
    assertEquals(status + "\n", out.toString());
  }

  @Test
  void shouldGiveUsersPasswordsThatAreNowhereOnTheCommandLine() {
    assertEquals(0, runWithInput("correct horse\n", "user", "add", "alice"), err::toString);
    assertEquals("added alice\n", out.toString());
    assertEquals(0, runWithInput("other\n", "user", "add", "carol"));
    assertTrue(
        err.toString().contains(": warning: carol is not in <users> yet, and cannot log in before"),
        err.toString());

    assertEquals(0, run("user", "list"));

    assertEquals(
        """
        alice                password
        bob                  no password
        carol                password, not in the configuration
        """,
        out.toString());
    assertEquals(0, run("user", "remove", "carol"));
    assertEquals(1, run("user", "remove", "carol"));
    assertTrue(err.toString().endsWith("carol has no password\n"), err.toString());
  }

  @Test
  void shouldWantAPassword() {
    assertEquals(1, runWithInput("", "user", "add", "alice"));
    assertTrue(err.toString().contains("there is no password"), err.toString());
    assertFalse(Files.exists(folder.resolve("proxy.users")));
  }

  @Test
  void shouldLogInByPasswordShowWhoAndLogOut() {
    assertEquals(0, runWithInput("correct horse\n", "user", "add", "alice"), err::toString);
    assertEquals(
        1, runWithInput("wrong\n", "login", "--as", page(), "--name", "alice", "--trust", web()));
    assertTrue(err.toString().endsWith("name and password do not fit\n"), err.toString());

    assertEquals(
        0,
        runWithInput(
            "correct horse\n", "login", "--as", page(), "--name", "alice", "--trust", web()),
        err::toString);

    assertEquals("logged in as alice\n", out.toString());
    assertEquals(0, run("who"));
    assertTrue(out.toString().contains("alice                127.0.0.1 "), out.toString());
    assertEquals(0, run("who", "--json"));
    assertTrue(out.toString().startsWith("{\"user\":\"alice\",\"address\":\"127.0.0.1\""));
    assertEquals(0, run("logout", "127.0.0.1"));
    assertEquals("ended logins: 1\n", out.toString());
    assertEquals(0, run("who"));
    assertEquals("no user is logged in\n", out.toString());
  }

  @Test
  void shouldLogInByIdentity() {
    String bob = folder.resolve("domain/bob").toString();

    assertEquals(
        0, run("login", "--as", page(), "--identity", bob, "--trust", web()), err::toString);

    assertEquals("logged in as bob\n", out.toString());
    assertEquals(1, login.logins().userAt(HERE));
    assertEquals(0, run("logout", "bob"));
    assertEquals(1, run("logout", "bob"));
  }

  @Test
  void shouldWantEitherANameOrAnIdentity() {
    assertEquals(2, run("login", "--as", page()));
    assertTrue(err.toString().contains("expected either --identity or --name"), err.toString());
  }

  @Test
  void shouldSayThatNoProxyRuns() throws Exception {
    operators.close();

    assertEquals(1, run("who"));

    assertTrue(err.toString().contains("no proxy can be reached there"), err.toString());
    assertTrue(err.toString().contains("is it started?"), err.toString());
  }

  @Test
  void shouldSayThatNothingAnswersAtThePage() {
    String page = page();
    login.close();

    assertEquals(1, runWithInput("x\n", "login", "--as", page, "--name", "a", "--trust", web()));

    assertTrue(err.toString().contains("cannot be reached: "), err.toString());
    assertFalse(err.toString().contains("null"), err.toString());
  }

  @Test
  void shouldNameFilesThatAreMissing() throws Exception {
    Files.delete(folder.resolve("web.key"));
    Path config = folder.resolve("proxy.xml");
    Files.writeString(
        config,
        Files.readString(config)
            .replace("<rules>", "<lists><list category='a' file='a.txt'/></lists>\n<rules>"));

    assertEquals(2, run("--validate"));

    assertTrue(err.toString().contains("web.key: no such file"), err.toString());
    assertTrue(err.toString().contains("a.txt: no such file"), err.toString());
  }

  @Test
  void shouldCallAConfigurationWithoutALoginAMistake() throws Exception {
    Path config = folder.resolve("proxy.xml");
    Files.writeString(config, "<proxy><rules/></proxy>");

    assertEquals(2, run("user", "list"));
    assertTrue(err.toString().contains("has no <login>"), err.toString());
    assertEquals(2, run("who"));
    assertTrue(err.toString().contains("has no <operators>"), err.toString());
  }

  @Test
  void shouldFindMistakesInWhatTheLoginNames() throws Exception {
    Files.writeString(folder.resolve("web.key"), "no key");
    Files.writeString(folder.resolve("domain/ca.crt"), "no certificate");

    assertEquals(2, run("--validate"));

    assertTrue(err.toString().contains(":3: <login key>: "), err.toString());
    assertTrue(err.toString().contains(":4: <login authority>: "), err.toString());
  }
}
