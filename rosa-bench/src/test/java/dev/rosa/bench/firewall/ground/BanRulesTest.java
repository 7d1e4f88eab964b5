package dev.rosa.bench.firewall.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bench.firewall.ground.BanRules.Hook;
import java.util.List;
import org.junit.jupiter.api.Test;

class BanRulesTest {

  @Test
  void shouldHaveARuleForEachSource() {
    List<String> rules = BanRules.rules(Hook.INPUT, Sources.bad(300));
    assertEquals(300, rules.stream().distinct().count());
    assertEquals("add rule ip bench_bans bans ip saddr 10.16.1.43 drop", rules.get(299));
  }

  @Test
  void shouldBanTheMacAddressThatBadPacketsHave() {
    List<String> elements = BanRules.elements(Hook.BRIDGE_MAC, Sources.bad(3));
    assertEquals(3, elements.stream().distinct().count());
    assertEquals(AttackedHost.BAD_MAC + " timeout 1h", elements.get(0));
  }

  @Test
  void shouldSendFromTheLastSourceWhenAllRulesAreToBePassed() {
    assertEquals(List.of("10.16.3.231"), Sources.bad(1_000).last().addresses());
    assertEquals("10.128.0.0", Sources.honest().address(0));
  }
}
