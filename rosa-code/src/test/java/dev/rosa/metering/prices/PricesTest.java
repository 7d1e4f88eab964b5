package dev.rosa.metering.prices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search reaches every member of the list; it measures nothing here. */
@Tag("jdk")
class PricesTest {

  @Test
  void shouldFindArgumentsForEveryMemberOfTheList() {
    List<PriceSearch.Finding> findings = new PriceSearch(64, 6, 200_000, 1, false).run();
    assertTrue(findings.size() > 600, () -> "members: " + findings.size());
    TreeSet<String> missed =
        findings.stream()
            .filter(finding -> !finding.covered())
            .map(PriceSearch.Finding::member)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(List.of(), List.copyOf(missed));
  }
}
