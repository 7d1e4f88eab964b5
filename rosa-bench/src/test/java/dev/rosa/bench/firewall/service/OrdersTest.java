package dev.rosa.bench.firewall.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OrdersTest {

  private final Orders orders = new Orders();

  @Test
  void shouldTakeHonestOrdersOnly() {
    assertTrue(orders.isValid(Orders.honest()));
    assertFalse(orders.isValid(Orders.malicious()));
    assertTrue(orders.isValid(Orders.honest()));
  }

  @Test
  void shouldHaveOrdersOfAboutAKilobyte() {
    assertEquals(1_024, Orders.honest().length, 256);
    assertEquals(Orders.honest().length, Orders.malicious().length, 16);
  }

  @Test
  void shouldRefuseADocumentType() {
    String order = new String(Orders.honest(), StandardCharsets.UTF_8);
    String withType =
        order.replaceFirst("\\?>", "?><!DOCTYPE orders SYSTEM \"file:///etc/passwd\">");
    assertFalse(orders.isValid(withType.getBytes(StandardCharsets.UTF_8)));
  }
}
