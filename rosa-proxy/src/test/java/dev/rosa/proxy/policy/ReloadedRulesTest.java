package dev.rosa.proxy.policy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.config.IpLiteral;
import dev.rosa.config.Problems;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.login.LoginSettings;
import dev.rosa.proxy.login.Logins;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.UserNumbers;
import dev.rosa.proxy.stream.Judgement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of a user while the rules are replaced. */
class ReloadedRulesTest {
  private static final InetSocketAddress CLIENT =
      new InetSocketAddress(IpLiteral.parse("10.0.0.7"), 40_000);
  private static final InetSocketAddress SERVER =
      new InetSocketAddress(IpLiteral.parse("192.0.2.1"), 80);

  @TempDir private Path folder;

  private static final class Nothing implements LoggedIn.Listener, ConnectionLog {
    @Override
    public void loggedIn(InetAddress client, int user, long seconds) {}

    @Override
    public void loggedOut(InetAddress client, int user) {}

    @Override
    public void request(RequestEntry entry) {}

    @Override
    public void ended(ConnectionEntry entry) {}
  }

  @Test
  void shouldRefuseWhatIsRefusedToAUserAlsoWhileRulesAreReplaced() throws Exception {
    LoadedRules rules = rules("bob", UserNumbers.NONE);
    LoginSettings settings = new LoginSettings(Duration.ofHours(8), Duration.ofHours(1), 3, 10);
    Logins logins = new Logins(settings, List.of("bob"), () -> Instant.EPOCH, new Nothing());
    assertEquals(true, logins.login(CLIENT.getAddress(), "bob"));
    RulesInForce inForce = new RulesInForce(rules, ZoneOffset.UTC, Instant.EPOCH);
    RelayedHttp session = session(inForce, logins);
    assertEquals(Judgement.REFUSE, decide(session));

    Judgement[] meanwhile = new Judgement[1];
    logins.reload(
        settings,
        List.of("bob"),
        () -> {
          meanwhile[0] = decide(session);
          inForce.replace(rules);
        });

    assertEquals(Judgement.REFUSE, meanwhile[0]);
  }

  @Test
  void shouldTakeNoUserForAnotherOneUnderRulesOfOtherUsers() throws Exception {
    LoadedRules rules = rules("bob", UserNumbers.NONE);
    RulesInForce inForce = new RulesInForce(rules, ZoneOffset.UTC, Instant.EPOCH);
    KeptSurroundings asBob = new KeptSurroundings(rules.users().of("bob"));
    RelayedHttp session = session(inForce, asBob);

    inForce.replace(rules("aaron bob", rules.users()));

    // The user was looked up before.
    assertEquals(Judgement.REFUSE, decide(session));
    assertEquals("bob", inForce.userName(asBob.user));
  }

  @Test
  void shouldRefuseAllToAUserWhomTheRulesInForceDoNotHave() throws Exception {
    LoadedRules rules = rules("alice bob", UserNumbers.NONE);
    RulesInForce inForce = new RulesInForce(rules, ZoneOffset.UTC, Instant.EPOCH);
    RelayedHttp session = session(inForce, new KeptSurroundings(rules.users().of("alice")));
    assertEquals(Judgement.PASS, decide(session));

    inForce.replace(rules("bob", rules.users()));

    assertEquals(Judgement.REFUSE, decide(session));
  }

  private LoadedRules rules(String users, UserNumbers before) throws Exception {
    StringBuilder elements = new StringBuilder();
    for (String user : users.split(" ")) {
      elements.append("<user name=\"%s\"/>".formatted(user));
    }
    Path config =
        Files.writeString(
            folder.resolve("proxy.xml"),
            """
            <proxy>
              <users>%s</users>
              <rules>
                <rule name="not-bob" action="refuse" users="bob" paths="/secret*"/>
                <rule name="web" action="allow" protocols="http"/>
              </rules>
            </proxy>
            """
                .formatted(elements));
    return LoadedRules.read(config, new Problems(config), 1, before).orElseThrow();
  }

  private static RelayedHttp session(RulesInForce inForce, LoggedIn loggedIn) {
    return RelayedHttp.of(
        new RelayedSession.Surroundings(
            inForce,
            () -> 1,
            loggedIn,
            new Nothing(),
            "https://login.example/",
            new RefusalCounts(),
            new HashSet<>(),
            () -> Instant.EPOCH),
        new Scans(() -> 5),
        CLIENT,
        SERVER);
  }

  private static Judgement decide(RelayedHttp session) {
    byte[] head = "GET /secret HTTP/1.1\r\nHost: a.example\r\n\r\n".getBytes(US_ASCII);
    RequestHead request = new RequestHead();
    assertEquals(null, request.read(head, head.length, ServerEnd.of(SERVER)));
    return session.decide(request);
  }
}
