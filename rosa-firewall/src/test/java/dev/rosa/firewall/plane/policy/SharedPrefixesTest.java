package dev.rosa.firewall.plane.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** IPv6 prefixes whose addresses are those of very different hosts. */
final class SharedPrefixesTest {

  private static final long NOW = 1_000_000;

  private final Policy policy = policy();

  private static Policy policy() {
    PolicySettings settings =
        UsualPolicy.settings(
            "SCAN",
            new PolicySettings.Prefixes(64, 3, 24, 48),
            new PolicySettings.Bounds(10, 100, 0),
            false,
            false);
    return new Policy(settings, source -> Optional.empty(), ban -> {});
  }

  private Decision decide(String address) throws Exception {
    Evidence evidence =
        new Evidence(InetAddress.getByName(address), "eth0", 80, "SCAN", Proof.HANDSHAKE, "");
    return policy.decide(evidence, NOW);
  }

  private List<String> bannedFor(String address) throws Exception {
    return decide(address).bans().stream().map(Ban::source).map(Source::text).toList();
  }

  @Test
  void shouldBanThePrefixThatOneHostHas() throws Exception {
    assertEquals(List.of("2001:db8::/64"), bannedFor("2001:db8::7"));
  }

  /** RFC 6052: behind a translator all of IPv4 is in one /96. */
  @Test
  void shouldBanOneClientOfATranslatorAndNotAllOfThem() throws Exception {
    assertEquals(List.of("64:ff9b::102:304"), bannedFor("64:ff9b::102:304"));
    assertEquals(List.of("64:ff9b:1::102:304"), bannedFor("64:ff9b:1::102:304"));
    assertEquals(List.of("::ffff:0:102:304"), bannedFor("::ffff:0:102:304"));
    assertEquals(
        Source.parse("64:ff9b::102:305"),
        policy.describe(Source.parse("64:ff9b::102:305"), NOW).source());
  }

  /** A ban holds at all links, and another link may have a router of that address. */
  @Test
  void shouldBanNoLinkLocalAddressByEvidence() throws Exception {
    for (String address : List.of("fe80::bad", "febf::1", "169.254.7.7")) {
      for (int i = 0; i < 5; i++) {
        Decision decision = decide(address);
        assertEquals(Verdict.ALLOWED, decision.verdict());
        assertEquals(List.of(), decision.bans());
        assertEquals(
            "never banned: by evidence, as a link-local address may be another host's at another"
                + " link",
            decision.reason());
      }
      SourceState state = policy.describe(Source.parse(address), NOW);
      assertEquals(0, state.score());
      assertEquals(Source.parse(address), state.source());
      assertTrue(state.allowed().orElseThrow().startsWith("by evidence, "));
    }
  }

  @Test
  void shouldBanALinkLocalAddressAsAnOperatorWishes() throws Exception {
    Source address = Source.parse("fe80::bad");
    Ban ban = policy.ban(address, 60_000, "", NOW);
    assertEquals(address, ban.source());

    Policy restarted = policy();
    assertTrue(restarted.restore(new HeldBan(ban, true), NOW));
    assertFalse(restarted.restore(new HeldBan(ban, false), NOW), "by evidence of before");
  }

  /** As many bits as of IPv4, and not a /48 that all of IPv4 is in. */
  @Test
  void shouldRaiseBansOfATranslatorsClientsAsThoseOfIpv4() throws Exception {
    List<String> banned = new ArrayList<>();
    for (String client : List.of("102:301", "506:701", "102:302", "102:303")) {
      banned.addAll(bannedFor("64:ff9b::" + client));
    }
    assertEquals(
        List.of(
            "64:ff9b::102:301",
            "64:ff9b::506:701",
            "64:ff9b::102:302",
            "64:ff9b::102:303",
            "64:ff9b::102:300/120"),
        banned);
  }
}
