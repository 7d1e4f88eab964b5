package dev.rosa.firewall.plane.allow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.ban.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Bans that end early, by what is allowed and by what only the surroundings say. */
final class AllowedSourcesTest {

  private static final String ADDRESS = "2001:db8:bad::5";
  private static final String PREFIX = "2001:db8:bad::/64";

  private final AllowedSources allowed = new AllowedSources(List.of());

  private void surround(String source, String reason) {
    assertTrue(allowed.replaceSurroundings(Map.of(Source.parse(source), reason)));
  }

  private Optional<String> whyEnds(String banned, boolean byOperator) {
    return allowed.whyEnds(Source.parse(banned), byOperator);
  }

  @Test
  void shouldEndNoBanOfAPrefixForAnAddressThatTheMachineHasGot() {
    surround(ADDRESS, "own address");

    assertEquals(Optional.empty(), whyEnds(PREFIX, false));
    assertEquals(Optional.empty(), whyEnds(PREFIX, true));
    assertEquals(
        Optional.of("it contains " + ADDRESS + ", own address"),
        allowed.why(Source.parse(PREFIX)),
        "of a new ban");
  }

  @Test
  void shouldEndTheBanOfAnAddressOfTheSurroundingsUnlessItIsAnOperators() {
    surround("02:00:00:00:00:02", "next hop 10.0.0.3");

    assertEquals(Optional.of("next hop 10.0.0.3"), whyEnds("02:00:00:00:00:02", false));
    assertEquals(Optional.empty(), whyEnds("02:00:00:00:00:02", true));
  }

  @Test
  void shouldEndEachBanWithAnAddressThatAnOperatorAllows() {
    AllowedSources configured = new AllowedSources(List.of(Source.parse("192.0.2.7")));
    assertTrue(allowed.add(Source.parse(ADDRESS)));
    for (boolean byOperator : List.of(false, true)) {
      assertTrue(whyEnds(PREFIX, byOperator).isPresent());
      assertTrue(whyEnds(ADDRESS, byOperator).isPresent());
      assertTrue(configured.whyEnds(Source.parse("192.0.2.0/24"), byOperator).isPresent());
      assertTrue(configured.whyEnds(Source.parse("192.0.2.8"), byOperator).isEmpty());
    }
  }
}
