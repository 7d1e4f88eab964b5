package dev.rosa.bench.shootout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.FixedFindings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShootoutTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Findings findings = new Findings(FixedFindings.setting());
  private final List<Integer> ran = new ArrayList<>();
  private long nanos;

  /** Takes as long as it says, without waiting for it. */
  private Task task(int seconds) {
    return new Task() {
      @Override
      public String title() {
        return "a task of " + seconds + " s";
      }

      @Override
      public void run(int round) {
        nanos += Duration.ofSeconds(seconds).toNanos();
        ran.add(round);
      }
    };
  }

  private void run(int rounds, Task... each) {
    Progress progress =
        new Progress(
            "shootout", new PrintStream(said, true, StandardCharsets.UTF_8), false, () -> nanos);
    List<List<Task>> plan = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      plan.add(List.of(each));
    }
    new Shootout(Scope.FIGURES, findings, progress, () -> nanos).run(plan);
  }

  @Test
  void shouldRunAllRoundsWhenThereIsTime() {
    run(3, task(5), task(5));
    assertEquals(List.of(1, 1, 2, 2, 3, 3), ran);
    assertEquals(Optional.empty(), findings.incompleteness());
    assertEquals(Duration.ofSeconds(30), findings.duration());
  }

  @Test
  void shouldBeginNoRoundWhenItWouldNotEndInTime() {
    run(5, task(30), task(30));
    assertEquals(List.of(1, 1, 2, 2), ran);
    assertEquals(Optional.empty(), findings.incompleteness());
    assertEquals(List.of("The time was enough for 2 of 5 rounds"), findings.remarks());
  }

  @Test
  void shouldStopWithinTheFirstRoundWhenTheTimeIsOver() {
    run(2, task(170), task(30), task(30));
    assertEquals(List.of(1, 1), ran);
    assertEquals(
        Optional.of("the time was over within the first round"), findings.incompleteness());
  }

  @Test
  void shouldNotPromiseTheEndWhenTheBudgetIsNearlyUsedUpWithinTheFirstRound() {
    run(5, task(100), task(74), task(9), task(9), task(9), task(9));
    List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(
        "shootout:  99 %  round 1 of 5: a task of 9 s, 1 s left", lines.get(lines.size() - 1));
  }

  @Test
  void shouldSayWhatRunsHowMuchIsDoneAndHowLongItTakes() {
    run(1, task(20), task(20));
    String progress = said.toString(StandardCharsets.UTF_8);
    assertTrue(progress.contains("50 %  round 1 of 1: a task of 20 s, 20 s left"), progress);
  }
}
