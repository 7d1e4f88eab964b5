package dev.rosa.proxy.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import dev.rosa.config.Problems;
import dev.rosa.proxy.ftp.relay.SessionPolicy;
import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A relayed session between rules, logins and log. */
class RelayedFtpTest {
  private static final InetSocketAddress CLIENT =
      new InetSocketAddress(IpLiteral.parse("10.0.0.7"), 40_000);
  private static final InetSocketAddress SERVER =
      new InetSocketAddress(IpLiteral.parse("2001:db8::1"), 21);

  @TempDir private Path folder;
  private final List<RequestEntry> requests = new ArrayList<>();
  private final List<ConnectionEntry> ended = new ArrayList<>();
  private int user = 1;
  private int seen;
  private final RefusalCounts refusals = new RefusalCounts();
  private RelayedSession.Surroundings around;
  private SessionPolicy policy;

  @BeforeEach
  void begin() throws IOException {
    Path config = folder.resolve("proxy.xml");
    Files.writeString(
        config,
        """
        <proxy>
          <users><user name="alice"/><user name="bob"/></users>
          <rules log="full">
            <rule name="get" action="allow" users="bob" commands="GET"/>
            <rule name="quiet" action="allow" users="bob" commands="DIR" log="none"/>
          </rules>
        </proxy>
        """);
    LoadedRules rules = LoadedRules.read(config, new Problems(config), 1).orElseThrow();
    around =
        new RelayedSession.Surroundings(
            new RulesInForce(rules, ZoneOffset.UTC, Instant.EPOCH),
            () -> 42,
            new Users(),
            new Log(),
            "https://login.example:3327/",
            refusals,
            new HashSet<>(),
            () -> Instant.ofEpochMilli(1_000));
    policy = RelayedFtp.of(around, CLIENT, SERVER);
  }

  private final class Users implements LoggedIn {
    @Override
    public int userAt(InetAddress client) {
      return user;
    }

    @Override
    public void seen(InetAddress client) {
      seen++;
    }
  }

  private final class Log implements ConnectionLog {
    @Override
    public void request(RequestEntry entry) {
      requests.add(entry);
    }

    @Override
    public void ended(ConnectionEntry entry) {
      ended.add(entry);
    }
  }

  private Judgement decide(String verb) {
    NormalUrl url = new NormalUrl();
    url.setAuthority(Scheme.FTP, "[2001:db8::1]");
    byte[] target = AsciiBytes.of("/a.txt");
    url.setTarget(target, 0, target.length);
    return policy.decide(verb, url).judgement();
  }

  @Test
  void shouldLogEachCommandWithItsRuleAndUser() {
    assertEquals(Judgement.PASS, decide("RETR"));
    assertEquals(Judgement.REFUSE, decide("STOR"));

    assertEquals(
        new RequestEntry(
            42,
            1_000,
            "ftp",
            "10.0.0.7:40000",
            "[2001:db8:0:0:0:0:0:1]:21",
            "bob",
            "GET",
            "ftp://[2001:db8:0:0:0:0:0:1]/a.txt",
            "get",
            null),
        requests.get(0));
    assertEquals(RefusalReason.RULE, requests.get(1).reason());
    assertEquals("default", requests.get(1).rule());
    assertEquals(2, seen);
  }

  @Test
  void shouldLogTheSessionWithItsLastCommand() {
    decide("RETR");
    policy.ended(10, 200);

    assertEquals(1, ended.size());
    assertEquals("get", ended.get(0).rule());
    assertEquals(1, ended.get(0).requests());
    assertEquals(210, ended.get(0).bytesSeen());
  }

  @Test
  void shouldLogNothingIfTheRuleDoesNot() {
    decide("LIST");
    policy.ended(10, 200);

    assertEquals(List.of(), requests);
    assertEquals(List.of(), ended);
  }

  @Test
  void shouldEndWithTheLoginThatItBeganWith() {
    assertTrue(policy.isInForce());

    user = Question.NO_USER;

    assertFalse(policy.isInForce());
  }

  @Test
  void shouldLetNoClientBeginWithoutTheLoginThatAllRulesNeed() {
    assertEquals(Optional.empty(), policy.refusal());

    user = Question.NO_USER;

    assertEquals(
        Optional.of("421 log in first at https://login.example:3327/, closing"),
        RelayedFtp.of(around, CLIENT, SERVER).refusal());
  }

  @Test
  void shouldCountRefusals() {
    assertEquals(Judgement.REFUSE, decide("STOR"));
    policy.refused(RefusalReason.LOW_PORT);

    assertEquals(1, refusals.of(RefusalReason.RULE));
    assertEquals(1, refusals.of(RefusalReason.LOW_PORT));
  }
}
