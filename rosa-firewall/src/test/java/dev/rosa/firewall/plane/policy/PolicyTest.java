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
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PolicyTest {

  private static final long MINUTE = 60_000;
  private static final String ATTACKER = "192.0.2.7";

  private final List<Ban> evicted = new ArrayList<>();
  private Source allowed = Source.parse("198.51.100.1");
  private int raiseAt;
  private boolean observe;
  private boolean sessionsBan = true;
  private int mostBans = 100;
  private int mostLimits = 2;
  private long now = 1_000_000;

  private Policy policy() {
    PolicySettings settings =
        UsualPolicy.settings(
            "SQL_INJECTION",
            new PolicySettings.Prefixes(64, raiseAt, 24, 48),
            new PolicySettings.Bounds(10, mostBans, mostLimits),
            sessionsBan,
            observe);
    return new Policy(settings, this::why, evicted::add);
  }

  private Optional<String> why(Source source) {
    boolean is = allowed.contains(source) || source.contains(allowed);
    return is ? Optional.of("test") : Optional.empty();
  }

  private static Evidence evidence(String source, Proof proof, String kind) {
    try {
      return new Evidence(InetAddress.getByName(source), "", 80, kind, proof, "");
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Decision attack(Policy policy, String source, Proof proof) {
    return policy.decide(evidence(source, proof, "SQL_INJECTION"), now);
  }

  private Decision ban(Policy policy, String source) {
    return attack(policy, source, Proof.HANDSHAKE);
  }

  @Test
  void shouldBanWhenWeightsAddUpToMalicious() {
    Policy policy = policy();
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      verdicts.add(policy.decide(evidence(ATTACKER, Proof.SESSION, "OTHER"), now).verdict());
    }

    assertEquals(
        List.of(Verdict.TOLERATED, Verdict.SUSPICIOUS, Verdict.BANNED, Verdict.ALREADY_BANNED),
        verdicts);
  }

  @Test
  void shouldCountEvidenceInFullAMomentLater() {
    Policy policy = policy();
    Decision last = null;
    for (int i = 0; i < 3; i++) {
      last = policy.decide(evidence(ATTACKER, Proof.SESSION, "OTHER"), now++);
    }

    assertEquals(Verdict.BANNED, last.verdict());
  }

  @Test
  void shouldForgetHalfOfAScoreInAHalfLife() {
    Policy policy = policy();
    policy.decide(evidence(ATTACKER, Proof.HANDSHAKE, "OTHER"), now);
    policy.decide(evidence(ATTACKER, Proof.HANDSHAKE, "OTHER"), now);
    now += 5 * MINUTE;

    Decision third = policy.decide(evidence(ATTACKER, Proof.HANDSHAKE, "OTHER"), now);

    assertEquals(20, third.score(), 0.001);
    assertEquals(Verdict.SUSPICIOUS, third.verdict());
  }

  @Test
  void shouldBanNoSourceWithoutProof() {
    Policy policy = policy();
    for (int i = 0; i < 100; i++) {
      Decision decision = attack(policy, "192.0.2." + i, Proof.NONE);
      assertTrue(decision.bans().stream().allMatch(each -> each.action() == Ban.Action.LIMIT));
    }

    assertEquals(0, policy.size().bans());
    assertEquals(2, policy.size().limits());
  }

  @Test
  void shouldKeepProvenScoresWhenAForgerFillsTheTable() {
    Policy policy = policy();
    policy.decide(evidence(ATTACKER, Proof.HANDSHAKE, "OTHER"), now);
    for (int i = 0; i < 1_000; i++) {
      policy.decide(evidence("10.0." + i / 250 + "." + i % 250, Proof.NONE, "OTHER"), now);
    }

    assertEquals(10, policy.describe(Source.parse(ATTACKER), now).score(), 0.001);
    assertEquals(10, policy.size().unprovenSources());
  }

  @Test
  void shouldBanARepeatOffenderForLongerAndForgetWithTime() {
    Policy policy = policy();
    List<Long> minutes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Ban ban = ban(policy, ATTACKER).bans().get(0);
      minutes.add((ban.endMillis() - now) / MINUTE);
      now = ban.endMillis();
      assertEquals(List.of(ban), policy.removeEnded(now));
    }
    now += Duration.ofDays(3).toMillis();

    Ban later = ban(policy, ATTACKER).bans().get(0);

    assertEquals(List.of(10L, 40L, 60L), minutes);
    assertEquals(10, (later.endMillis() - now) / MINUTE);
  }

  @Test
  void shouldNotShortenABan() throws BanRefusedException {
    Policy policy = policy();
    Source source = Source.parse(ATTACKER);
    Ban first = policy.ban(source, 60 * MINUTE, "long", now);

    Ban second = policy.ban(source, MINUTE, "short", now);

    assertEquals(first, second);
  }

  @Test
  void shouldBanAnIpv6AddressWithItsPrefix() {
    Policy policy = policy();

    Ban ban = ban(policy, "2001:db8:0:1::5").bans().get(0);

    assertEquals(Source.parse("2001:db8:0:1::/64"), ban.source());
    assertEquals(Verdict.ALREADY_BANNED, ban(policy, "2001:db8:0:1::6").verdict());
  }

  @Test
  void shouldBanTheAddressAloneWhenItsPrefixHasAnAllowedOne() {
    allowed = Source.parse("2001:db8:0:1::1");
    Policy policy = policy();

    Ban ban = ban(policy, "2001:db8:0:1::5").bans().get(0);

    assertEquals(Source.parse("2001:db8:0:1::5"), ban.source());
    assertEquals(Verdict.ALLOWED, ban(policy, "2001:db8:0:1::1").verdict());
  }

  @Test
  void shouldRaiseSourcesToTheirPrefixUnlessItHasAnAllowedOne() {
    raiseAt = 2;
    Policy policy = policy();
    ban(policy, "192.0.2.1");
    ban(policy, "198.51.100.2");

    List<Ban> raised = ban(policy, "192.0.2.2").bans();
    List<Ban> left = ban(policy, "198.51.100.3").bans();

    assertEquals(Source.parse("192.0.2.0/24"), raised.get(1).source());
    assertEquals(1, left.size());
  }

  @Test
  void shouldLetTheBanThatEndsFirstMakeWayButNoOperators() throws BanRefusedException {
    mostBans = 2;
    Policy policy = policy();
    Ban byOperator = policy.ban(Source.parse("192.0.2.1"), MINUTE, "operator", now);
    Ban first = ban(policy, "192.0.2.2").bans().get(0);
    now++;

    ban(policy, "192.0.2.3");

    assertEquals(List.of(first), evicted);
    assertEquals(Optional.of(byOperator), policy.held(byOperator.source()).map(HeldBan::ban));
    assertThrows(BanRefusedException.class, () -> policy.requireRoom(2));
  }

  @Test
  void shouldOnlyShowWhatItWouldDoWhileItObserves() {
    observe = true;
    Policy policy = policy();

    Decision decision = ban(policy, ATTACKER);

    assertEquals(Verdict.OBSERVED, decision.verdict());
    assertEquals(List.of(), decision.bans());
    assertEquals(0, policy.size().bans());
  }

  @Test
  void shouldRefuseAndLiftWhatIsAllowed() throws BanRefusedException {
    Policy policy = policy();
    assertThrows(
        BanRefusedException.class,
        () -> policy.ban(Source.parse("198.51.100.0/24"), MINUTE, "", now));
    Ban ban = policy.ban(Source.parse("192.0.2.0/24"), MINUTE, "", now);
    allowed = Source.parse("192.0.2.9");

    assertEquals(List.of(ban), policy.liftAllowed(now));
    assertTrue(policy.all().isEmpty());
  }

  @Test
  void shouldForgetOffencesOfALiftedSource() {
    Policy policy = policy();
    Ban ban = ban(policy, ATTACKER).bans().get(0);

    assertEquals(List.of(ban), policy.lift(ban.source()));

    assertEquals(0, policy.describe(ban.source(), now).offences());
    assertEquals(ban.endMillis(), ban(policy, ATTACKER).bans().get(0).endMillis());
  }

  @Test
  void shouldRestoreABanThatHasNotEnded() {
    Policy policy = policy();
    Source source = Source.parse(ATTACKER);
    HeldBan held = new HeldBan(new Ban(source, Ban.Action.DROP, now, now + 5, ""), false);

    assertTrue(policy.restore(held, now + 4));
    assertFalse(policy.restore(held, now + 5));

    assertEquals(Optional.of(held), policy.held(source));
  }

  @Test
  void shouldOnlyLimitForSessionsUnlessEachUserHasAnAddressOfHisOwn() {
    sessionsBan = false;
    Decision decision = attack(policy(), ATTACKER, Proof.SESSION);

    assertEquals(Verdict.LIMITED, decision.verdict());
    assertEquals(Ban.Action.LIMIT, decision.bans().get(0).action());
  }

  @Test
  void shouldOnlyShowEvidenceWithoutProofWhereLimitsAreOff() {
    mostLimits = 0;
    Policy policy = policy();
    for (int i = 0; i < 5; i++) {
      Decision decision = attack(policy, ATTACKER, Proof.NONE);

      assertEquals(Verdict.SUSPICIOUS, decision.verdict());
      assertTrue(decision.bans().isEmpty());
    }
  }

  @Test
  void shouldKeepLessEvidenceOfSourcesThatAnybodyCanForge() {
    observe = true;
    mostLimits = 0;
    Policy policy = policy();
    for (int i = 0; i < 10; i++) {
      Decision forged = attack(policy, ATTACKER, Proof.NONE);
      Decision proven = attack(policy, "192.0.2.8", Proof.HANDSHAKE);
      assertTrue(forged.bans().isEmpty() && proven.bans().isEmpty());
    }

    assertEquals(2, policy.describe(Source.parse(ATTACKER), now).evidence().size());
    assertEquals(8, policy.describe(Source.parse("192.0.2.8"), now).evidence().size());
  }
}
