package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills at random moments, 100 with {@code -Drosa.plane.full=true}. What was acknowledged is in
 * force afterwards; what was asked for without an answer may be; nothing else is.
 */
@Timeout(3_600)
final class PlaneKillTest {

  private static final int KILLS = Boolean.getBoolean("rosa.plane.full") ? 100 : 5;
  private static final int SOURCES = 200;
  private static final int LONGEST_MILLIS = 400;

  @TempDir private Path folder;
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  /** Sources that an operator has banned and not lifted. */
  private Set<String> banned = new HashSet<>();

  /** Those of a request without an answer. */
  private final Set<String> unsure = new HashSet<>();

  @Test
  void shouldHaveInForceWhatWasAcknowledgedBeforeAKill() throws Exception {
    try (PlaneOnMachine plane = new PlaneOnMachine(folder, 50_000).start()) {
      Set<String> found = new HashSet<>();
      for (int i = 0; i < KILLS; i++) {
        Flood flood = new Flood(plane.reporters, "30.%d.%%d.%%d".formatted(i), 1);
        CompletableFuture<Void> operator = CompletableFuture.runAsync(() -> operate(plane));
        CompletableFuture<Void> reporter = CompletableFuture.runAsync(() -> reportTo(flood));
        Thread.sleep(random.nextInt(LONGEST_MILLIS));
        plane.kill();
        CompletableFuture.allOf(operator, reporter).get();
        flood.awaitEnd();
        flood.close();

        plane.start();

        found = requireState(plane, found, flood);
      }
    }
  }

  /** Until the plane has gone. */
  private void operate(PlaneOnMachine plane) {
    while (unsure.isEmpty()) {
      Set<String> some = new HashSet<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        some.add("20.0.0." + random.nextInt(SOURCES));
      }
      String one = some.iterator().next();
      boolean isLift = banned.contains(one);
      unsure.addAll(isLift ? Set.of(one) : some);
      try {
        if (isLift) {
          plane.lift(one);
          banned.remove(one);
        } else {
          plane.ban(some);
          banned.addAll(some);
        }
        unsure.clear();
      } catch (IOException e) {
        // It has been killed.
        return;
      }
    }
  }

  private static void reportTo(Flood flood) {
    try {
      flood.run(60);
    } catch (IOException e) {
      // The plane has been killed.
      return;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Set<String> requireState(PlaneOnMachine plane, Set<String> before, Flood flood)
      throws Exception {
    Set<String> listed = plane.listed();
    assertEquals(listed, plane.elements(), () -> "seed " + seed);
    Set<String> operators = new HashSet<>();
    Set<String> others = new HashSet<>();
    listed.forEach(each -> (each.startsWith("20.") ? operators : others).add(each));
    Set<String> known = new HashSet<>(before);
    known.addAll(flood.toldSources());
    Set<String> asked = flood.sources();
    asked.removeAll(known);
    requireEqual(banned, operators, unsure);
    requireEqual(known, others, asked);
    unsure.clear();
    banned = operators;
    return others;
  }

  private void requireEqual(Set<String> expected, Set<String> found, Set<String> either) {
    Set<String> lost = new HashSet<>(expected);
    lost.removeAll(found);
    lost.removeAll(either);
    Set<String> more = new HashSet<>(found);
    more.removeAll(expected);
    more.removeAll(either);
    assertEquals(Set.of(), lost, () -> "seed " + seed + ": lost");
    assertEquals(Set.of(), more, () -> "seed " + seed + ": more");
  }
}
