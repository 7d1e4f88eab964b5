package dev.rosa.firewall.plane.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Bans of sources that this machine's surroundings come to name, which neighbours can forge. */
final class EarlyEndTest {

  private static final Source PREFIX = Source.parse("2001:db8:bad::/64");
  private static final Source ADDRESS = Source.parse("2001:db8:bad::5");
  private static final long HOUR = 3_600_000;

  /** A source that the surroundings name, as {@code AllowedSources} answers for it. */
  private static final class Named implements NeverBanned {
    private Optional<Source> source = Optional.empty();

    @Override
    public Optional<String> why(Source asked) {
      return source
          .filter(each -> each.contains(asked) || asked.contains(each))
          .map(each -> "own address");
    }

    @Override
    public Optional<String> whyEnds(Source banned, boolean byOperator) {
      return byOperator
          ? Optional.empty()
          : source.filter(each -> each.contains(banned)).map(each -> "own address");
    }
  }

  private final Named named = new Named();
  private final Policy policy = policy();
  private long now = 1_000_000;

  private Policy policy() {
    PolicySettings settings =
        UsualPolicy.settings(
            "SCAN",
            new PolicySettings.Prefixes(64, 0, 24, 48),
            new PolicySettings.Bounds(10, 100, 10),
            false,
            false);
    return new Policy(settings, named, ban -> {});
  }

  private Ban attack(String address, Proof proof) throws Exception {
    Evidence evidence = new Evidence(InetAddress.getByName(address), "eth0", 80, "SCAN", proof, "");
    return policy.decide(evidence, now).bans().get(0);
  }

  private void name(Source source) {
    named.source = Optional.of(source);
  }

  @Test
  void shouldKeepAnOperatorsBanAlsoOverARestart() throws Exception {
    Ban ofPrefix = policy.ban(PREFIX, HOUR, "", now);
    Ban ofMac = policy.ban(Source.mac(2), HOUR, "", now);
    name(ADDRESS);
    assertEquals(List.of(), policy.liftAllowed(now));
    name(Source.mac(2));
    assertEquals(List.of(), policy.liftAllowed(now));

    Policy restarted = policy();
    assertTrue(restarted.restore(new HeldBan(ofMac, true), now));
    name(ADDRESS);
    assertTrue(restarted.restore(new HeldBan(ofPrefix, true), now));
  }

  @Test
  void shouldMakeABanLongerThatWouldBeRefusedNow() throws Exception {
    policy.ban(PREFIX, HOUR, "", now);
    name(ADDRESS);

    Ban longer = policy.ban(PREFIX, 2 * HOUR, "", now);

    assertEquals(now + 2 * HOUR, longer.endMillis());
    assertThrows(
        BanRefusedException.class,
        () -> policy.ban(Source.parse("2001:db8::/32"), HOUR, "", now),
        "another one");
  }

  @Test
  void shouldKeepABanByEvidenceOfMoreThanWhatIsNamed() throws Exception {
    Ban ban = attack("2001:db8:bad::66", Proof.HANDSHAKE);
    assertEquals(PREFIX, ban.source());
    now += 10_000;
    name(ADDRESS);

    assertEquals(List.of(), policy.liftAllowed(now));
    assertTrue(policy().restore(new HeldBan(ban, false), now));
  }

  /** A link's own prefix can be banned in the seconds before its address is read. */
  @Test
  void shouldLiftABanByEvidenceThatIsAboutAsNewAsWhatIsNamed() throws Exception {
    Ban ban = attack("2001:db8:bad::66", Proof.HANDSHAKE);
    now += 9_999;
    name(ADDRESS);

    assertFalse(policy().restore(new HeldBan(ban, false), now));
    assertEquals(List.of(ban), policy.liftAllowed(now));
    assertEquals(Optional.empty(), policy.held(PREFIX));
  }

  @Test
  void shouldLiftABanByEvidenceOfWhatIsNamed() throws Exception {
    Ban ban = attack("192.0.2.7", Proof.HANDSHAKE);
    now += 60_000;
    name(ban.source());

    assertEquals(List.of(ban), policy.liftAllowed(now));
  }

  @Test
  void shouldKeepAnOperatorsBanOfASourceWhoseLimitIsLifted() throws Exception {
    Ban limit = attack("192.0.2.7", Proof.NONE);
    assertEquals(Ban.Action.LIMIT, limit.action());
    Ban ban = policy.ban(limit.source(), HOUR, "", now);
    name(limit.source());

    assertEquals(List.of(limit), policy.liftAllowed(now));
    assertEquals(Optional.of(new HeldBan(ban, true)), policy.held(limit.source()));
  }
}
