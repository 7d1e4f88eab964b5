package dev.rosa.proxy.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import dev.rosa.config.Problems;
import dev.rosa.proxy.ftp.relay.SessionPolicy;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private final KeptSurroundings kept = new KeptSurroundings(1);
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
    around = kept.under(rules);
    policy = RelayedFtp.of(around, CLIENT, SERVER);
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
        kept.requests.get(0));
    assertEquals(RefusalReason.RULE, kept.requests.get(1).reason());
    assertEquals("default", kept.requests.get(1).rule());
    assertEquals(2, kept.seen);
  }

  @Test
  void shouldLogTheSessionWithItsLastCommand() {
    decide("RETR");
    policy.ended(10, 200);

    assertEquals(1, kept.ended.size());
    assertEquals("get", kept.ended.get(0).rule());
    assertEquals(1, kept.ended.get(0).requests());
    assertEquals(210, kept.ended.get(0).bytesSeen());
  }

  @Test
  void shouldLogNothingIfTheRuleDoesNot() {
    decide("LIST");
    policy.ended(10, 200);

    assertEquals(List.of(), kept.requests);
    assertEquals(List.of(), kept.ended);
  }

  @Test
  void shouldEndWithTheLoginThatItBeganWith() {
    assertTrue(policy.isInForce());

    kept.user = Question.NO_USER;

    assertFalse(policy.isInForce());
  }

  @Test
  void shouldLetNoCommandPassForAUserWhoHasLoggedOut() {
    assertEquals(Judgement.PASS, decide("RETR"));

    // The relay may have waited for its client for half a minute since it asked isInForce.
    kept.user = Question.NO_USER;

    assertEquals(Judgement.REFUSE, decide("RETR"));
  }

  @Test
  void shouldTakeNoUserForAnotherOneWhenUsersHaveOtherIndexes() {
    // The user at the address is alice now; the index that the session began with was bob's.
    kept.user = 0;

    assertEquals(Judgement.REFUSE, decide("RETR"));
  }

  @Test
  void shouldLetNoClientBeginWithoutTheLoginThatAllRulesNeed() {
    assertEquals(Optional.empty(), policy.refusal());

    kept.user = Question.NO_USER;

    assertEquals(
        Optional.of("421 log in first at https://login.example:3327/, closing"),
        RelayedFtp.of(around, CLIENT, SERVER).refusal());
  }

  @Test
  void shouldCountRefusals() {
    assertEquals(Judgement.REFUSE, decide("STOR"));
    policy.refused(RefusalReason.LOW_PORT);

    assertEquals(1, kept.refusals.of(RefusalReason.RULE));
    assertEquals(1, kept.refusals.of(RefusalReason.LOW_PORT));
  }
}
