package dev.rosa.bench.proxy.way;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RosaRulesTest {

  private static long rules(String xml) {
    return xml.lines().filter(line -> line.startsWith("<rule ")).count();
  }

  @Test
  void shouldHaveAsManyRulesAsTheirNamesSay() {
    assertEquals(RosaRules.FEW, rules(RosaRules.few()));
    assertEquals(RosaRules.MANY, rules(RosaRules.many()));
  }

  @Test
  void shouldFitIntoAFileOfAMebibyte() {
    assertTrue(RosaRules.many().length() < 1 << 20);
  }
}
