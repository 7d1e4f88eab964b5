package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class KeeperEndTest {
  private static final String TAKEN_AWAY = "the keeper has taken link and rules away";

  @Test
  void shouldSayThatRulesStayWhenTheProxyDidNotSayBye() {
    String text = new KeeperEnd(true).text();
    assertTrue(text.contains("its rules stay"), text);
    assertTrue(text.contains("./rosa proxy remove"), text);
  }

  @Test
  void shouldSayThatAllIsGoneWhenItIs() {
    KeeperEnd told = new KeeperEnd(true);
    told.orderly();
    assertEquals(TAKEN_AWAY, told.text());
    assertEquals(TAKEN_AWAY, new KeeperEnd(false).text());
  }
}
