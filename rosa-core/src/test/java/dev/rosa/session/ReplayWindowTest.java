package dev.rosa.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {

  private final ReplayWindow window = new ReplayWindow();

  @Test
  void shouldRefuseZero() {
    assertFalse(window.accept(0));
  }

  @Test
  void shouldAcceptEachNumberOnceWhenTheyComeInOrder() {
    for (long i = 1; i < 10_000; i++) {
      assertTrue(window.accept(i));
      assertFalse(window.accept(i));
    }
  }

  @Test
  void shouldAcceptLateNumberWhenItIsWithinTheWindow() {
    assertTrue(window.accept(5_000));
    assertTrue(window.accept(5_000 - ReplayWindow.SIZE + 1));
    assertFalse(window.accept(5_000 - ReplayWindow.SIZE + 1));
  }

  @Test
  void shouldRefuseNumberWhenItFellOutOfTheWindow() {
    assertTrue(window.accept(5_000));
    assertFalse(window.accept(5_000 - ReplayWindow.SIZE));
  }

  @Test
  void shouldForgetNothingWithinTheWindowWhenNumbersJump() {
    assertTrue(window.accept(10));
    assertTrue(window.accept(1_000));
    assertFalse(window.accept(10));
    assertTrue(window.accept(11));
  }

  @Test
  void shouldTakeOnlyHigherNumbersWhenItGoesOnWhereItWasLeft() {
    for (long highest = 4_000; highest < 4_130; highest++) {
      ReplayWindow later = ReplayWindow.startingAfter(highest);
      assertFalse(later.accept(highest));
      assertFalse(later.accept(highest - 1));
      assertFalse(later.accept(highest - 1_000));
      assertTrue(later.accept(highest + 2));
      assertTrue(later.accept(highest + 1));
      assertFalse(later.accept(highest + 1));
      assertTrue(later.accept(highest + 900));
      assertFalse(later.accept(highest));
    }
  }

  @Test
  void shouldTreatNumbersAsUnsigned() {
    ReplayWindow middle = ReplayWindow.startingAfter(Long.MAX_VALUE - 1);
    assertTrue(middle.accept(Long.MAX_VALUE));
    assertTrue(middle.accept(Long.MIN_VALUE));
    assertFalse(middle.accept(Long.MAX_VALUE));
    ReplayWindow end = ReplayWindow.startingAfter(-3L);
    assertTrue(end.accept(-1L));
    assertFalse(end.accept(-1L));
    assertTrue(end.accept(-2L));
    assertFalse(end.accept(1));
  }

  @Test
  void shouldRefuseAJumpThatWouldShutOutAllThatTheSourceSends() {
    assertFalse(window.accept(-1L));
    assertFalse(window.accept((1L << 32) + 1));
    assertTrue(window.accept(1));
    assertFalse(window.accept((1L << 32) + 2));
    assertTrue(window.accept(2));
    assertTrue(window.accept((1L << 32) + 2));
    assertTrue(window.accept((1L << 32) + 3));
  }

  @Test
  void shouldRefuseAJumpFromANumberThatWasKept() {
    ReplayWindow later = ReplayWindow.startingAfter(70_000);
    assertFalse(later.accept(70_001 + (1L << 32)));
    assertTrue(later.accept(70_001));
    assertTrue(later.accept(70_001 + (1L << 32)));
  }

  @Test
  void shouldAgreeWithASetOfAllNumbersSeen() {
    Random random = new Random(42);
    Set<Long> seen = new HashSet<>();
    long highest = 0;
    for (int i = 0; i < 200_000; i++) {
      long sequence = Math.max(1, highest + random.nextInt(3_000) - 2_400);
      boolean fresh = highest - sequence < ReplayWindow.SIZE && seen.add(sequence);
      assertEquals(fresh, window.accept(sequence), "sequence " + sequence);
      highest = fresh ? Math.max(highest, sequence) : highest;
    }
  }
}
