package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {

  private final Findings findings = new Findings();

  @Test
  void shouldKeepTheFirstAndCountTheRest() {
    for (int row = 0; row < Findings.MOST + 3; row++) {
      findings.add(new Finding(row, "is missing"));
    }
    List<Finding> all = findings.list();
    assertEquals(Findings.MOST + 1, all.size());
    assertEquals(new Finding(Findings.MOST - 1, "is missing"), all.get(Findings.MOST - 1));
    assertEquals("3 more are not listed", all.get(Findings.MOST).toString());
  }

  @Test
  void shouldListAllOfAFew() {
    findings.addAll(List.of(new Finding(1, "is missing"), Finding.ofExport("is cut")));
    assertEquals(
        List.of("row 1: is missing", "is cut"),
        findings.list().stream().map(Finding::toString).toList());
  }
}
