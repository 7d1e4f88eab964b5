package dev.rosa.proxy.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.rules.criterion.Question;
import java.util.List;
import org.junit.jupiter.api.Test;

class UserNumbersTest {
  private final UserNumbers first = UserNumbers.NONE.with(List.of("alice", "bob"));

  @Test
  void shouldKeepNumbersWhenOthersComeAndGo() {
    UserNumbers second = first.with(List.of("aaron", "bob"));

    assertEquals(first.of("bob"), second.of("bob"));
    assertEquals(2, second.of("aaron"));
    assertEquals(List.of("", "bob", "aaron"), second.places());
  }

  @Test
  void shouldGiveTheNumberOfAUserWhoIsGoneToNobodyElse() {
    UserNumbers second = first.with(List.of("bob"));
    UserNumbers third = second.with(List.of("carol", "bob"));

    assertFalse(third.has(0));
    assertEquals(Question.NO_USER, third.of("alice"));
    assertEquals("alice", third.name(0), "for the log");
    assertEquals(0, third.with(List.of("alice")).of("alice"));
  }

  @Test
  void shouldHaveNoUserWithoutANumber() {
    assertTrue(first.has(1));
    assertFalse(first.has(2));
    assertFalse(first.has(Question.NO_USER));
    assertEquals("", first.name(Question.NO_USER));
    assertEquals("", first.name(2));
  }
}
