package dev.rosa.bench.shootout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.measure.Rounds;
import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.FixedFindings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.work.Contender;
import dev.rosa.bench.shootout.work.Contenders;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static final Contenders KNOWN = Contenders.known();

  private final Findings findings = new Findings(FixedFindings.setting());

  private List<List<String>> titles(Scope scope) {
    List<Contender> contenders = List.of(KNOWN.named("SunJCE"), KNOWN.named("BC"));
    return new Plan(scope, contenders, findings, new Forks())
        .rounds().stream().map(round -> round.stream().map(Task::title).toList()).toList();
  }

  @Test
  void shouldMeasureSizesForPicturesOnceAfterTheRoundsOfTheOthers() {
    Scope scope =
        new Scope(
            "small",
            List.of(Operation.HMAC_MD5),
            List.of(256, 1_024, 2_048),
            List.of(Cell.ONE_AT_A_TIME),
            2,
            Scope.QUICK.pace(),
            Duration.ofSeconds(1),
            new Scope.Extras(false, false, List.of(256, 2_048)));
    assertEquals(
        List.of(
            List.of("HMAC-MD5, 1024 bytes, SunJCE", "HMAC-MD5, 1024 bytes, BC"),
            List.of("HMAC-MD5, 1024 bytes, BC", "HMAC-MD5, 1024 bytes, SunJCE"),
            List.of("HMAC-MD5, 256 bytes, SunJCE", "HMAC-MD5, 256 bytes, BC"),
            List.of("HMAC-MD5, 2048 bytes, SunJCE", "HMAC-MD5, 2048 bytes, BC")),
        titles(scope));
  }

  @Test
  void shouldPlanEnoughRoundsForVerdictsInEveryScope() {
    for (Scope scope : List.of(Scope.FULL, Scope.QUICK, Scope.FIGURES)) {
      assertTrue(scope.rounds() >= Rounds.LEAST, scope.name());
      assertTrue(!scope.extras().sizesOnce().contains(Scope.FIGURE_BYTES), scope.name());
    }
  }
}
